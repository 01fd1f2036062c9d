import { isDay, luhn, mod1110, rest, weighted } from './checksums.ts'

/** The digits from `from` to `to` as a number. */
export const numberAt = (text: string, from: number, to: number): number => Number(text.slice(from, to))
/** The check character that the remainder selects. */
export const control = (text: string, signs: string): string | undefined => signs[rest(text, signs.length)]
export const mod11 = (text: string, weights: readonly number[]): boolean => weighted(text, weights) % 11 === 0

export function ssn(text: string): boolean {
  return (
    !/^(?:000|666)|^...00|0000$/.test(text) &&
    (!text.startsWith('9') || /^...(?:[56]\d|7\d|8[0-8]|9[0-24-9])/.test(text))
  )
}

export function germanTax(text: string): boolean {
  const counts = new Map<string, number>()
  for (const digit of text.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  const highest = Math.max(...counts.values())
  return (
    text[0] !== '0' &&
    (highest === 2 || highest === 3) &&
    [...counts.values()].filter((count) => count > 1).length === 1 &&
    mod1110(text)
  )
}

export function swedish(text: string): boolean {
  const short = text.slice(-10)
  const day = numberAt(short, 4, 6)
  return isDay(numberAt(short, 2, 4), day > 60 ? day - 60 : day) && luhn(short)
}

export function norwegian(text: string): boolean {
  const day = numberAt(text, 0, 2)
  return (
    isDay(numberAt(text, 2, 4) % 40, day > 40 ? day - 40 : day) &&
    mod11(text, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) &&
    mod11(text, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1])
  )
}

export function finnish(text: string): boolean {
  const digits = text.replace(/[^0-9A-Z]/g, '')
  const number = digits.slice(0, 6) + text.slice(-4, -1)
  return (
    isDay(numberAt(text, 2, 4), numberAt(text, 0, 2)) &&
    control(number, '0123456789ABCDEFHJKLMNPRSTUVWXY') === text.at(-1)
  )
}

export function pesel(text: string): boolean {
  const month = numberAt(text, 2, 4) % 20
  return isDay(month, numberAt(text, 4, 6)) && weighted(text, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0
}

export function turkish(text: string): boolean {
  const odd = weighted(text, [1, 0, 1, 0, 1, 0, 1, 0, 1])
  const even = weighted(text, [0, 1, 0, 1, 0, 1, 0, 1])
  return (
    (((odd * 7 - even) % 10) + 10) % 10 === Number(text[9]) &&
    weighted(
      text,
      Array.from({ length: 10 }, () => 1),
    ) %
      10 ===
      Number(text[10])
  )
}

export function nric(text: string): boolean {
  const upper = text.toUpperCase()
  const first = upper[0] ?? ''
  const sum = weighted(upper.slice(1), [2, 7, 6, 5, 4, 3, 2]) + (/[TG]/.test(first) ? 4 : first === 'M' ? 3 : 0)
  const letters = /[ST]/.test(first) ? 'JZIHGFEDCBA' : first === 'M' ? 'KLJNPQRTUWX' : 'XWUTRQPNMLK'
  return letters[first === 'M' ? 10 - (sum % 11) : sum % 11] === upper[8]
}

export function taiwanese(text: string): boolean {
  const code = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(text[0] ?? '') + 10
  return (Math.floor(code / 10) + (code % 10) * 9 + weighted(text.slice(1), [8, 7, 6, 5, 4, 3, 2, 1, 1])) % 10 === 0
}

export function rut(text: string): boolean {
  const sum = text
    .slice(0, -1)
    .split('')
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (2 + (at % 6)), 0)
  const check = 11 - (sum % 11)
  return (check === 11 ? '0' : check === 10 ? 'K' : String(check)) === text.at(-1)?.toUpperCase()
}
