import type { Sample } from './labelled-secrets.ts'
import { DIGITS, LOWER, UPPER, type Random } from './random.ts'

/** Appends the check digit that makes the number valid, by search rather than by the detectors' arithmetic. */
function completed(base: string, alphabet: string, fits: (whole: string) => boolean): string | null {
  for (const sign of alphabet) if (fits(base + sign)) return base + sign
  return null
}

function until(make: () => string | null): string {
  for (let tries = 0; tries < 500; tries += 1) {
    const value = make()
    if (value !== null) return value
  }
  throw new Error('No valid number was found.')
}

function luhnSum(text: string): number {
  let sum = 0
  for (let at = text.length - 1, double = false; at >= 0; at -= 1, double = !double) {
    const digit = Number(text[at]) * (double ? 2 : 1)
    sum += Math.floor(digit / 10) + (digit % 10)
  }
  return sum
}

const big = (text: string): bigint => BigInt(text)
const letterNumbers = (text: string): string =>
  [...text].map((sign) => (/[A-Z]/.test(sign) ? String(sign.charCodeAt(0) - 55) : sign)).join('')

function card(r: Random): string {
  const [prefix, length] = r.of([
    ['4', 16],
    ['51', 16],
    ['5425', 16],
    ['2223', 16],
    ['34', 15],
    ['37', 15],
    ['6011', 16],
    ['3530', 16],
  ] as const)
  const plain = until(() =>
    completed(prefix + r.digits(length - prefix.length - 1), DIGITS, (whole) => luhnSum(whole) % 10 === 0),
  )
  if (length === 15) return r.of([plain, plain.replace(/^(\d{4})(\d{6})(\d{5})$/, '$1 $2 $3')])
  return r.of([plain, plain.replace(/(\d{4})(?=\d)/g, '$1 '), plain.replace(/(\d{4})(?=\d)/g, '$1-')])
}

function iban(r: Random): string {
  const [country, make] = r.of([
    ['DE', () => r.digits(18)],
    ['GB', () => r.signs(4, UPPER) + r.digits(14)],
    ['FR', () => r.digits(23)],
    ['ES', () => r.digits(20)],
    ['NL', () => r.signs(4, UPPER) + r.digits(10)],
    ['PT', () => r.digits(21)],
    ['AT', () => r.digits(16)],
    ['CH', () => r.digits(17)],
  ] as const)
  const account = make()
  const check = 98n - (big(letterNumbers(`${account}${country}00`)) % 97n)
  const plain = `${country}${String(check).padStart(2, '0')}${account}`
  return r.of([plain, plain.replace(/(.{4})(?=.)/g, '$1 ')])
}

const two = (value: number): string => String(value).padStart(2, '0')
const date = (r: Random): readonly [string, string, string] => [
  two(1 + r.below(28)),
  two(1 + r.below(12)),
  two(50 + r.below(49)),
]

const NUMBERS: Readonly<Record<string, (r: Random) => string>> = {
  'us ssn': (r) => `${100 + r.below(500)}-${two(1 + r.below(98))}-${1_000 + r.below(8_999)}`,
  'uk nino': (r) => `${r.of(['AB', 'CE', 'JK', 'PX'])}${r.digits(6)}${r.of(['A', 'B', 'C', 'D'])}`,
  'uk nhs': (r) =>
    `NHS number ${until(() => completed(`4${r.digits(8)}`, DIGITS, (w) => [...w].reduce((sum, d, at) => sum + Number(d) * (10 - at), 0) % 11 === 0)).replace(/(...)(...)(....)/, '$1 $2 $3')}`,
  'fr nir': (r) => {
    const [, month, year] = date(r)
    const base = `${r.of(['1', '2'])}${year}${month}${two(1 + r.below(95))}${r.digits(6)}`
    return base + String(97n - (big(base) % 97n)).padStart(2, '0')
  },
  'es dni': (r) => {
    const base = r.digits(8)
    return base + 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(big(base) % 23n))
  },
  'nl bsn': (r) =>
    `BSN: ${until(() => completed(`1${r.digits(7)}`, DIGITS, (w) => ([...w].slice(0, 8).reduce((sum, d, at) => sum + Number(d) * (9 - at), 0) - Number(w[8])) % 11 === 0))}`,
  'br cpf': (r) => {
    const check = (text: string): string => {
      const left = ([...text].reduce((sum, d, at) => sum + Number(d) * (text.length + 1 - at), 0) * 10) % 11
      return String(left === 10 ? 0 : left)
    }
    const base = r.digits(9)
    const whole = base + check(base) + check(base + check(base))
    return whole.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
  },
  'ca sin': (r) =>
    `SIN ${until(() => completed(`1${r.digits(7)}`, DIGITS, (w) => luhnSum(w) % 10 === 0)).replace(/(...)(...)(...)/, '$1 $2 $3')}`,
  'in pan': (r) => `${r.signs(3, UPPER)}P${r.signs(1, UPPER)}${r.digits(4)}${r.signs(1, UPPER)}`,
  'se personnummer': (r) => {
    const [day, month, year] = date(r)
    return until(() => completed(`${year}${month}${day}${r.digits(3)}`, DIGITS, (w) => luhnSum(w) % 10 === 0)).replace(
      /(.{6})(.{4})/,
      '$1-$2',
    )
  },
  'fi hetu': (r) => {
    const [day, month, year] = date(r)
    const serial = r.digits(3)
    return `${day}${month}${year}-${serial}${'0123456789ABCDEFHJKLMNPRSTUVWXY'.charAt(Number(big(`${day}${month}${year}${serial}`) % 31n))}`
  },
  'cn id': (r) => {
    const [day, month, year] = date(r)
    const base = `110105${19}${year}${month}${day}${r.digits(3)}`
    return until(() =>
      completed(
        base,
        '0123456789X',
        (w) => [...w].reduce((sum, d, at) => sum + (d === 'X' ? 10 : Number(d)) * (2 ** (17 - at) % 11), 0) % 11 === 1,
      ),
    )
  },
  passport: (r) => `passport number ${r.signs(1, UPPER)}${r.digits(8)}`,
}

export function personalSamples(r: Random, each: number): readonly Sample[] {
  const carriers = [
    'Her number is §, I think.',
    'id: §',
    '{"value": "§"}',
    '| Ana | § |',
    'Die Nummer lautet § und gilt noch.',
    '- §',
  ]
  const make = (family: string, value: (r: Random) => string): readonly Sample[] =>
    Array.from({ length: each }, () => {
      const text = value(r)
      return {
        family,
        text: r.of(carriers).replace('§', () => text),
        secret: /[\dA-Z][\dA-Z .-]*$/.exec(text)?.[0] ?? text,
      }
    })
  return [
    ...Object.entries(NUMBERS).flatMap(([family, value]) => make(family, value)),
    ...make(
      'email',
      () =>
        `${r.signs(5, LOWER)}.${r.signs(6, LOWER)}${r.of(['', '+x', '42'])}@${r.signs(7, LOWER)}.${r.of(['com', 'org', 'de', 'co.uk', 'io'])}`,
    ).map((sample) => ({ ...sample, secret: /\S+@[\w.]+\w/.exec(sample.text)?.[0].replace(/^["']/, '') ?? '' })),
    ...make('phone', () =>
      r.of([
        `+49 ${151 + r.below(20)} ${r.digits(8)}`,
        `+1 (${212 + r.below(500)}) 5${r.digits(2)}-${r.digits(4)}`,
        `+44 7${r.digits(3)} ${r.digits(6)}`,
        `+351 91${r.digits(1)} ${r.digits(3)} ${r.digits(3)}`,
        `(${212 + r.below(500)}) 5${r.digits(2)}-${r.digits(4)}`,
        `tel. 030 ${r.digits(7)}`,
      ]),
    ).map((sample) => ({
      ...sample,
      secret: /\d[\d -]{5,}$/.exec(/[\d -]{7,}/g[Symbol.match](sample.text)?.at(-1)?.trim() ?? '')?.[0] ?? null,
    })),
    ...make('ip', () =>
      r.of([
        `${r.of([31, 62, 84, 146, 178, 203])}.${1 + r.below(90)}.${1 + r.below(250)}.${1 + r.below(254)}`,
        `2a02:8108::${r.signs(4, '123456789abcdef')}:${r.signs(4, '123456789abcdef')}`,
      ]),
    ).map((sample) => ({ ...sample, secret: /[0-9a-f]+[.:][0-9a-f.:]+/.exec(sample.text)?.[0] ?? '' })),
    ...Array.from({ length: each }, (): Sample => {
      const [day, month, year] = date(r)
      const value = r.of([`${day}.${month}.19${year}`, `19${year}-${month}-${day}`])
      return {
        family: 'birth date',
        secret: value,
        text: r.of(['born on §', 'date of birth: §', 'DOB §', 'geboren am §', 'nacida el §']).replace('§', value),
      }
    }),
  ]
}

export function paymentSamples(r: Random, each: number): readonly Sample[] {
  const carriers = ['Paid with § yesterday.', 'card: §', '{"number": "§"}', 'Konto §', '- § (Ana)']
  const make = (family: string, value: (r: Random) => string): readonly Sample[] =>
    Array.from({ length: each }, () => {
      const secret = value(r)
      return { family, secret, text: r.of(carriers).replace('§', secret) }
    })
  return [
    ...make('card', card),
    ...make('iban', iban),
    ...Array.from({ length: each }, (): Sample => {
      const code = r.digits(3)
      return { family: 'cvv', secret: code, text: r.of(['CVV: §', 'cvc §', 'security code is §']).replace('§', code) }
    }),
  ]
}
