import { asFinding, endOfMatch, readCode, readPhrase } from './assignments.ts'
import { isSecretValue } from './judge-value.ts'
import { logins } from './logins.ts'
import { readValue, type Value } from './read-value.ts'
import type { Detect, Finding, Scan } from './scan.ts'
import { secretHits, type SecretHit } from './secret-hits.ts'
import { builtOnce, type Vocabulary } from './vocabulary.ts'

const expressions = builtOnce((vocabulary) => {
  const { oneOf } = vocabulary
  const purpose = purposeIn(vocabulary)
  const verb = oneOf(({ sentences }) => sentences?.verbs)
  const adverb = oneOf(({ sentences }) => sentences?.adverbs)
  const particle = oneOf(({ sentences }) => sentences?.particles, [':', '：', '—'])
  const users = oneOf(({ sentences }) => sentences?.users)
  const and = oneOf(({ sentences }) => sentences?.and, [',', String.raw`\/`])
  const andArticle = oneOf(({ sentences }) => sentences?.andArticles)
  return {
    said: new RegExp(
      String.raw`${purpose}?["'\x60*_)]{0,3}[ \t]{1,3}${verb}(?:[ \t]{1,3}${adverb})?[ \t]{0,2}:?[ \t]{1,3}`,
      'yi',
    ),
    setFor: new RegExp(
      String.raw`${purpose}["'\x60*_)]{0,3}[ \t]{0,3}(?:[:=]|->|\u2192|[-\u2013]{1,2}[ \t])[ \t]{0,6}`,
      'yi',
    ),
    unspaced: new RegExp(String.raw`[ \t]{0,2}${particle}[ \t]{0,3}[「『"'“]?`, 'y'),
    /** "must have 8 characters", in scripts without spaces. */
    counted: new RegExp(String.raw`^\d{1,3} ?${oneOf(({ sentences }) => sentences?.counters)}`),
    withUser: new RegExp(
      String.raw`${users}[ \t:=]{1,3}\S{1,60}[ \t]{0,2}${and}(?:[ \t]{1,2}${andArticle})?[ \t]{1,2}$`,
      'i',
    ),
  }
})

/** What a secret is for ("for the router", "vom WLAN", "I use at work"): up to seven words within the clause. */
function purposeIn({ oneOf }: Vocabulary): string {
  const purpose = oneOf(({ sentences }) => sentences?.purposes)
  const preposition = oneOf(({ sentences }) => sentences?.prepositions)
  return String.raw`(?:["'\x60*_)]{0,3}[ \t]{1,3}(?:\([^()\n]{1,60}\)|${purpose}|${preposition}(?:[ \t]{1,3}[^\s.,;:!?=]{1,40}){0,6}?))`
}

const DASHED = /["'`*_)]{0,3}[ \t]{1,3}[-\u2013\u2014]{1,2}[ \t]{1,4}/y
const UNSPACED_WORD = /[\u0400-\uffff]/
const NEAR = /[ \t]{1,3}/y

/** What sentences say: "the password for the router is …", "PIN 4711", "… is my password", "log in with x / y". */
export const sentences: Detect = (scan, found) => {
  for (const hit of secretHits(scan)) {
    const finding = said(scan, hit) ?? near(scan, hit)
    if (finding !== null) found.push(finding)
  }
  logins(scan, found)
}

function said(scan: Scan, hit: SecretHit): Finding | null {
  const { said: saidPattern, setFor, unspaced, counted } = expressions(scan.vocabulary)
  for (const [pattern, tie] of [
    [saidPattern, 'said'],
    [setFor, 'set'],
    [DASHED, 'near'],
    [unspaced, 'set'],
  ] as const) {
    if (pattern === unspaced && !UNSPACED_WORD.test(hit.word)) continue
    const from = endOfMatch(pattern, scan.text, hit.end)
    if (from === null || (pattern === unspaced && counted.test(scan.text.slice(from, from + 16)))) continue
    const value = valueFor(scan, hit, from)
    // In a script without spaces, letters of its own right after the word are the sentence.
    if (pattern === unspaced && value !== null && !/[!-~]/.test(value.text)) continue
    // What it must be like: \"8文字以上\".
    if (pattern === unspaced && value !== null && /^[^!-~]*\d{1,3}[^!-~]+$/.test(value.text)) continue
    // "8文字以上": what it must be like.
    if (pattern === unspaced && value !== null && /^[^!-~]*\d{1,3}[^!-~]+$/.test(value.text)) continue
    if (value !== null && isSecretValue(hit, value, tie, scan.vocabulary)) return asFinding(hit, value)
  }
  return null
}

function valueFor(scan: Scan, hit: SecretHit, from: number): Value | null {
  return (
    (hit.kind === 'passphrase' ? readPhrase(scan, from) : hit.kind === 'pin' ? readCode(scan, from) : null) ??
    readValue(scan, from)
  )
}

/** Right after the word: "and password hunter2", "PIN 4711", "API key 3f…". */
function near(scan: Scan, hit: SecretHit): Finding | null {
  const from = endOfMatch(NEAR, scan.text, hit.end)
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
