import type { Appearance } from '../../../shared/knowledge.ts'

// Whether a line of the memory comes back in an answer. Pure. Nobody knows what a model used; only what appears in its
// words can be said.

/** A character of a script that is written without spaces is a token of its own. */
const TOKEN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])[\p{L}\p{N}\p{M}])+/gu
const UNSPACED = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]$/u
/** Four words; in a script without spaces, two characters count as one. */
const MIN_WORDS = 4
const UNSPACED_WORD = 0.5

/** An answer, prepared for many lines. */
export interface Answer {
  readonly text: string
  readonly phrases: ReadonlySet<string>
}

export function answerOf(text: string): Answer {
  const tokens = tokensOf(text)
  return { text: joined(tokens), phrases: new Set(phrasesOf(tokens)) }
}

/** Case, punctuation, and the form of a character make no difference. */
export function appearance(line: string, { text, phrases }: Answer): Appearance | null {
  const value = valueOf(line)
  if (value !== null && text.includes(joined(value))) return 'value'
  return phrasesOf(tokensOf(line)).some((phrase) => phrases.has(phrase)) ? 'words' : null
}

function tokensOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .replaceAll(/['’](?=\p{L})/gu, '')
      .toLowerCase()
      .match(TOKEN) ?? []
  )
}

/** Between spaces, so that no word is found inside of another. */
const joined = (tokens: readonly string[]): string => ` ${tokens.join(' ')} `

const KEY = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?[^:：]{1,80}(?::\s|：|:\*\*\s)(.*)$/
/** A single letter or digit says nothing. */
const MIN_VALUE_CHARACTERS = 2

function valueOf(line: string): readonly string[] | null {
  const tokens = tokensOf(KEY.exec(line)?.[1] ?? '')
  return tokens.join('').length < MIN_VALUE_CHARACTERS ? null : tokens
}

/** Every shortest run of tokens that counts as four words. */
function phrasesOf(tokens: readonly string[]): readonly string[] {
  const phrases: string[] = []
  for (let from = 0; from < tokens.length; from++) {
    let words = 0
    for (let to = from; to < tokens.length && words < MIN_WORDS; to++) {
      words += UNSPACED.test(tokens[to] ?? '') ? UNSPACED_WORD : 1
      if (words >= MIN_WORDS) phrases.push(joined(tokens.slice(from, to + 1)))
    }
  }
  return phrases
}
