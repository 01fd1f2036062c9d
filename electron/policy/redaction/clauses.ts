import { asFinding } from './assignments.ts'
import { codeInClause, doors } from './door-codes.ts'
import { valueAt } from './read-value.ts'
import { lineAfter, lineBefore, type Detect, type Finding, type Scan } from './scan.ts'
import { secretHits, type SecretHit } from './secret-hits.ts'
import { alternations, isCodeName, isReference, isScheme, looksChosen } from './values.ts'
import { builtOnce } from './vocabulary.ts'

/**
 * Secrets announced anywhere in a clause, in any order of words. This rule is loose, so the value must be unlikely as
 * ordinary text: for a password letters and digits, for a door code digits tied to both the code and the door.
 */
export const clauses: Detect = (scan, found) => {
  const uncommon = nextUncommon(scan.text)
  for (const hit of secretHits(scan)) {
    // Without a digit or a symbol in reach, there is nothing that this reading would take.
    if (uncommon(hit.end) - hit.end > 2 * CLAUSE_REACH) continue
    const finding =
      hit.kind === 'key' || hit.kind === 'lock' || hit.kind === 'licence' || hit.kind === 'codes'
        ? null
        : hit.kind === 'code' || hit.kind === 'pin'
          ? codeInClause(scan, hit, clauseAfter(scan, hit.end))
          : (linked(scan, hit) ?? adjacent(scan, hit) ?? answered(scan, hit))
    if (finding !== null) found.push(finding)
  }
  doors(scan, found)
  unlocking(scan, found)
  networks(scan, found)
}

const CLAUSE_REACH = 110
const UNCOMMON = /[\d!@#$%^&*+=?]/g

/** Called with growing offsets: where the next digit or symbol is. */
function nextUncommon(text: string): (from: number) => number {
  let next = -1
  return (from) => {
    if (next < from) {
      UNCOMMON.lastIndex = from
      next = UNCOMMON.exec(text)?.index ?? Infinity
    }
    return next
  }
}

/** The rest of the clause on this line. */
const clauseAfter = (scan: Scan, from: number): string =>
  /^(?:[^.!?;\n]|[.?](?![\s"')]|$)|!(?![ \t]+\p{Lu}))*/u.exec(lineAfter(scan.text, from, CLAUSE_REACH))?.[0] ?? ''

const expressions = builtOnce(({ oneOf }) => {
  const verb = oneOf(({ clauses }) => clauses?.verbs)
  const changed = oneOf(({ clauses }) => clauses?.changed)
  const to = oneOf(({ clauses }) => clauses?.to)
  const value = oneOf(
    ({ clauses }) => clauses?.value,
    ['=', '->', '=>', String.raw`\u2192`, String.raw`[-\u2013\u2014]{1,2}`],
  )
  const is = oneOf(({ networks }) => networks?.verbs)
  return {
    about: new RegExp(String.raw`^[ \t_-]{0,2}${oneOf(({ clauses }) => clauses?.about)}\b`, 'i'),
    link: new RegExp(
      String.raw`(?:(?:^|[ \t])(?:${verb}|${changed}(?:[ \t]+\S{1,20}){0,4}?[ \t]+${to})[ \t]{1,3}` +
        String.raw`|(?:^|[ \t])${value}[ \t]{1,3}|:[ \t]{1,3})["'\x60\u00ab]?([^\s"'\x60\u00ab\u00bb<>()]{6,64})`,
      'gi',
    ),
    changing: new RegExp(String.raw`(?:^|[ \t])${oneOf(({ clauses }) => clauses?.changing)}[ \t]`, 'iu'),
    changedTo: new RegExp(String.raw`^[ \t]{1,3}${to}[ \t]{1,3}["'\x60]?([^\s"'\x60<>()]{6,64})`, 'i'),
    weakFollower: new RegExp(String.raw`^[ \t]{0,3}(?:$|${oneOf(({ clauses }) => clauses?.weakFollowers)}[ \t])`, 'i'),
    token: new RegExp(`^${oneOf(({ clauses }) => clauses?.tokens)}$`),
    tokenOwner: new RegExp(
      String.raw`\b${oneOf(({ clauses }) => clauses?.tokenOwners)}[ \t_-]{1,2}$|^api|^access`,
      'i',
    ),
    question: new RegExp(
      String.raw`^[^?\n]{0,70}\?[ \t]*(?:\r?\n[ \t]*){1,2}` +
        String.raw`(?:[\p{L}\d _.-]{1,24}[:>]|[-*>]|\[[^\]\n]{1,30}\][ \t]?[\p{L}\d _.-]{0,24}[:>]?)?[ \t]*` +
        String.raw`${oneOf(({ clauses }) => clauses?.answers)}?[ \t]*["'\x60]?([^\s"'\x60]{4,64})["'\x60]?[ \t]*[.!]?[ \t]*(?:\r?\n|$)`,
      'u',
    ),
    unlocking: new RegExp(
      String.raw`\b${oneOf(({ unlocking }) => unlocking?.verbs)}\b[^.!?;\n]{0,30}?` +
        String.raw`[ \t]${oneOf(({ unlocking }) => unlocking?.with)}[ \t]{1,2}["'\x60]?([^\s"'\x60<>()]{6,64})`,
      'giu',
    ),
    protecting: new RegExp(
      oneOf(({ unlocking }) => unlocking?.protecting),
      'i',
    ),
    network: new RegExp(
      String.raw`\b${oneOf(({ networks }) => networks?.names)}\b[^\n]{0,60}?` +
        String.raw`(?:\b${oneOf(({ networks }) => networks?.keys)}\b(?:[ \t]${is}\b)?[ \t:=]{1,3}|[ \t]\/[ \t])` +
        String.raw`["'\x60]?([^\s"'\x60<>()]{6,64})`,
      'giu',
    ),
  }
})

/** "the secret they gave us is …", "the password that opens it: …", "he cambiado la contraseña a …". */
function linked(scan: Scan, hit: SecretHit): Finding | null {
  const { about, link, weakFollower, changing, changedTo } = expressions(scan.vocabulary)
  const clause = clauseAfter(scan, hit.end)
  if (about.test(clause)) return null
  for (const match of clause.matchAll(link)) {
    const value = match[1] ?? ''
    const at = match.index + match[0].length - value.length
    // A list of parameters, a line of code.
    if (/[(){}[\];=]|,.*:$/.test(clause.slice(0, match.index + match[0].trimEnd().length - value.length).trimEnd()))
      break
    if (hit.kind === 'weak' && !weakFollower.test(clause.slice(0, match.index))) break
    const found = strong(scan, hit, hit.end + at, value)
    if (found !== null) return found
  }
  const to = changedTo.exec(clause)
  if (to === null || !changing.test(lineBefore(scan.text, hit.start, 60))) return null
  return strong(scan, hit, hit.end + to[0].length - (to[1] ?? '').length, to[1] ?? '')
}

const ADJACENT =
  /^(?:(?:['\u2019]s)?[ \t]{1,3}|,[ \t]{1,3}|[ \t]{0,2}\([ \t]{0,2}["'`\u00ab]?|:[ \t]{1,3}[\p{L}-]{2,16}[ \t]{1,2})([^\s"'`\u00ab\u00bb<>()]{6,64})/u

/** Right beside the word, where the sentence continues: "use password … to open", "the password, …, is". */
function adjacent(scan: Scan, hit: SecretHit): Finding | null {
  if (hit.kind !== 'password') return shortToken(scan, hit)
  const match = ADJACENT.exec(clauseAfter(scan, hit.end))
  return match === null ? null : strong(scan, hit, hit.end + match[0].length - (match[1] ?? '').length, match[1] ?? '')
}

/** "the API token … belongs to the bot": short, and plainly not a word. */
function shortToken(scan: Scan, hit: SecretHit): Finding | null {
  const { token, tokenOwner } = expressions(scan.vocabulary)
  const before = lineBefore(scan.text, hit.start, 20)
  if (!token.test(hit.word) || !tokenOwner.test(`${before}${hit.word === 'token' ? '' : hit.word}`)) return null
  const match = /^[ \t]{1,3}["'`]?([A-Za-z0-9_-]{10,64})(?![\w./(-])/.exec(clauseAfter(scan, hit.end))
  const text = match?.[1] ?? ''
  return match !== null && alternations(text) >= 3 && /[A-Za-z]/.test(text)
    ? strong(scan, hit, hit.end + match[0].length - text.length, text)
    : null
}

const NO_VALUE =
  /^(?:base\d\d\b|\d{1,4}[-/.:]\d|\d+(?:st|nd|rd|th|px|ms|min|kb|mb|gb|k|x|[-\u2013]\p{L}+)?$|v?\d+(?:\.\d+)+|https?:|\/|~|\.{1,2}\/|[\w.-]+\.(?:[a-z]{2,5})(?:$|[/:])|[\w.-]+@[\w-]+\.|Q[1-4]|[A-Z]{2,6}-\d+$|[0-9a-f]{8}-[0-9a-f]{4}-|#)/iu

/**
 * A value with letters beside digits (or symbols within letters) that does not look like an identifier, a place or a
 * time.
 */
function strong(scan: Scan, hit: SecretHit, start: number, raw: string): Finding | null {
  const text = raw.replace(/[.,;:)\]}]+$/, '')
  if (
    text.length < 6 ||
    scan.marked(start) ||
    !/\p{L}/u.test(text) ||
    !(/\d/.test(text) || /\p{L}[!@#$%^&*+=?]+\p{L}/u.test(text))
  )
    return null
  if (
    isReference(text) ||
    isScheme(text) ||
    NO_VALUE.test(text) ||
    isCodeName(text) ||
    !looksChosen(text) ||
    /[\u3040-\u9fff\uac00-\ud7af]/.test(text)
  )
    return null
  if (hit.kind === 'weak' && (text.length < 8 || !/\d/.test(text))) return null
  return asFinding(hit, valueAt(text, start))
}

/** Asked for on one line and given on the next. */
function answered(scan: Scan, hit: SecretHit): Finding | null {
  const match = expressions(scan.vocabulary).question.exec(scan.text.slice(hit.end, hit.end + 200))
  const text = match?.[1]?.replace(/[.!]$/, '') ?? ''
  const start = match === null ? 0 : hit.end + match[0].lastIndexOf(text)
  return match !== null && looksChosen(text) && /\d/.test(text) ? strong(scan, hit, start, text) : null
}

/** "the zip is encrypted with …": without any word for a password. */
function unlocking(scan: Scan, found: Finding[]): void {
  const { unlocking: pattern, protecting } = expressions(scan.vocabulary)
  for (const match of scan.text.matchAll(pattern)) {
    const finding = namelessPassword(scan, match)
    const named = protecting.test(match[0])
      ? /^(?:[A-Z]{2,}[-_]?\d+|[a-z]{1,4}\d{1,3}|\p{L}+-\d+)$/u
      : /^\p{L}+-?\d{1,3}$/u
    if (finding !== null && !named.test((match[1] ?? '').replace(/[.,]$/, ''))) found.push(finding)
  }
}

/** A network's name with its key: "network HomeNet / …", "wifi is CasaAna and the key is …". */
function networks(scan: Scan, found: Finding[]): void {
  for (const match of scan.text.matchAll(expressions(scan.vocabulary).network)) {
    const finding = namelessPassword(scan, match)
    if (finding !== null && !/^[a-z]+\d$/.test(match[1] ?? '')) found.push(finding)
  }
}

/** The end of a match as a password that no word announced. */
function namelessPassword(scan: Scan, match: RegExpExecArray): Finding | null {
  const text = match[1] ?? ''
  const hit: SecretHit = { kind: 'password', word: 'password', start: match.index, end: match.index }
  return strong(scan, hit, match.index + match[0].length - text.length, text)
}
