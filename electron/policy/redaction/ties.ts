import { firstPlace } from '../../../shared/first-place.ts'
import { type Candidate, candidatesIn } from './candidates.ts'
import type { Scan } from './scan.ts'
import { secretHits, type SecretHit } from './secret-hits.ts'
import { builtOnce } from './vocabulary.ts'

/**
 * How a value is tied to the word that announces it: `stated` by a sign or a verb right before the value, by the start of
 * the next line, or by nothing but a space; `close` in the same clause; `loose` further on.
 */
export type Tie = 'stated' | 'close' | 'loose'

/** Characters after and before a word in which its value may be. */
export const AFTER = 170
export const BEFORE = 90

const LIST_SIGN = String.raw`[ \t]*(?:[-*+•>|<·]{1,3}[ \t]*|\d{1,2}[.)][ \t]+)*`
/** Who speaks, and when: "[09:12] kai:", "**Dana:**", "Petra 18:03 –", "(lab group) Alba:", "A.". */
const SPEAKER =
  String.raw`(?:(?:[\[(<][^\]\n)>]{1,30}[\])>]|\d{1,2}[.:]\d\d(?:[.:]\d\d)?)[ \t,]*)?` +
  String.raw`(?:[qafrpво][.)][ \t]+|[\p{L}\p{N}_'’.-]{1,20}[ \t]\d{1,2}[.:]\d\d[ \t]+|\*{0,2}@?[\p{L}\p{N}_'’. -]{1,28}?(?:[ \t]?[\[(]?\d{1,2}[.:]\d\d[\])]?)?\*{0,2}[ \t]*(?:[:：>»「]|[-–—][ \t])\*{0,2}[ \t]*)?`
const OPENING = String.raw`(?:[\s"'\x60*_(«「『→]|<\/?[a-z]\w{0,10}[^<>\n]{0,80}>)*`

const expressions = builtOnce(({ oneOf }) => {
  const words = oneOf(({ sentences, clauses }) => [
    sentences?.verbs,
    clauses?.verbs,
    clauses?.to,
    clauses?.value,
    sentences?.as,
  ])
  const adverb = oneOf(({ sentences }) => sentences?.adverbs)
  const sign = String.raw`[:=→⇒»：＝|🔑🗝🔐]|(?<=[\p{L}\p{M}])[?？](?=[ \t]{1,2}(?:\S{3,64}|\p{Ll}{3,20}(?: \p{Ll}{3,20}){3,8})[ \t]{0,2}(?:[.,;(]|\n|$))|[-=~]>|(?<=[\s)])(?:[-–—]{1,2}|\/{1,2})(?=\s)|[—–]|(?<=\p{L})['’]s(?=[ \t])`
  const verb = String.raw`(?<!\p{L})${words}(?!\p{L})(?:[ \t]+${adverb}(?!\p{L})){0,2}[:,]?`
  return {
    /** In a text in lower case. */
    link: new RegExp(
      String.raw`(?:${sign}|${verb}|${oneOf(({ sentences }) => sentences?.particles)})${OPENING}|\n${LIST_SIGN}${SPEAKER}${OPENING}`,
      'gu',
    ),
    about: new RegExp(String.raw`^[ \t_-]{0,2}${oneOf(({ clauses }) => clauses?.about)}(?!\p{L})`, 'iu'),
    preposition: new RegExp(
      String.raw`(?<!\p{L})${oneOf(({ sentences }) => [sentences?.prepositions, sentences?.determiners])}[ \t]+$`,
      'iu',
    ),
  }
})

/** "Pass a `signal`", "pin the version". */
const VERBS = /^(?:pass|pin)$/
const OBJECT =
  /^[ \t]+(?:an?|the|it|this|that|these|those|them|in|all|both|each|every|your|our|my|any|null|undefined|true|false)\b/i

const announcing = new WeakMap<Scan, readonly SecretHit[]>()

/** The words that announce something: not names in code, and not what is only about passwords ("password policy"). */
export function announcingHits(scan: Scan): readonly SecretHit[] {
  const known = announcing.get(scan)
  if (known !== undefined) return known
  const found = secretHits(scan).filter((hit) => {
    const after = scan.text.slice(hit.end, hit.end + 30)
    const { about } = expressions(scan.vocabulary)
    return !about.test(after) && !(VERBS.test(hit.word) && OBJECT.test(after)) && !isInCode(scan, hit)
  })
  announcing.set(scan, found)
  return found
}

/** What is around the words of a text that announce a secret, read once for all of them. */
export interface Surroundings {
  /** In order. */
  readonly candidates: readonly Candidate[]
  /** Offsets at which a sign, a verb or a line break ends, with the quotes and brackets after it. In order. */
  readonly links: readonly number[]
  readonly isLink: (at: number) => boolean
}

const cache = new WeakMap<Scan, Surroundings>()

export function surroundings(scan: Scan): Surroundings {
  const known = cache.get(scan)
  if (known !== undefined) return known
  const { link } = expressions(scan.vocabulary)
  const candidates: Candidate[] = []
  const links: number[] = []
  for (const { start, end } of stretches(scan)) {
    candidates.push(...candidatesIn(scan.text.slice(start, end), start))
    for (const { index, 0: match } of scan.lower.slice(start, end).matchAll(link))
      links.push(start + index + match.length)
  }
  const places = new Set(links)
  const found = { candidates, links, isLink: (at: number) => places.has(at) }
  cache.set(scan, found)
  return found
}

/** The parts of the text near any of the words, each once. They begin and end between words. */
function stretches(scan: Scan): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = []
  for (const hit of announcingHits(scan)) {
    const start = lineOrWordStart(scan.text, Math.max(0, hit.start - BEFORE))
    const end = Math.min(scan.text.length, hit.end + AFTER + LONGEST_VALUE)
    const last = found.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else found.push({ start, end })
  }
  return found
}
/** A value that begins within reach may be this long. */
const LONGEST_VALUE = 200

function lineOrWordStart(text: string, from: number): number {
  let at = from
  while (at > 0 && from - at < 40 && !/\s/.test(text[at - 1] ?? '')) at -= 1
  return at
}

export function candidatesBetween(scan: Scan, from: number, to: number): readonly Candidate[] {
  const { candidates } = surroundings(scan)
  const found: Candidate[] = []
  for (let at = firstPlace(candidates, ({ start }) => start >= from); at < candidates.length; at += 1) {
    const candidate = candidates[at]
    if (candidate === undefined || candidate.start >= to) break
    found.push(candidate)
  }
  return found
}

export function tieOf(scan: Scan, cueEnd: number, start: number): Tie {
  const gap = scan.text.slice(cueEnd, start)
  if (/^[\s"'`*_)\]»”]*$/.test(gap) || surroundings(scan).isLink(start)) return 'stated'
  return /[.!;。！](?:\s|$)|[?？](?:[^\n]{12}|\s*\n)|\n/.test(gap) ? 'loose' : 'close'
}

/** Where in a stretch of the text a value would be stated, its start included. */
export function statedPlaces(scan: Scan, from: number, to: number): readonly number[] {
  const { links } = surroundings(scan)
  const places = [from + (/^[\s"'`*_)\]»”]*/.exec(scan.text.slice(from, Math.min(to, from + 20)))?.[0].length ?? 0)]
  for (
    let index = firstPlace(links, (link) => link > from);
    index < links.length && (links[index] ?? to) < to;
    index += 1
  )
    places.push(links[index] ?? to)
  return places
}

/** Whether a preposition or an article is right before: what follows is a thing, not a value. */
export const isNamedThing = ({ text, vocabulary }: Scan, start: number): boolean =>
  expressions(vocabulary).preposition.test(text.slice(Math.max(0, start - 24), start))

/** A name in code, an address or settings: what follows it is for `assignments` to judge. */
const CODE_AFTER =
  /^(?:[\w$@]|\??:[ \t]*string|\?:|-[a-z]{4}|["'`]?[)\]]?["'`]?(?:=|\(|\[)|["'`)\]][ \t]{0,12}[:=]|["'`](?:[,)\]}>"']|[ \t][\w-]+=)|\.\w)/
const CODE_BEFORE = /(?:[=&?$\\@#{]|\w:|\w[.[(])[["'`]?$|<$/
const UNSPACED_END = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]$/
const isInCode = ({ text }: Scan, { start, end, word }: SecretHit): boolean =>
  (!UNSPACED_END.test(word) && CODE_AFTER.test(text.slice(end, end + 24))) ||
  CODE_BEFORE.test(text.slice(Math.max(0, start - 3), start))

/** Where the reach of a word ends: after two sentences, or four lines. */
export function reachAfter(text: string, from: number): number {
  const reach = text.slice(from, from + AFTER)
  // A heading or a line that ends with a colon goes on below a blank line; a paragraph does not.
  const first = /\n[ \t]*\n/.exec(reach)?.index ?? reach.length
  const isHeading = first < 60 && !/[.!?;]/.test(reach.slice(0, first))
  const blank = isHeading ? (/\n[ \t]*\n/.exec(reach.slice(first + 2))?.index ?? reach.length) + first + 2 : first
  let lines = 0
  let sentences = 0
  for (let at = 0; at < Math.min(blank, reach.length); at += 1) {
    const sign = reach[at] ?? ''
    if (sign === '\n') lines += 1
    else if (/[。！？]/.test(sign) || (/[.!?]/.test(sign) && /^[ \t]+\p{Lu}/u.test(reach.slice(at + 1, at + 4))))
      sentences += 1
    if (lines > 4 || sentences > 1) return from + at
  }
  return from + Math.min(blank, reach.length)
}

/** Whether the sentence, the cell or the line ends after a value. */
export const endsClause = (text: string, end: number): boolean =>
  /^["'`*_»”」』)\]]{0,3}(?:[.,;!?。，、；]{0,2}(?:\s*$|\s*\n|\s+[-–—(|/])|[,;.。，、；।]|\s*[|<])/.test(
    text.slice(end, end + 12),
  )
