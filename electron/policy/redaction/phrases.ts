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

const expressions = builtOnce(({ all }) => ({
  sentenceWords: new Set(
    [
      ...all(({ values }) => values?.sentenceWords),
      ...all(({ values }) => values?.functionWords),
      ...all(({ values }) => values?.ordinary),
    ].map((word) => word.toLowerCase()),
  ),
}))

/**
 * A passphrase of words with spaces ("copper kettle slow tide"), stated after a word for one, up to the end of its clause.
 * After a mere "password" its words are in lower case and none is a word of sentences.
 */
export function phraseAt(
  scan: Scan,
  hit: SecretHit,
  rest: string,
): (Finding & { readonly certainty: 'usual' | 'broad' }) | null {
  if (hit.kind !== 'passphrase' && hit.kind !== 'password') return null
  const { sentenceWords } = expressions(scan.vocabulary)
  for (const place of statedPlaces(scan, rest)) {
    PHRASE.lastIndex = place
    const phrase = PHRASE.exec(rest)?.[0]
    const start = hit.end + place
    if (phrase === undefined || scan.marked(start) || !endsClause(scan.text, start + phrase.length)) continue
    const words = phrase.split(' ')
    if (words.length > MOST_WORDS || words.every((word) => word.length < 3)) continue
    const known = words.filter((word) => sentenceWords.has(word.toLowerCase())).length
    const isStart = isOrdinaryWord(words[0] ?? '', scan.vocabulary) || isOrdinaryWord(words[1] ?? '', scan.vocabulary)
    const gap = rest.slice(0, place)
    if (/[.!?;](?:\s|$)|,\s|\n[^\n]*\n/.test(hit.kind === 'passphrase' ? gap.replaceAll(',', '') : gap)) continue
    const isLower = /^[^\p{Lu}]+$/u.test(phrase)
    // Right after a mere "password" the sentence goes on.
    if (hit.kind === 'password' && !/[:=→⇒：|>–—-][\s"'`*_(«]*$|\n[^\n]*$/.test(gap)) continue
    const isQuoted = /["'`“„«「]$/.test(gap)
    if (
      isQuoted
        ? known > words.length / 2
        : isStart || (hit.kind === 'passphrase' ? known > words.length / 3 : known > 0 || !isLower)
    )
      continue
    return { ...asFinding(hit, valueAt(phrase, start)), certainty: 'usual' }
  }
  return null
}
