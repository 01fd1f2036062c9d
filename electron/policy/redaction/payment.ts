import { iban97, luhn, weighted } from './checksums.ts'
import type { NumberWords } from './languages/language.ts'
import { lineBefore, type Detect, type Finding, type Scan } from './scan.ts'
import { builtOnce, type Vocabulary } from './vocabulary.ts'

const CARD =
  /(?<![A-Za-z0-9_]|\d[.,-]|[A-Za-z0-9]-)(?:\d{4}([ .-]{1,2}|[\u2009])\d{4}\1\d{4}\1\d{1,7}|\d{4}[ -]\d{6}[ -]\d{4,5}|\d{13,19})(?![A-Za-z0-9_]|-[A-Za-z0-9]|[.,]\d)/g

/** First digits and lengths of each card network. */
const ISSUERS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65|622)/, [16, 19]],
  [/^(?:30[0-5]|309|36|3[89])/, [14, 16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 19]],
  [/^(?:62|81)/, [16, 17, 18, 19]],
  [/^(?:50|5[6-8]|6304|6390|67|60|6[0-9])/, [16, 18, 19]],
  [/^220[0-4]/, [16]],
  [/^9792/, [16]],
]

export const cards: Detect = (scan, found) => {
  for (const match of scan.text.matchAll(CARD)) {
    const digits = match[0].replace(/\D/g, '')
    if (isCard(digits)) found.push({ start: match.index, end: match.index + match[0].length, rule: 'card number' })
  }
  inContext(scan, found, { pattern: expressions(scan.vocabulary).securityCode, rule: 'card security code' })
}

function isCard(digits: string): boolean {
  return (
    ISSUERS.some(([begins, lengths]) => begins.test(digits) && lengths.includes(digits.length)) &&
    luhn(digits) &&
    !/^(\d)\1+$/.test(digits)
  )
}

/** ISO 13616: the length of each country's number. */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)
const IBAN = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ .-]?[A-Za-z0-9]){11,40}/g

const QUOTES = String.raw`["'\x60*)]{0,3}[ \t]{0,3}`
const expressions = builtOnce((vocabulary) => {
  const name = numberPart(vocabulary, 'names')
  const verb = numberPart(vocabulary, 'verbs')
  /** The names, then a verb or a symbol, then the number. */
  const announced = (kind: NumberKind, symbols: string, number: string, after: string): RegExp =>
    new RegExp(
      String.raw`\b${name(kind)}(?:${QUOTES}${verb(kind)}?[ \t]{0,2}${symbols}?[ \t]{0,3}["'\x60*]{0,3})(${number})${after}`,
      'gi',
    )
  return {
    securityCode: new RegExp(
      String.raw`(?:\b${name('securityCode')})(?:["'\x60*)\]]{0,3}[ \t]{0,3}(?:\([^()\n]{1,30}\)[ \t]{0,2})?` +
        String.raw`(?:${verb('securityCode')}[ \t]{0,3})?[:=#-]?[ \t]{0,3}["'\x60*]{0,3})(\d{3,4})(?![\w.]*\d)`,
      'gi',
    ),
    bic: new RegExp(
      String.raw`\b(?:bic|swift)(?:[ /-]{1,3}(?:bic|swift|code))?(?:${QUOTES}${verb('bic')}?[ \t]{0,2}[:=]?[ \t]{0,3}["'\x60*]{0,3})` +
        String.raw`([A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![A-Za-z0-9])`,
      'gi',
    ),
    account: announced('account', '[:=#]', String.raw`\d(?:[ -]?\d){5,16}`, String.raw`(?![\w-]*\d)`),
    routing: announced('routing', '[:=#]', String.raw`\d{9}`, String.raw`(?!\d)`),
    sortCode: announced(
      'sortCode',
      '[:=]',
      String.raw`\d{2}[ -]?\d{2}[ -]?\d{2}|\d{3}[ -]?\d{3}|\d{3} ?\d{3} ?\d{2}`,
      String.raw`(?!\d)`,
    ),
  }
})

type NumberKind = 'securityCode' | 'bic' | 'account' | 'routing' | 'sortCode'
const numberPart =
  ({ oneOf }: Vocabulary, part: keyof NumberWords) =>
  (kind: NumberKind): string =>
    oneOf(({ payment }) => payment?.[kind]?.[part])

export const bankAccounts: Detect = (scan, found) => {
  for (const match of scan.text.matchAll(IBAN)) {
    const length = ibanLength(match[0], (end) => scan.text[match.index + end] ?? '')
    if (length !== null) found.push({ start: match.index, end: match.index + length, rule: 'iban' })
  }
  const { bic, account, routing, sortCode } = expressions(scan.vocabulary)
  inContext(scan, found, {
    pattern: bic,
    rule: 'bic',
    fits: (text) => !/^(?:ACCOUNT|TRANSFER|PAYMENTS?|LANGUAGE|PROGRAM\w*)$/i.test(text) && text === text.toUpperCase(),
  })
  inContext(scan, found, { pattern: account, rule: 'account number' })
  inContext(scan, found, {
    pattern: routing,
    rule: 'routing number',
    fits: (text) => weighted(text, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  })
  inContext(scan, found, { pattern: sortCode, rule: 'sort code' })
}

/** How much of the run is one complete number of its country; `null` if it isn't one. */
function ibanLength(run: string, next: (end: number) => string): number | null {
  const wanted = IBAN_LENGTHS.get(run.slice(0, 2).toUpperCase())
  if (wanted === undefined) return null
  let characters = 0
  let end = 0
  while (end < run.length && characters < wanted) {
    if (/[A-Za-z0-9]/.test(run[end] ?? '')) characters += 1
    end += 1
  }
  // A number that begins a longer word in lower case is part of a hash.
  if (characters < wanted || (/[a-z]/.test(run.slice(0, end)) && /[A-Za-z0-9]/.test(next(end)))) return null
  return iban97(run.slice(0, end).replace(/[ .-]/g, '').toUpperCase()) ? end : null
}

/** A number that only the words before it give a meaning. */
interface ContextualNumber {
  /** Its last group is the number, at the end of the match. */
  readonly pattern: RegExp
  readonly rule: string
  readonly fits?: (value: string) => boolean
}

export function inContext({ text, marked }: Scan, found: Finding[], { pattern, rule, fits }: ContextualNumber): void {
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? ''
    const end = match.index + match[0].length
    if (value !== '' && fits?.(value) !== false && !marked(match.index))
      found.push({ start: end - value.length, end, rule, certainty: 'usual' })
  }
}

/** Whether one of the words is on the line shortly before. */
export function wordsBefore(text: string, at: number, words: RegExp, reach = 60): boolean {
  return words.test(lineBefore(text, at, reach))
}
