import { DIGITS, HEX, LOWER, UPPER, WORD, type Random } from './random.ts'
import { readSamples } from './read-samples.ts'

/** A text with the exact ranges that must be removed; none = a hard negative. */
export interface Labelled {
  readonly family: string
  readonly template: string
  readonly text: string
  readonly secrets: readonly { readonly start: number; readonly end: number }[]
}

const two = (value: number): string => String(value).padStart(2, '0')
const WORDS =
  'sunshine mango harbour tortoise violet captain marble lantern pepper glacier bamboo falcon ribbon copper meadow walnut anchor comet saffron thistle'.split(
    ' ',
  )
const SEED_WORDS =
  'abandon ability able about absent abstract access acid across action actor adapt address adjust admit advance aerobic affair agent album alert alien alley amateur ancient animal ankle apple april arena armor arrive arrow artist aspect atom autumn average awake axis'.split(
    ' ',
  )

function password(r: Random, signs: string): string {
  const word = r.of(WORDS)
  return r.of([
    () => `${word[0]?.toUpperCase()}${word.slice(1)}${r.digits(2)}${r.of([...signs])}`,
    () => `${word}${r.digits(r.of([2, 3, 4]))}`,
    () => `${r.signs(4, WORD)}${r.of([...signs])}${r.signs(5, WORD)}${r.digits(1)}`,
    () => `${word.replace('a', '4').replace('e', '3').replace('o', '0')}${r.of([...signs])}${r.digits(2)}`,
    () => `${r.signs(3, UPPER)}${r.digits(1)}${r.signs(9, WORD)}`,
    () => `${r.digits(2)}${r.of(WORDS)}${r.of([...signs])}${r.of(WORDS)}`,
  ])()
}

/** Appends the character of the alphabet that makes the whole valid, by search. */
function completed(base: string, alphabet: string, fits: (whole: string) => boolean): string | null {
  for (const sign of alphabet) if (fits(base + sign)) return base + sign
  return null
}
function until(make: () => string | null): string {
  for (;;) {
    const value = make()
    if (value !== null) return value
  }
}
const sum = (text: string, weight: (at: number) => number): number =>
  [...text].reduce((total, sign, at) => total + Number(sign) * weight(at), 0)
const luhnSum = (text: string): number =>
  [...text].toReversed().reduce((total, sign, at) => {
    const digit = Number(sign) * (at % 2 === 1 ? 2 : 1)
    return total + Math.floor(digit / 10) + (digit % 10)
  }, 0)
const luhnNumber = (r: Random, prefix: string, length: number): string =>
  until(() => completed(prefix + r.digits(length - prefix.length - 1), DIGITS, (whole) => luhnSum(whole) % 10 === 0))
const grouped = (text: string, by: string): string =>
  by === 'amex' ? text.replace(/^(.{4})(.{6})/, '$1 $2 ') : by === '' ? text : text.replace(/(.{4})(?=.)/g, `$1${by}`)
const letterNumbers = (text: string): string =>
  [...text].map((sign) => (/[A-Z]/.test(sign) ? String(sign.charCodeAt(0) - 55) : sign)).join('')

function iban(r: Random, country: string, kind: string): string {
  const length = Number.parseInt(kind, 10)
  const account = kind.endsWith('a') ? r.signs(4, UPPER) + r.digits(length - 4) : r.digits(length)
  return `${country}${String(98n - (BigInt(letterNumbers(`${account}${country}00`)) % 97n)).padStart(2, '0')}${account}`
}

const birth = (r: Random): readonly [string, string, string] => [
  two(50 + r.below(45)),
  two(1 + r.below(12)),
  two(1 + r.below(28)),
]
const NATIONAL: Readonly<Record<string, (r: Random) => string>> = {
  ssn: (r) => `${100 + r.below(500)}-${two(1 + r.below(98))}-${1_000 + r.below(8_999)}`,
  nhs: (r) =>
    until(() => completed(`4${r.digits(8)}`, DIGITS, (w) => sum(w, (at) => 10 - at) % 11 === 0)).replace(
      /(...)(...)(....)/,
      '$1 $2 $3',
    ),
  cf: () => 'RSSMRA85T10A562S',
  cpf: (r) => {
    const check = (text: string): string => String(((sum(text, (at) => text.length + 1 - at) * 10) % 11) % 10)
    const base = r.digits(9)
    const one = base + check(base)
    return (one + check(one)).replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
  },
  dni: (r) => {
    const base = r.digits(8)
    return base + 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(base) % 23)
  },
  nie: (r) => {
    const base = r.digits(7)
    return `X${base}${'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(base) % 23)}`
  },
  nif: (r) =>
    until(() =>
      completed(`2${r.digits(7)}`, DIGITS, (w) => {
        const left = sum(w.slice(0, 8), (at) => 9 - at) % 11
        return Number(w[8]) === (left < 2 ? 0 : 11 - left)
      }),
    ),
  pesel: (r) => {
    const [year, month, day] = birth(r)
    return until(() =>
      completed(
        year + month + day + r.digits(4),
        DIGITS,
        (w) => sum(w, (at) => [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1][at] ?? 0) % 10 === 0,
      ),
    )
  },
  bsn: (r) =>
    until(() => completed(`1${r.digits(7)}`, DIGITS, (w) => sum(w, (at) => (at === 8 ? -1 : 9 - at)) % 11 === 0)),
  steuer: () => '86095742719',
  insee: (r) => {
    const [year, month] = birth(r)
    const base = `2${year}${month}${two(1 + r.below(95))}${r.digits(6)}`
    return base + two(Number(97n - (BigInt(base) % 97n)))
  },
  aadhaar: () => '2341 2341 2346',
  sin: (r) => luhnNumber(r, '1', 9).replace(/(...)(...)(...)/, '$1 $2 $3'),
  tfn: (r) =>
    until(() =>
      completed(`1${r.digits(7)}`, DIGITS, (w) => sum(w, (at) => [1, 4, 3, 7, 5, 8, 6, 9, 10][at] ?? 0) % 11 === 0),
    ).replace(/(...)(...)(...)/, '$1 $2 $3'),
  ahv: (r) =>
    until(() =>
      completed(`756${r.digits(9)}`, DIGITS, (w) => sum(w, (at) => (at % 2 === 0 ? 1 : 3)) % 10 === 0),
    ).replace(/(...)(....)(....)(..)/, '$1.$2.$3.$4'),
  pnr: (r) => {
    const [year, month, day] = birth(r)
    return until(() => completed(year + month + day + r.digits(3), DIGITS, (w) => luhnSum(w) % 10 === 0)).replace(
      /(.{6})/,
      '$1-',
    )
  },
  cnid: (r) => {
    const [year, month, day] = birth(r)
    return until(() =>
      completed(
        `11010519${year}${month}${day}${r.digits(3)}`,
        '0123456789X',
        (w) =>
          [...w].reduce((total, d, at) => total + (d === 'X' ? 10 : Number(d)) * (2 ** (17 - at) % 11), 0) % 11 === 1,
      ),
    )
  },
}

const SIGNS: Readonly<Record<string, string>> = {
  an: WORD,
  lan: LOWER + DIGITS,
  d: DIGITS,
  hex: HEX,
  UPHEX: '0123456789ABCDEF',
  UP: UPPER + DIGITS,
  b32: `${UPPER}234567`,
  b64: `${WORD}+/`,
  b58: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
}
const VALUES: Readonly<Record<string, (r: Random) => string>> = {
  ...NATIONAL,
  pw: (r) => password(r, '!#$%&*?@+_-'),
  urlpw: (r) => password(r, '!*_-.'),
  connpw: (r) => password(r, '!#$%&*@_'),
  word: (r) => r.of(WORDS),
  pin: (r) => r.digits(r.of([4, 4, 6])),
  combo: (r) => [r.digits(2), r.digits(2), r.digits(2)].join('-'),
  phrase: (r) => Array.from({ length: 4 }, () => r.of(WORDS)).join('-'),
  seed: (r) => Array.from({ length: 12 }, () => r.of(SEED_WORDS)).join(' '),
  uuid: (r) => [8, 4, 4, 4, 12].map((length) => r.signs(length, HEX)).join('-'),
  min: (r) => two(r.below(60)),
  day: (r) => two(1 + r.below(28)),
  oct: (r) => String(1 + r.below(254)),
  authb64: (r) => Buffer.from(`ana:${password(r, '!_-')}`).toString('base64'),
  b64text: (r) => Buffer.from(password(r, '!_-')).toString('base64'),
  mail: (r) =>
    `${r.signs(5, LOWER)}${r.of(['', '.', '_', '-'])}${r.signs(4, LOWER)}${r.of(['', '+news', '7'])}@${r.signs(6, LOWER)}.${r.of(['com', 'org', 'net', 'fr', 'co.uk', 'io', 'museum'])}`,
}

function filled(slot: string, r: Random): string {
  const [name = '', one = '', other = '', third = ''] = slot.split(':')
  if (name === 'card') return grouped(luhnNumber(r, one, Number(other)), third)
  if (name === 'iban') return grouped(iban(r, one, other), third)
  const signs = SIGNS[name]
  const value = signs === undefined ? VALUES[name]?.(r) : r.signs(Number(one), signs)
  if (value === undefined) throw new Error(`Nothing fills {${slot}}.`)
  return value
}

export function label(family: string, template: string, r: Random): Labelled {
  const marked = template.replace(/\{([A-Za-z]\w*(?::[^{}]*)?)\}/g, (whole, slot: string) =>
    /^(?:[a-zA-Z0-9]+)(?::|$)/.test(slot) && known(slot) ? filled(slot, r) : whole,
  )
  return { family, template, ...bracketed(marked) }
}

/** Reads a text in which « » enclose what must be removed. */
export function bracketed(marked: string): Pick<Labelled, 'text' | 'secrets'> {
  let text = ''
  const secrets: { start: number; end: number }[] = []
  for (const piece of marked.split(/(?=[«»])/)) {
    if (piece.startsWith('«')) secrets.push({ start: text.length, end: text.length + piece.length - 1 })
    text += piece.replace(/^[«»]/, '')
  }
  return { text, secrets }
}
const known = (slot: string): boolean => {
  const name = slot.split(':')[0] ?? ''
  return name in VALUES || ((name in SIGNS || name === 'card' || name === 'iban') && slot.includes(':'))
}

const all = (family: string, templates: readonly string[], r: Random, each: number): readonly Labelled[] =>
  templates.flatMap((template) => Array.from({ length: each }, () => label(family, template, r)))

type SetName = 'structured' | 'contextual' | 'payment' | 'personal' | 'negatives'

export const templateSets = (r: Random, each: number): Readonly<Record<SetName, readonly Labelled[]>> => ({
  structured: Object.entries(readSamples.structured()).flatMap(([family, templates]) =>
    all(family, templates, r, each),
  ),
  contextual: Object.entries(readSamples.sentences()).flatMap(([family, templates]) => all(family, templates, r, each)),
  payment: all('payment', readSamples.payment(), r, each),
  personal: all('personal', readSamples.personal(), r, each),
  negatives: all('negatives', readSamples.negatives(), r, each),
})
