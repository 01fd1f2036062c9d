import { findAnnounced } from './announced-numbers.ts'
import { ANNOUNCED_PHONE, PAPERS, PLATE } from './announced-personal.ts'
import { NATIONAL_NUMBERS } from './national-table.ts'
import { detector, lineAfter, lineBefore, NEAR, placesOf, TABLE } from './scan.ts'
import { builtOnce } from './vocabulary.ts'

const expressions = builtOnce(({ oneOf }) => {
  const at = oneOf(({ personal }) => personal?.at, ['@'])
  const dot = oneOf(({ personal }) => personal?.dot, [String.raw`\.`])
  return {
    spelledEmail: new RegExp(
      String.raw`(?<![\w.+-])[\w+-]{1,64}(?:(?:\.| ?[[({<]${dot}[\])}>] ?| ${dot} )[\w+-]{1,64}){0,4}` +
        String.raw`(?: ?[[({<]${at}[\])}>] ?[\w-]{1,63}(?:(?: ?[[({<]${dot}[\])}>] ?|\.| ${dot} )[\w-]{2,63}){1,5}` +
        String.raw`| ${at} [\w-]{1,63}(?:\.[\w-]{2,63}){0,2}(?: ?[[({<]${dot}[\])}>] ?| ${dot} )[\w-]{2,63}(?:(?: ${dot} |\.)[\w-]{2,24})?)`,
      'gi',
    ),
  }
})

/** Part of a longer number, written in groups: "8412 9967 0031 5582". */
function isInLonger(text: string, start: number, end: number): boolean {
  const sign = /[ -]/.exec(text.slice(start, end))?.[0]
  if (sign === undefined) return false
  const before = text.slice(Math.max(0, start - 4), start)
  const after = text.slice(end, end + 4)
  return (
    (before.endsWith(sign) && /^\d{3}$/.test(before.slice(0, 3))) ||
    (after.startsWith(sign) && /^\d{3}$/.test(after.slice(1)))
  )
}

export const nationalNumbers = detector(TABLE, (scan, found) => {
  const { text } = scan
  for (const { rule, shape, valid, words } of NATIONAL_NUMBERS) {
    if (words !== undefined && !words.test(text)) continue
    for (const match of text.matchAll(shape)) {
      const end = match.index + match[0].length
      const plain = match[0].replace(/[^A-Za-z0-9&Ñ+-]|[+-](?=\d{4}$|\d{1,3}$|\d{2,3}[- ]?\d)|[ -]/g, '')
      const bare = /finnish/.test(rule) ? match[0] : plain.replace(/[+-]/g, '')
      if (
        words !== undefined &&
        !words.test(lineBefore(text, match.index, 60)) &&
        !words.test(lineAfter(text, end, 25))
      )
        continue
      if (isInLonger(text, match.index, end)) continue
      if (valid(bare))
        found.push({ start: match.index, end, rule, certainty: words === undefined ? 'certain' : 'usual' })
    }
  }
  for (const number of PAPERS) findAnnounced(scan, found, number)
})

const LOCAL = /[\p{L}\p{N}._%+'!#$&*/=?^{|}~-]{1,64}$/u
const DOMAIN =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:xn--[a-z0-9-]{2,40}|[a-z]{2,24}(?![a-z0-9])|\p{L}{2,24}(?![\p{L}\p{N}]))/iuy
/** A sentence in a script without spaces may touch the address. */
const TOUCHING =
  /^.*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}](?=[A-Za-z0-9])/u
const FILE_ENDING = /\.(?:png|jpe?g|gif|svg|webp|ico|js|ts|mjs|css|json|md|txt|html?|tgz|zip|lock|ya?ml)$/i

export const emails = detector(NEAR, ({ text, vocabulary }, found) => {
  for (const at of placesOf(text, '@')) {
    DOMAIN.lastIndex = at + 1
    const host = DOMAIN.exec(text)?.[0]
    if (host === undefined || FILE_ENDING.test(host)) continue
    const local =
      LOCAL.exec(text.slice(Math.max(0, at - 64), at))?.[0]
        .replace(TOUCHING, '')
        .replace(/^(?:.*=)?[^\p{L}\p{N}_]*/u, '') ?? ''
    const start = at - local.length
    const end = at + 1 + host.length
    // "git@github.com:owner/name" and the user part of a URL are not mailboxes.
    if (local === '' || local.includes('..') || /^:[\w~.-]{1,80}\//.test(text.slice(end, end + 82))) continue
    const before = text.slice(Math.max(0, start - 200), start)
    if (/:\/\/[^\s/"'<>]*$/.test(before)) continue
    found.push({ start, end, rule: 'email address' })
  }
  for (const match of text.matchAll(expressions(vocabulary).spelledEmail))
    found.push({ start: match.index, end: match.index + match[0].length, rule: 'email address' })
})

const CALLING =
  '1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-69]\\d|3[578]\\d|42\\d|5[09]\\d|6[7-9]\\d|8[0578]\\d|9[679]\\d'
const INTERNATIONAL = new RegExp(
  `(?<![\\w+.])(?:\\+|00 ?(?=[1-9]))(?:${CALLING})(?:[ .\\-/]{0,2}\\(0?\\d{0,5}\\)|[ .\\-/]?\\d){6,13}(?![\\w]|[.,]\\d)`,
  'g',
)
const AMERICAN = /(?<![\w+./-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}([.-]))[2-9]\d{2}[ .-]\d{4}(?![\w]|[.-]\d)/g
const FRENCH = /(?<![\w+./-]|\d )0[1-79](?:([ .-])\d{2})(?:\1\d{2}){3}(?![\w]|[ .-]\d)/g
const BRITISH =
  /(?<![\w+./-])(?:07\d{3}[ -]\d{3}[ -]?\d{3}|0(?:1\d{3}|2\d) \d{3,4} \d{3,4}|\(0\d{2,4}\) ?\d{3,4} ?\d{3,4})(?![\w]|[ -]\d)/g
const GERMAN = /(?<![\w+./-])0(?:1[5-7]\d{1,2}|[2-9]\d{1,4})[ /]{1,3}\d{3,4}[ -]?\d{3,6}(?![\w])/g
export const phones = detector(TABLE, (scan, found) => {
  const { text } = scan
  const add = (pattern: RegExp, fits: (match: RegExpExecArray) => boolean): void => {
    for (const match of text.matchAll(pattern))
      if (fits(match)) found.push({ start: match.index, end: match.index + match[0].length, rule: 'phone number' })
  }
  add(INTERNATIONAL, (match) => {
    const digits = match[0].replace(/\D/g, '').replace(/^00/, '')
    if (digits.length < 8 || digits.length > 15 || /^(\d)\1+$/.test(digits)) return false
    return !digits.startsWith('1') || /^1[2-9]\d\d[2-9]?\d{6,7}$/.test(digits)
  })
  add(AMERICAN, () => true)
  // "0612 0642 0712" are times of a day.
  const isTimetable = (match: RegExpExecArray): boolean =>
    /^(?:(?:[01]\d|2[0-3])[0-5]\d[ ,]{1,2}){2,}/.test(`${match[0]} `)
  add(FRENCH, () => true)
  add(BRITISH, (match) => !isTimetable(match))
  add(GERMAN, () => true)
  findAnnounced(scan, found, ANNOUNCED_PHONE)
})

const MAC = /(?<![\w:.-])(?:[0-9a-f]{2}([:-]))(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![\w:-])/gi

export const macAddresses = detector(NEAR, ({ text }, found) => {
  for (const match of text.matchAll(MAC))
    found.push({ start: match.index, end: match.index + match[0].length, rule: 'mac address' })
})

export const plates = detector(TABLE, (scan, found) => findAnnounced(scan, found, PLATE))

const LINE = /(?<![A-Z0-9<])[A-Z0-9<]{28,46}(?![A-Za-z0-9<])/g
/** Dates of birth and expiry, each with its check digit. */
const DATES = /([0-9<]{6}[0-9])[MFX<]([0-9<]{6}[0-9])/
const WEIGHTS = [7, 3, 1] as const

/** The lines for machines on passports, visas and identity cards (ICAO 9303). */
export const machineReadableZones = detector(NEAR, ({ text }, found) => {
  if (!text.includes('<<')) return
  for (const match of text.matchAll(LINE))
    if (isLine(match[0]))
      found.push({ start: match.index, end: match.index + match[0].length, rule: 'machine-readable zone' })
})

function isLine(line: string): boolean {
  const [, birth, expiry] = DATES.exec(line) ?? []
  if (birth !== undefined && expiry !== undefined && isChecked(birth) && isChecked(expiry)) return true
  // The line of the names, or the first of an identity card, ends with fillers.
  return /^[A-Z][A-Z0-9<]*[A-Z0-9].*<<|^[A-Z]+<<[A-Z]/.test(line) && /<{2,}[A-Z]|<{4,}\d?$/.test(line)
}

/** The last digit is the sum of the others, with weights. */
function isChecked(field: string): boolean {
  const sum = Array.from(field.slice(0, -1)).reduce(
    (total, sign, at) => total + (sign === '<' ? 0 : Number.parseInt(sign, 36)) * (WEIGHTS[at % 3] ?? 0),
    0,
  )
  return sum % 10 === Number(field.at(-1))
}
