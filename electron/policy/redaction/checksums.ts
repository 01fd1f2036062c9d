// Check digits as the standards define them. Every function takes digits (or characters) without separators.

const digitsOf = (text: string): readonly number[] => [...text].map(Number)
export const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0)

export function luhn(text: string): boolean {
  const sum = digitsOf(text)
    .toReversed()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0)
  return sum % 10 === 0
}

/** The remainder of a long decimal number. */
export function rest(text: string, by: number): number {
  let left = 0
  for (const digit of text) left = (left * 10 + Number(digit)) % by
  return left
}

/** ISO 13616: letters count as 10 to 35, the first four characters go to the end. */
export function iban97(text: string): boolean {
  const moved = text.slice(4) + text.slice(0, 4)
  return rest([...moved].map((sign) => Number.parseInt(sign, 36)).join(''), 97) === 1
}

/** ISO 7064 mod 11,10 (the German tax number). */
export function mod1110(text: string): boolean {
  let product = 10
  for (const digit of digitsOf(text.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === Number(text.at(-1))
}

const D5 = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
] as const
const PERMUTED = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
] as const

export function verhoeff(text: string): boolean {
  return (
    digitsOf(text)
      .toReversed()
      .reduce((check, digit, at) => D5[check]?.[PERMUTED[at % 8]?.[digit] ?? 0] ?? 0, 0) === 0
  )
}

/** Two check digits of the Brazilian kind: weights fall to 2 and restart at `top`. */
export function brazilian(text: string, base: number, top: number): boolean {
  const digit = (length: number): number => {
    const sum = digitsOf(text.slice(0, length))
      .toReversed()
      .reduce((total, value, at) => total + value * (2 + (at % (top - 1))), 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  return digit(base) === Number(text[base]) && digit(base + 1) === Number(text[base + 1]) && !/^(\d)\1+$/.test(text)
}

const ODD: Readonly<Record<string, number>> = Object.fromEntries(
  [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((sign, at) => [
    sign,
    [
      1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10,
      22, 25, 24, 23,
    ][at] ?? 0,
  ]),
)

/** The last letter of an Italian codice fiscale. */
export function codiceFiscale(text: string): boolean {
  const sum = text
    .slice(0, 15)
    .split('')
    .reduce(
      (total, sign, at) =>
        total + (at % 2 === 0 ? (ODD[sign] ?? 0) : /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65),
      0,
    )
  return String.fromCharCode(65 + (sum % 26)) === text[15]
}

/** Whether a calendar has this month and day. */
export function isDay(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31)
}
