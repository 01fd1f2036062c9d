import { asFinding } from './assignments.ts'
import { valueAt } from './read-value.ts'
import { lineAfter, lineBefore, type Finding, type Scan } from './scan.ts'
import type { SecretHit } from './secret-hits.ts'
import { builtOnce } from './vocabulary.ts'

const expressions = builtOnce(({ oneOf }) => {
  const verb = oneOf(({ codes }) => codes?.verbs)
  const article = oneOf(({ codes }) => codes?.articles)
  const particle = oneOf(({ codes }) => codes?.particles, ['：'])
  const of = oneOf(({ codes }) => codes?.of)
  const ofArticle = oneOf(({ codes }) => codes?.ofArticles)
  const unit = oneOf(
    ({ codes }) => codes?.units,
    ['%', String.raw`[ap]\.?m\b`, String.raw`\u20ac`, String.raw`\$`, '[kmg]b', 'km', 'm', 'cm', 'mm', 'kg', 'g'],
  )
  const yearPreposition = oneOf(({ codes }) => codes?.yearPrepositions)
  const joiner = oneOf(({ codes }) => codes?.joiners)
  return {
    tie: new RegExp(
      String.raw`(?:[ \t]{0,2}(?:[:=#]|->|\u2192|[-\u2013\u2014]|['\u2019]s(?=[ \t]))` +
        String.raw`|[ \t]${verb}(?![\p{L}]):?(?:[ \t]${article})?|${particle})[ \t]{0,3}["'\x60*]{0,3}`,
      'giu',
    ),
    place: new RegExp(
      oneOf(({ codes }) => codes?.places),
      'iu',
    ),
    otherCode: new RegExp(String.raw`${oneOf(({ codes }) => codes?.otherCodes)}[ \t_-]{0,2}$`, 'i'),
    about: new RegExp(String.raw`^[ \t_-]{0,2}${oneOf(({ clauses }) => clauses?.about)}\b`, 'i'),
    /** "Gate code 2568", "PIN of the card 4711", "ПИН-код карты 4711" */
    beside: new RegExp(
      String.raw`^(?:[ \t]{1,3}(?:${of}[ \t]{1,2})?(?:${ofArticle}[ \t]{1,2})?\p{L}{3,14})??[ \t]{1,3}(?=\d)`,
      'u',
    ),
    unitAfter: new RegExp(String.raw`^(?:[ \t]?${unit}(?!\p{L})|[.,:/]\d|[-\u2013]\d|\w)`, 'iu'),
    yearBefore: new RegExp(String.raw`\b${yearPreposition}[ \t]*$`, 'i'),
    clauseEnd: new RegExp(String.raw`^[ \t]*(?:$|[.,;:!?)"'\x60|\u2014\u2013-]|${joiner}\b)`),
  }
})

/** The code of a door, an alarm, a bicycle lock: the clause names both, and ties digits to them. */
export function codeInClause(scan: Scan, hit: SecretHit, clause: string): Finding | null {
  const { tie, place, otherCode, about, beside } = expressions(scan.vocabulary)
  const before = lineBefore(scan.text, hit.start, 50)
  const near = /[^.!?;]*$/.exec(before)?.[0] ?? ''
  if (otherCode.test(before)) return null
  const name = scan.text.slice(hit.start, hit.end)
  for (const match of clause.matchAll(tie)) {
    const until = clause.slice(0, match.index)
    if (until.length > 60) break
    if (/\d{4}/.test(until)) break
    if (hit.kind !== 'pin' && !place.test(near) && !place.test(until) && !place.test(name)) continue
    const found = digitsAt(scan, hit, hit.end + match.index + match[0].length)
    if (found !== null) return found
  }
  const match = beside.exec(clause)
  if (
    match === null ||
    about.test(clause) ||
    (hit.kind === 'code' &&
      !place.test(near.slice(/,[ \t]*$/.test(near) ? 0 : -14)) &&
      !place.test(name) &&
      !place.test(match[0]))
  )
    return null
  const at = hit.end + match[0].length
  const found = digitsAt(scan, hit, at)
  return found !== null && expressions(scan.vocabulary).clauseEnd.test(afterDigits(scan, at)) ? found : null
}

const DIGITS =
  /(?:[A-Z]-?|[a-z](?=\d))?\d{3,8}(?:[ -]\d{2,6}){0,3}[A-ZА-Я#*]?(?![A-Z\d])|(?=[A-Z]{0,3}\d)[A-Z\d]{4,8}(?![\w])|\d{1,2}(?:[ -]\d{1,2}){2,4}/y

const digitsFrom = (text: string, at: number): string => {
  DIGITS.lastIndex = at
  return DIGITS.exec(text)?.[0] ?? ''
}
const afterDigits = (scan: Scan, at: number): string => lineAfter(scan.text, at + digitsFrom(scan.text, at).length, 24)

function digitsAt(scan: Scan, hit: SecretHit, at: number): Finding | null {
  const { unitAfter, yearBefore } = expressions(scan.vocabulary)
  const text = digitsFrom(scan.text, at)
  const count = text.replace(/\D/g, '').length
  if (
    count < (/[A-Z]\d|\d[A-Z]\d/.test(text) ? 3 : 4) ||
    count > 12 ||
    scan.marked(at) ||
    unitAfter.test(afterDigits(scan, at)) ||
    (/^(?:19|20)\d\d$/.test(text) && yearBefore.test(lineBefore(scan.text, at, 12)))
  )
    return null
  const end = /[#*]$/.test(text) ? text.length - 1 : text.length
  return { start: at, end: at + end, rule: hit.kind === 'code' ? 'pin' : asFinding(hit, valueAt(text, at)).rule }
}

const doorExpressions = builtOnce(({ oneOf }) => {
  const opened = oneOf(({ doors }) => doors?.opened)
  const by = oneOf(({ doors }) => doors?.with)
  const article = oneOf(({ doors }) => doors?.withArticles)
  const label = oneOf(({ doors }) => doors?.labels)
  const lock = oneOf(({ doors }) => doors?.locks)
  const setting = oneOf(({ doors }) => doors?.lockSettings, [':'])
  const enter = oneOf(({ doors }) => doors?.enter)
  const on = oneOf(({ doors }) => doors?.enterPrepositions)
  const entered = oneOf(({ doors }) => doors?.entered)
  const is = oneOf(({ doors }) => doors?.is)
  const your = oneOf(({ doors }) => doors?.your)
  const sentCode = oneOf(({ doors }) => doors?.sentCodes)
  const listKind = oneOf(({ doors }) => doors?.listKinds)
  const listNoun = oneOf(({ doors }) => doors?.listNouns)
  return {
    digits: [
      // "the alarm is disarmed with 8124"
      new RegExp(
        String.raw`\b${opened}\b[^.!?;\n\d]{0,30}?[ \t]${by}[ \t]{1,2}(?:${article}[ \t]{1,2}){0,2}["'\x60]?(\d(?:[ -]?\d){3,7})(?![\w.,/:-]*\d)`,
        'giu',
      ),
      // "gate: 4711", "lock set to 471"
      new RegExp(
        String.raw`\b${label}[ \t]{0,2}:[ \t]{1,3}(\d{4,6}[#*]?)(?![\w.,/:-]*\d)` +
          String.raw`|\b${lock}\b[^.!?;\n]{0,40}?${setting}[ \t]{1,3}(\d{3,6}|\d{1,2}(?:-\d{1,2}){2,3})(?![\w.,/:-]*\d)(?![ \t]?(?:px|m|km|kg|%|am|pm)\b)`,
        'giu',
      ),
      // "enter 4711 on the keypad"
      new RegExp(
        String.raw`\b${enter}[ \t]{1,2}["'\x60]?(\d(?:[ -]?\d){3,7})["'\x60]?[ \t]{1,2}${on}\b[^.!?;\n]{0,40}?${entered}`,
        'giu',
      ),
      // "471123 is your verification code"
      new RegExp(String.raw`(?:\bG-|\b(?=\d))(\d{4,8})[ \t]${is}[ \t]${your}\b[^.!?\n]{0,40}?\b${sentCode}\b`, 'giu'),
    ],
    list: new RegExp(
      String.raw`\b${listKind}[ -]?${listNoun}?[ \t]{0,2}[:=][ \t]{0,3}((?:[A-Za-z0-9]{3,10}(?:[ -][A-Za-z0-9]{3,10}){0,3}(?:,[ \t]{0,2}|[ \t]{0,2}$)){1,16})`,
      'gimu',
    ),
  }
})

/** Digits beside what they open, and lists of backup codes. */
export function doors(scan: Scan, found: Finding[]): void {
  if (!/\d{2}/.test(scan.text)) return
  const { digits, list } = doorExpressions(scan.vocabulary)
  for (const pattern of digits) {
    for (const match of scan.text.matchAll(pattern)) {
      const text = match[1] ?? match[2] ?? ''
      const start = match.index + match[0].lastIndexOf(text)
      if (!scan.marked(start)) found.push({ start, end: start + text.length, rule: 'pin' })
    }
  }
  for (const match of scan.text.matchAll(list)) {
    const codes = match[1] ?? ''
    const from = match.index + match[0].length - codes.length
    for (const code of codes.matchAll(/[A-Za-z0-9]{3,10}(?:[ -][A-Za-z0-9]{3,10}){0,3}/g))
      if (/\d/.test(code[0]) && code[0].length >= 6 && !scan.marked(from + code.index))
        found.push({ start: from + code.index, end: from + code.index + code[0].length, rule: 'pin' })
  }
}
