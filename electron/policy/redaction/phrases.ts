import { asFinding } from './assignments.ts'
import { valueAt } from './read-value.ts'
import type { Finding, Scan } from './scan.ts'
import type { SecretHit } from './secret-hits.ts'
import { endsClause, statedPlaces } from './ties.ts'
import { isOrdinaryWord } from './values.ts'
import { builtOnce } from './vocabulary.ts'

/** Words with single spaces between them, perhaps with a number at the end. */
const PHRASE = /\p{L}[\p{L}\p{M}'’-]{0,19}(?:[ ][\p{L}\d][\p{L}\p{M}'’\d-]{0,19}){2,9}/uy
const MOST_WORDS = 9

const expressions = builtOnce(({ all, oneOf }) => ({
  counted: new RegExp(`(?<!\\p{L})${oneOf(({ codes }) => codes?.units)}(?!\\p{L})`, 'iu'),
  ambiguous: new Set(all(({ names }) => names?.ambiguous)),
  joiners: new RegExp(`^ ${oneOf(({ sentences }) => [sentences?.joiners, sentences?.and])}(?!\\p{L})`, 'iu'),
  sentenceWords: new Set(
    all(({ values }) => [values?.sentenceWords, values?.functionWords, values?.ordinary]).map((word) =>
      word.toLowerCase(),
    ),
  ),
}))

/**
 * A passphrase of words with spaces ("copper kettle slow tide"), stated after a word for one, up to the end of its clause.
 * After a mere "password" its words are in lower case and none is a word of sentences.
 */
export function phraseAt(
  scan: Scan,
  hit: SecretHit,
  reach: number,
): (Finding & { readonly certainty: 'usual' | 'broad' }) | null {
  if (hit.kind !== 'passphrase' && hit.kind !== 'password') return null
  const { sentenceWords, joiners, ambiguous, counted } = expressions(scan.vocabulary)
  if (ambiguous.has(hit.word)) return null
  for (const start of statedPlaces(scan, hit.end, reach)) {
    PHRASE.lastIndex = start
    const phrase = untilJoiner(PHRASE.exec(scan.text)?.[0], joiners)
    if (
      phrase === undefined ||
      scan.marked(start) ||
      !(
        endsClause(scan.text, start + phrase.length) ||
        joiners.test(scan.text.slice(start + phrase.length, start + phrase.length + 16))
      )
    )
      continue
    const words = phrase.split(' ')
    if (words.length > MOST_WORDS || words.every((word) => word.length < 3)) continue
    const gap = scan.text.slice(hit.end, start)
    if (/[.!?;](?:\s|$)|,\s|\n[^\n]*\n/.test(hit.kind === 'passphrase' ? gap.replaceAll(/[,?]/g, '') : gap)) continue
    const isStart = isOrdinaryWord(words[0] ?? '', scan.vocabulary)
    const known = words.filter((word) => sentenceWords.has(word.toLowerCase())).length
    // "at least 12 characters": a rule.
    if (words.slice(0, -1).some((word) => /^\d/.test(word)) || /^word ?1/.test(phrase) || counted.test(phrase)) continue
    const isQuoted = /["'`“„«「]$/.test(gap)
    if (isQuoted ? known > words.length / 2 : isStart || !isUnusual(hit, { gap, phrase, known, count: words.length }))
      continue
    return { ...asFinding(hit, valueAt(phrase, start)), certainty: 'usual' }
  }
  return null
}

/** The phrase up to an "and" or a "but" after three words: from there the sentence goes on. */
function untilJoiner(phrase: string | undefined, joiners: RegExp): string | undefined {
  if (phrase === undefined) return undefined
  for (let at = phrase.indexOf(' '), words = 1; at >= 0; at = phrase.indexOf(' ', at + 1), words += 1)
    if (words >= 3 && joiners.test(phrase.slice(at))) return phrase.slice(0, at)
  return phrase
}

interface Phrase {
  readonly gap: string
  readonly phrase: string
  /** How many of its words are those of sentences. */
  readonly known: number
  readonly count: number
}

/** Right after the word the sentence goes on, unless none of its own words is among them. */
function isUnusual({ kind }: SecretHit, { gap, phrase, known, count }: Phrase): boolean {
  if (kind === 'password')
    return known === 0 && !/\p{Lu}/u.test(phrase) && /[:=→⇒：|>–—-][\s"'`*_(«]*$|\n[^\n]*$/.test(gap)
  return known <= (/^[\s"'`*_)\]»”]*$/.test(gap) ? 0 : /[:=][\s"'`*]*$/.test(gap) ? (count * 2) / 3 : count / 3)
}
