import { NATIONAL_NUMBERS } from './national-table.ts'
import { wordsBefore } from './payment.ts'
import { lineAfter, placesOf, type Detect } from './scan.ts'
import { builtOnce } from './vocabulary.ts'

const expressions = builtOnce(({ oneOf }) => {
  const phone = oneOf(({ personal }) => personal?.phone)
  const phoneUnbounded = oneOf(({ personal }) => personal?.phoneUnbounded, [String.raw`\u260e`, String.raw`\u{1f4de}`])
  const numbered = oneOf(({ personal }) => personal?.numbered, NUMBERED_PRODUCTS)
  const at = oneOf(({ personal }) => personal?.at, ['@'])
  const dot = oneOf(({ personal }) => personal?.dot, [String.raw`\.`])
  return {
    spelledEmail: new RegExp(
      String.raw`(?<![\w.+-])[\w.+-]{1,64} ?[[({<]${at}[\])}>] ?[\w-]{1,63}(?:(?: ?[[({<]${dot}[\])}>] ?|\.)[\w-]{2,63}){1,5}`,
      'gi',
    ),
    phoneWord: new RegExp(
      String.raw`(?:\b${phone}\b|${phoneUnbounded})[^\d\n\p{L}#]{0,8}` +
        String.raw`(?:${oneOf(({ personal }) => personal?.phoneFollowers)}(?!\p{L})[^\d\n\p{L}#]{0,6}){0,3}$`,
      'iu',
    ),
    version: new RegExp(
      String.raw`(?:\b${numbered}\.?[ :=#-]{0,3}|§ ?|[A-Za-z]\/|[<>=~^]=? ?|["'\x60](?:[\w-]*version|v)["'\x60]: ?["'\x60])$`,
      'i',
    ),
    passports: new RegExp(
      oneOf(({ personal }) => personal?.passports),
      'i',
    ),
    drivingLicences: new RegExp(
      oneOf(({ personal }) => personal?.drivingLicences),
      'i',
    ),
  }
})

/** Programs and formats whose versions look like addresses of version 4. */
const NUMBERED_PRODUCTS =
  `v npm node python java php ruby kernel linux macos git excel office acrobat firmware driver sdk api chrome firefox safari
  edge windows android ios oid`.split(/\s+/)

export const nationalNumbers: Detect = ({ text, vocabulary }, found) => {
  for (const { rule, shape, valid, words: announcing } of NATIONAL_NUMBERS) {
    const words = typeof announcing === 'string' ? expressions(vocabulary)[announcing] : announcing
    if (words !== undefined && !words.test(text)) continue
    for (const match of text.matchAll(shape)) {
      const end = match.index + match[0].length
      const plain = match[0].replace(/[^A-Za-z0-9&Ñ+-]|[+-](?=\d{4}$|\d{1,3}$|\d{2,3}[- ]?\d)|[ -]/g, '')
      const bare = /finnish/.test(rule) ? match[0] : plain.replace(/[+-]/g, '')
      if (words !== undefined && !wordsBefore(text, match.index, words) && !words.test(lineAfter(text, end, 25)))
        continue
      if (valid(bare))
        found.push({ start: match.index, end, rule, certainty: words === undefined ? 'certain' : 'usual' })
    }
  }
}

const LOCAL = /[\p{L}\p{N}._%+'!#$&*/=?^{|}~-]{1,64}$/u
const DOMAIN =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:\p{L}{2,24}|xn--[a-z0-9-]{2,40})(?![\p{L}\p{N}])/uy
const FILE_ENDING = /\.(?:png|jpe?g|gif|svg|webp|ico|js|ts|mjs|css|json|md|txt|html?|tgz|zip|lock|ya?ml)$/i

export const emails: Detect = ({ text, vocabulary }, found) => {
  for (const at of placesOf(text, '@')) {
    DOMAIN.lastIndex = at + 1
    const host = DOMAIN.exec(text)?.[0]
    if (host === undefined || FILE_ENDING.test(host)) continue
    const local = LOCAL.exec(text.slice(Math.max(0, at - 64), at))?.[0].replace(/^(?:.*=)?[^\p{L}\p{N}_]*/u, '') ?? ''
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
}

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
const NATIONAL = /(?<![\w+.])\(?\d(?:[ .\-/()]{0,2}\d){5,14}(?![\w]|[.,:]\d)/g

export const phones: Detect = ({ text, vocabulary }, found) => {
  const { phoneWord } = expressions(vocabulary)
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
  add(FRENCH, () => true)
  add(BRITISH, () => true)
  add(GERMAN, () => true)
  if (!/\d{2}/.test(text)) return
  add(NATIONAL, (match) => {
    const digits = match[0].replace(/\D/g, '').length
    return (
      digits >= 6 &&
      digits <= 15 &&
      !/^(?:19|20)\d\d[-./]\d\d?[-./]\d\d?$/.test(match[0]) &&
      wordsBefore(text, match.index, phoneWord, 40)
    )
  })
}

const V4 = /(?<![\w.+-]|[\^~@])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w-]|\.\d)/g
const V6 = /(?<![\w:.-])(?:[0-9a-f]{0,4}:){2,8}(?:[0-9a-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?(?![\w:-]|\.\d)/gi

export const ipAddresses: Detect = ({ text, vocabulary }, found) => {
  const { version } = expressions(vocabulary)
  for (const match of text.matchAll(V4)) {
    const address = match[0]
    if (/^(?:0\.0\.0\.0|127\.|255\.|0\.|1\.[0-2]\.[0-9]\.[0-9]$)/.test(address) && address !== '1.1.1.1') continue
    const before = text.slice(Math.max(0, match.index - 40), match.index)
    if (version.test(before) && !/(?:ip|host|addr\w*|server|client|from|remote)["'`]? ?[:=] ?["'`]?$/i.test(before))
      continue
    // A whole network does not identify a person.
    if (
      address.endsWith('.0') &&
      /^\/\d/.test(text.slice(match.index + address.length, match.index + address.length + 2))
    )
      continue
    found.push({ start: match.index, end: match.index + address.length, rule: 'ip address' })
  }
  for (const match of text.matchAll(V6))
    if (isV6(match[0])) found.push({ start: match.index, end: match.index + match[0].length, rule: 'ip address' })
}

function isV6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2 || /^::1?$/.test(text) || !/\d/.test(text)) return false
  const groups = text.split(':').filter((group) => group !== '').length + (text.includes('.') ? 1 : 0)
  return halves.length === 2 ? groups <= 7 && groups >= 2 : groups === 8
}

const MAC = /(?<![\w:.-])(?:[0-9a-f]{2}([:-]))(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![\w:-])/gi

export const macAddresses: Detect = ({ text }, found) => {
  for (const match of text.matchAll(MAC))
    found.push({ start: match.index, end: match.index + match[0].length, rule: 'mac address' })
}
