// Full-text search by trigrams. It finds parts of words, and words in scripts without spaces, but nothing shorter than
// three characters; except for two letters of a script without case, which often are a whole word (漢字).

const TRIGRAM_LENGTH = 3

/** The options of an FTS5 table for `trigramQuery`. Its text is made by `indexedText`. */
export const TRIGRAM_COLUMN = "tokenize='trigram case_sensitive 1', detail=none"

const CASELESS_PAIR = /^\p{Lo}{2}$/u
const CASELESS_RUNS = /\p{Lo}{2,}/gu
/** Before a pair of letters: together they are a trigram. A text that has it itself is only found once too often. */
const PAIR_MARK = '\u0001'

/** The text to index: in lower case, with all that makes pairs of letters of a script without case findable. */
export function indexedText(text: string): string {
  const pairs = new Set<string>()
  for (const [run] of text.matchAll(CASELESS_RUNS)) {
    const letters = [...run]
    for (const [at, letter] of letters.entries()) if (at > 0) pairs.add(`${PAIR_MARK}${letters[at - 1]}${letter}`)
  }
  return pairs.size === 0 ? text : `${text}\n${[...pairs].join('')}`
}

/** Whether the index can search for this word. */
export function isIndexable(word: string): boolean {
  return [...word].length >= TRIGRAM_LENGTH || CASELESS_PAIR.test(word)
}

/** The FTS5 query for texts with all trigrams of a word. Such a text need not have the word itself. */
export function trigramQuery(word: string): string {
  const characters = [...(CASELESS_PAIR.test(word) ? PAIR_MARK + word : word.toLowerCase())]
  return characters
    .slice(TRIGRAM_LENGTH - 1)
    .map(
      (_, at) =>
        `"${characters
          .slice(at, at + TRIGRAM_LENGTH)
          .join('')
          .replaceAll('"', '""')}"`,
    )
    .join(' AND ')
}
