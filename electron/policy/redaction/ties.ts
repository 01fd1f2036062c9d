import type { Scan } from './scan.ts'
import type { SecretHit } from './secret-hits.ts'
import { builtOnce } from './vocabulary.ts'

/**
 * How a value is tied to the word that announces it: `stated` by a sign or a verb right before the value, by the start of
 * the next line, or by nothing but a space; `close` in the same clause; `loose` further on.
 */
export type Tie = 'stated' | 'close' | 'loose'

const LIST_SIGN = String.raw`[ \t]*(?:[-*+•>|<·]{1,3}[ \t]*|\d{1,2}[.)][ \t]+)*`
/** Who speaks, and when: "[09:12] kai:", "**Dana:**", "Petra 18:03 –", "(lab group) Alba:". */
const SPEAKER =
  String.raw`(?:(?:[\[(<][^\]\n)>]{1,30}[\])>]|\d{1,2}[.:]\d\d(?:[.:]\d\d)?)[ \t,]*)?` +
  String.raw`(?:[QAFRPВО][.)][ \t]+|\*{0,2}@?[\p{L}\p{N}_'’. -]{1,28}?(?:[ \t]?[\[(]?\d{1,2}[.:]\d\d[\])]?)?\*{0,2}[ \t]*(?:[:：>»]|[-–—][ \t])\*{0,2}[ \t]*)?`
const OPENING = String.raw`[\s"'\x60*_(«「『→]*`

const expressions = builtOnce(({ oneOf }) => {
  const verb = oneOf(({ sentences }) => sentences?.verbs)
  const clauseVerb = oneOf(({ clauses }) => clauses?.verbs)
  const to = oneOf(({ clauses }) => clauses?.to)
  const as = oneOf(({ sentences }) => sentences?.as)
  const adverb = oneOf(({ sentences }) => sentences?.adverbs)
  const particle = oneOf(({ sentences }) => sentences?.particles)
  const sign = String.raw`[:=→⇒»：＝|]|[-=~]>|::|(?<=[\s)])[-–—]{1,2}(?=\s)|[—–]`
  const words = String.raw`(?<!\p{L})(?:${verb}|${clauseVerb}|${to}|${as})(?!\p{L})(?:[ \t]+${adverb}(?!\p{L})){0,2}[:,]?`
  return {
    link: new RegExp(String.raw`(?:${sign}|${words}|${particle})${OPENING}$`, 'iu'),
    everyLink: new RegExp(String.raw`(?:${sign}|${words})${OPENING}|\n${LIST_SIGN}${SPEAKER}${OPENING}`, 'giu'),
    lineStart: new RegExp(String.raw`\n${LIST_SIGN}${SPEAKER}${OPENING}$`, 'u'),
    preposition: new RegExp(
      String.raw`(?<!\p{L})${oneOf(({ sentences }) => [...(sentences?.prepositions ?? []), ...(sentences?.determiners ?? [])])}[ \t]+$`,
      'iu',
    ),
  }
})

/** @param between the word and the value */
export function tieOf({ vocabulary }: Scan, between: string): Tie {
  const { link, lineStart } = expressions(vocabulary)
  const gap = between.includes('<') ? between.replaceAll(/<\/?\w[^<>]{0,80}>/g, ' ') : between
  if (/^[\s"'`*_)\]»”]*$/.test(gap) || link.test(gap) || lineStart.test(gap)) return 'stated'
  return /[.!;。！](?:\s|$)|[?？](?:[^\n]{12}|\s*\n)|\n/.test(gap) ? 'loose' : 'close'
}

/** Where in a stretch a value would be stated, the start included. */
export const statedPlaces = ({ vocabulary }: Scan, stretch: string): readonly number[] => [
  /^[\s"'`*_)\]»”]*/.exec(stretch)?.[0].length ?? 0,
  ...[...stretch.matchAll(expressions(vocabulary).everyLink)].map((match) => match.index + match[0].length),
]

/** Whether a preposition or an article is right before: what follows is a thing, not a value. */
export const isNamedThing = ({ text, vocabulary }: Scan, start: number): boolean =>
  expressions(vocabulary).preposition.test(text.slice(Math.max(0, start - 24), start))

/** A name in code, an address or settings: what follows it is for `assignments` to judge. */
const CODE_AFTER =
  /^(?:[\w$@]|["'`]?[)\]]?["'`]?(?:=|\(|\[)|["'`)\]][ \t]{0,12}[:=]|["'`](?:[,)\]}>]|[ \t][\w-]+=)|\.\w)/
const CODE_BEFORE = /(?:[=&?$\\@#{]|\w:|\w[.[(])[["'`]?$|<$/
const UNSPACED_END = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]$/
export const isInCode = ({ text }: Scan, { start, end, word }: SecretHit): boolean =>
  (!UNSPACED_END.test(word) && CODE_AFTER.test(text.slice(end, end + 24))) ||
  CODE_BEFORE.test(text.slice(Math.max(0, start - 3), start))

/** Up to two sentences, or the next four lines. */
export function reachAfter(text: string, from: number, most: number): string {
  const reach = text.slice(from, from + most)
  // A heading or a line that ends with a colon goes on below a blank line; a paragraph does not.
  const first = /\n[ \t]*\n/.exec(reach)?.index ?? reach.length
  const blank = /[.!?;]|^.{60}/s.test(reach.slice(0, first))
    ? first
    : (/\n[ \t]*\n/.exec(reach.slice(first + 2))?.index ?? reach.length) + first + 2
  const end = Math.min(blank, [...reach.slice(0, blank).matchAll(/\n/g)][4]?.index ?? reach.length)
  const sentences = [...reach.slice(0, end).matchAll(/[.!?](?=[ \t]+\p{Lu})|[。！？]/gu)]
  return reach.slice(0, sentences[1]?.index ?? end)
}

/** Whether the sentence, the cell or the line ends after a value. */
export const endsClause = (text: string, end: number): boolean =>
  /^["'`*_»”」』)\]]{0,3}(?:[.,;!?。，、；]{0,2}(?:\s*$|\s*\n|\s+[-–—(|/])|[,;.。，、；]|\s*[|<])/.test(
    text.slice(end, end + 12),
  )
