import { asFinding, endOfMatch, readCode, readPhrase } from './assignments.ts'
import { isSecretValue } from './judge-value.ts'
import { logins } from './logins.ts'
import { readValue, type Value } from './read-value.ts'
import { detector, type Finding, NEAR, type Scan } from './scan.ts'
import { secretHits, type SecretHit } from './secret-hits.ts'
import { builtOnce } from './vocabulary.ts'

const expressions = builtOnce(({ oneOf }) => {
  const adverb = oneOf(({ sentences }) => sentences?.adverbs)
  const particle = oneOf(({ sentences }) => sentences?.particles, [':', '：', '—'])
  const users = oneOf(({ sentences }) => sentences?.users)
  const and = oneOf(({ sentences }) => sentences?.and, [',', String.raw`\/`])
  const andArticle = oneOf(({ sentences }) => sentences?.andArticles)
  return {
    /** These three are for a text in lower case. */
    purpose: new RegExp(
      String.raw`["'\x60*_)]{0,3}[ \t]{1,3}(?:\([^()\n]{1,60}\)|${oneOf(({ sentences }) => sentences?.purposes)}|(?<preposition>${oneOf(({ sentences }) => sentences?.prepositions)}))`,
      'y',
    ),
    verb: new RegExp(
      String.raw`["'\x60*_)]{0,3}[ \t]{1,3}${oneOf(({ sentences }) => sentences?.verbs)}(?=[ \t:])`,
      'y',
    ),
    afterVerb: new RegExp(String.raw`(?:[ \t]{1,3}${adverb})?[ \t]{0,2}:?[ \t]{1,3}`, 'y'),
    unspaced: new RegExp(String.raw`[ \t]{0,2}${particle}[ \t]{0,3}[「『"'“]?`, 'y'),
    /** "must have 8 characters", in scripts without spaces. */
    counted: new RegExp(String.raw`^\d{1,3} ?${oneOf(({ sentences }) => sentences?.counters)}`),
    withUser: new RegExp(
      String.raw`${users}[ \t:=]{1,3}\S{1,60}[ \t]{0,2}${and}(?:[ \t]{1,2}${andArticle})?[ \t]{1,2}$`,
      'i',
    ),
  }
})

const WORD_OF_PURPOSE = /[ \t]{1,3}[^\s.,;:!?=]{1,40}/y
const MAX_WORDS_OF_PURPOSE = 6
const SIGN = /["'`*_)]{0,3}[ \t]{0,3}(?:[:=]|->|\u2192|[-\u2013]{1,2}[ \t])[ \t]{0,6}/y
const DASHED = /["'`*_)]{0,3}[ \t]{1,3}[-\u2013\u2014]{1,2}[ \t]{1,4}/y
const UNSPACED_WORD = /[\u0400-\uffff]/
const SPACE = /[ \t]{1,3}/y

/** What sentences say: "the password for the router is …", "PIN 4711", "… is my password", "log in with x / y". */
export const sentences = detector(NEAR, (scan, found) => {
  for (const hit of secretHits(scan)) {
    const finding = said(scan, hit) ?? near(scan, hit)
    if (finding !== null) found.push(finding)
  }
  logins(scan, found)
})

/** Where what a secret is for may end ("for the router", "vom WLAN", "I use at work"): up to seven words of the clause. */
function purposeEnds({ lower, vocabulary }: Scan, from: number): readonly number[] {
  const { purpose } = expressions(vocabulary)
  purpose.lastIndex = from
  const match = purpose.exec(lower)
  if (match === null) return []
  const ends = [purpose.lastIndex]
  for (let words = 0; match.groups?.['preposition'] !== undefined && words < MAX_WORDS_OF_PURPOSE; words += 1) {
    const end = endOfMatch(WORD_OF_PURPOSE, lower, ends.at(-1) ?? from)
    if (end === null) break
    ends.push(end)
  }
  return ends
}

/** Where the patterns end that follow each other from the first of the places from which they do. */
function firstEnd(patterns: readonly RegExp[], text: string, places: readonly number[]): number | null {
  for (const place of places) {
    const end = patterns.reduce<number | null>(
      (at, pattern) => (at === null ? null : endOfMatch(pattern, text, at)),
      place,
    )
    if (end !== null) return end
  }
  return null
}

function said(scan: Scan, hit: SecretHit): Finding | null {
  const { verb, afterVerb, unspaced, counted } = expressions(scan.vocabulary)
  const purposes = purposeEnds(scan, hit.end)
  for (const [patterns, tie, places] of [
    [[verb, afterVerb], 'said', [...purposes, hit.end]],
    [[SIGN], 'set', purposes],
    [[DASHED], 'near', [hit.end]],
  ] as const) {
    const from = firstEnd(patterns, scan.lower, places)
    const value = from === null ? null : valueFor(scan, hit, from)
    if (value !== null && isSecretValue(hit, value, tie, scan.vocabulary)) return asFinding(hit, value)
  }
  const from = UNSPACED_WORD.test(hit.word) ? endOfMatch(unspaced, scan.text, hit.end) : null
  if (from === null || counted.test(scan.text.slice(from, from + 16))) return null
  const value = valueFor(scan, hit, from)
  // Letters of that script right after the word are the sentence, and a number among them is what it must be like ("8文字以上").
  if (value === null || !/[!-~]/.test(value.text) || /^[^!-~]*\d{1,3}[^!-~]+$/.test(value.text)) return null
  return isSecretValue(hit, value, 'set', scan.vocabulary) ? asFinding(hit, value) : null
}

function valueFor(scan: Scan, hit: SecretHit, from: number): Value | null {
  return (
    (hit.kind === 'passphrase' ? readPhrase(scan, from) : hit.kind === 'pin' ? readCode(scan, from) : null) ??
    readValue(scan, from)
  )
}

/** Right after the word: "and password hunter2", "PIN 4711", "API key 3f…". */
function near(scan: Scan, hit: SecretHit): Finding | null {
  const from = endOfMatch(SPACE, scan.text, hit.end)
  const value = from === null ? null : readValue(scan, from)
  if (value === null) return null
  if (isSecretValue(hit, value, 'near', scan.vocabulary)) return asFinding(hit, value)
  if (
    hit.kind === 'password' &&
    expressions(scan.vocabulary).withUser.test(scan.text.slice(Math.max(0, hit.start - 120), hit.start)) &&
    isSecretValue(hit, value, 'said', scan.vocabulary)
  )
    return asFinding(hit, value)
  return null
}
