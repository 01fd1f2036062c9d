import { firstPlace } from '../../../shared/first-place.ts'
import {
  type AnnouncedNumber,
  type Announcement,
  distanceBetween,
  findAnnounced,
  type Judged,
} from './announced-numbers.ts'
import { iban97, luhn, weighted } from './checksums.ts'
import { type Cue, type CueKind, cuesIn } from './cues.ts'
import { UUID } from './identifiers.ts'
import { detector, NEAR, TABLE } from './scan.ts'
import { builtOnce, type Vocabulary } from './vocabulary.ts'

const CARD =
  /(?<![A-Za-z0-9_](?<!\bNo)|\d[.-]|(?<!\d)0,|[A-Za-z0-9]-)(?:\d{4}([ ._-]{1,2}|[\u2009])\d{4}\1\d{4}\1\d{1,7}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5}|\d{8}[ -]\d{8}|\d{4}[ -]\d{15}|\d{6}[ -]\d{13}|\d{13,19})(?![A-Za-z0-9_]|-[A-Za-z0-9]|[.,]\d(?!\d{11}))/g

/** Right after a number: the code on the back, perhaps with the date before it. */
const CODE_BESIDE =
  /^[\s,;|/()-]{1,4}(?:(?:exp\.? ?)?\d\d ?\/ ?\d\d(?:\d\d)?[\s,;|/()-]{1,4}(?:code|sec|cvv2?|cvc|back)?[\s:#]{0,3}|(?:code|sec|cvv2?|cvc|back)[\s:#]{1,3})(\d{3,4})(?![\w.,/-]*\d)/i

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

/** These networks are common enough that a number without spaces is taken for one of theirs without any word. */
const COMMON = /^(?:4|5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|3[47]|6011|64[4-9]|65|35(?:2[89]|[3-8]))/

export const cards = detector(TABLE, (scan, found) => {
  for (const match of scan.text.matchAll(CARD)) {
    // What follows may be the date until which it is valid.
    const number = [match[0], match[0].replace(/\D\d{1,3}$/, '')].find((value) => isCard(value.replace(/\D/g, '')))
    if (number === undefined) continue
    const digits = number.replace(/\D/g, '')
    const end = match.index + number.length
    const isBare = digits.length === number.length
    if (isBare && (digits.length < 15 || !COMMON.test(digits))) continue
    if (isBare && lastCue(scan.text, cuesIn(scan), match.index, ['card', 'otherNumber'])?.kind === 'otherNumber')
      continue
    found.push({ start: match.index, end, rule: 'card number' })
    const code = CODE_BESIDE.exec(scan.text.slice(end, end + 40))
    if (code !== null)
      found.push({
        start: end + code[0].length - (code[1] ?? '').length,
        end: end + code[0].length,
        rule: 'card security code',
        certainty: 'usual',
      })
  }
  findAnnounced(scan, found, ANNOUNCED_CARD)
  findAnnounced(scan, found, SECURITY_CODE(copulas(scan.vocabulary)))
})

/** The last cue of these kinds shortly before the place. */
function lastCue(text: string, cues: readonly Cue[], at: number, kinds: readonly CueKind[]): Cue | undefined {
  const after = firstPlace(cues, ({ start }) => start >= at)
  return cues
    .slice(Math.max(0, after - 6), after)
    .findLast(
      ({ kind, start, end }) => kinds.includes(kind) && at - start < 60 && end <= at && isNear(text.slice(end, at)),
    )
}

const isNear = (gap: string): boolean => ['beside', 'near'].includes(distanceBetween(gap) ?? '')

function isCard(digits: string): boolean {
  return (
    ISSUERS.some(([begins, lengths]) => begins.test(digits) && lengths.includes(digits.length)) &&
    luhn(digits) &&
    !/^(\d)\1+$/.test(digits)
  )
}

/** Digits in any groups, also over two lines. */
const ANNOUNCED_CARD: AnnouncedNumber = {
  rule: 'card number',
  cues: ['card', 'accountNumber'],
  shape:
    /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}](?<!No)|\d[.,-])\d(?:(?:[ .\t-]{0,3}|[ \t]*\n[ \t]*)\d){12,18}(?![\p{L}\p{N}]|[-,.]\d)/gu,
  farthest: 'far',
  judge: ({ value, distance, between }) => {
    const digits = value.replace(/\D/g, '')
    const isTyped =
      distance === 'beside' && /^[2-6]/.test(digits) && /[:=#]/.test(between) && /\d{4}[ -]\d{4}[ -]\d{4}/.test(value)
    return (luhn(digits) || isTyped) && !/^(\d)\1+$/.test(digits) ? { length: value.length } : null
  },
}

const copulas = builtOnce(
  ({ oneOf }: Vocabulary) =>
    new RegExp(String.raw`(?:[:=>→-]|(?<!\p{L})${oneOf(({ sentences }) => sentences?.verbs)})["'\x60*\s]{0,4}$`, 'iu'),
)
const MEASURE =
  /^ ?(?:%|€|\$|£|¥|°|(?:eur|usd|gbp|chf|ms|sec|min|kg|km|cm|mm|mb|gb|kb|x|px|times|people|users?|errors?|characters?|zeichen)\b)/i

const SECURITY_CODE = (copula: RegExp): AnnouncedNumber => ({
  rule: 'card security code',
  cues: ['securityCode'],
  shape:
    /(?<![\p{L}\p{N}_]|\d[.,:/-]|[$€£])(?<![\p{Lu}]-)\d{3,4}(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]|[.,:/ -]\d)/gu,
  farthest: 'far',
  judge: ({ value, distance, between, after }) => {
    if (MEASURE.test(after)) return null
    const isSaid = copula.test(between) || distance === 'beside'
    const isYear = /^(?:19|20)\d\d$/.test(value) && distance !== 'beside'
    return !isYear && (isSaid || (distance === 'near' ? /^(?:\W|$)/u : /^\s*(?:$|[.,;)\n])/u).test(after))
      ? { length: value.length }
      : null
  },
})

/** ISO 13616: the length of each country's number. */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)
const IBAN = /(?<![A-Za-z0-9])[A-Za-z]{2}[ ]?\d{2}(?:(?:[ .-]|[ \t]*\n[ \t]*)?[A-Za-z0-9]){11,40}/g

/** Letters, digits and separators as in the numbers of accounts and papers. */
export const GROUPED =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_+@](?<!No))(?<!\d[.,:/-])(?<!\p{L}-)(?:[A-Z]{1,2} )?(?:[A-Z]{1,5}-?)?\d[A-Za-z0-9]{0,33}(?:(?: ?[-./] ?| | (?:No|n) )[A-Z0-9]{1,30}){0,9}(?![a-z]|[.,:]\d)/gu

/** A grouped value without the capitals of the next word, if it is of these lengths. */
export function groupedLength(value: string, digits: readonly [number, number], signs: number): number | null {
  let length = value.replace(/(?:[ ./-]+[A-Z]{2,})+$/, '').length
  let text = value.slice(0, length)
  if (text.replace(/[^A-Za-z0-9]/g, '').length > signs) {
    // Another number may follow: the first group counts.
    length = /^[^ ]+/.exec(text)?.[0].length ?? 0
    text = value.slice(0, length)
  }
  const count = text.replace(/\D/g, '').length
  const isDate =
    /^\d{4}-\d\d-\d\dT\d/.test(text) ||
    /^(?:(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$|\d{4}([-./ ])\d{1,2}\1\d{1,2}|\d{1,2}([-./ ])\d{1,2}\2(?:19|20)\d\d)$/.test(
      text,
    )
  return count >= digits[0] && count <= digits[1] && text.replace(/[^A-Za-z0-9]/g, '').length <= signs && !isDate
    ? length
    : null
}

function account(least: number): (announcement: Announcement) => Judged | null {
  return ({ value, after }) => {
    // Check digits that no number has: an example.
    if (/^[A-Z]{2}(?:00|01|99)[ -]?[A-Z0-9]/.test(value)) return null
    if (MEASURE.test(after) || (/[a-z]/.test(value) && !/^[a-z]{2}\d\d/i.test(value))) return null
    const length = groupedLength(value, [least, 30], 34)
    return length === null || /^0[0-9]{3,4}[ /]\d+$/.test(value) ? null : { length }
  }
}

const ACCOUNTS: readonly AnnouncedNumber[] = [
  { rule: 'account number', cues: ['accountNumber'], shape: GROUPED, farthest: 'far', judge: account(5), behind: true },
  { rule: 'account number', cues: ['account'], shape: GROUPED, farthest: 'near', judge: account(6) },
  {
    rule: 'routing number',
    cues: ['routing'],
    shape: /(?<![\p{L}\p{N}])\d{9}(?![\p{L}\p{N}])/gu,
    farthest: 'near',
    judge: ({ value }) =>
      weighted(value, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 || value.startsWith('04') ? { length: 9 } : null,
  },
  {
    rule: 'sort code',
    cues: ['sortCode'],
    shape:
      /(?<![\p{L}\p{N}])(?:\d{2}[ -]?\d{2}[ -]?\d{2}|\d{3}[ -]?\d{3}|\d{3} ?\d{3} ?\d{2}|\d{5}(?:-\d{3})?)(?![\p{L}\p{N}])/gu,
    farthest: 'near',
    judge: ({ value }) => ({ length: value.length }),
  },
  {
    rule: 'bic',
    cues: ['bic'],
    shape: /(?<![\p{L}\p{N}])[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![\p{L}\p{N}])/gu,
    farthest: 'near',
    judge: ({ value }) =>
      /^(?:ACCOUNT|TRANSFER|PAYMENTS?|LANGUAGE|PROGRAM\w*)$/.test(value) ? null : { length: value.length },
  },
]

export const bankAccounts = detector(TABLE, (scan, found) => {
  for (const match of scan.text.matchAll(IBAN)) {
    const length = ibanLength(match[0], (end) => scan.text[match.index + end] ?? '')
    const isInId = UUID.test(scan.text.slice(Math.max(0, match.index - 35), match.index + 36))
    if (length !== null && !isInId) found.push({ start: match.index, end: match.index + length, rule: 'iban' })
  }
  for (const number of ACCOUNTS) findAnnounced(scan, found, number)
})

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
  return iban97(
    run
      .slice(0, end)
      .replace(/[\s.-]/g, '')
      .toUpperCase(),
  )
    ? end
    : null
}

/** ISO 7813: the name between carets, or the expiry after "=" (a "D" where the data was read from a chip). */
const TRACKS = [
  /%?[A-Z]\d{12,19}\^[^^?\n]{2,30}\^\d{4}[^?\n"'`]{0,80}\??/g,
  /;?(?<!\d)\d{12,19}[=D]\d{7,32}[\dF=]{0,16}\??(?!\w)/g,
  /[;+]\d{2}\d{12,19}=[\d=]{10,90}\?/g,
] as const

/** What a magnetic stripe holds. */
export const cardStripes = detector(NEAR, ({ text }, found) => {
  if (!/\d{12}[=^D]/.test(text)) return
  for (const track of TRACKS)
    for (const match of text.matchAll(track))
      found.push({ start: match.index, end: match.index + match[0].trimEnd().length, rule: 'card stripe' })
})
