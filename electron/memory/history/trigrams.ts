// Full-text search by trigrams. It finds parts of words, and words in scripts without spaces, but nothing shorter than
// three characters.

const TRIGRAM_LENGTH = 3

/** The options of an FTS5 table for `trigramQuery`. Its text must be in lower case. */
export const TRIGRAM_COLUMN = "tokenize='trigram case_sensitive 1', detail=none"

/** Whether the index can search for this word. */
export function isIndexable(word: string): boolean {
  return [...word].length >= TRIGRAM_LENGTH
}

/** The FTS5 query for texts with all trigrams of a word. Such a text need not have the word itself. */
export function trigramQuery(word: string): string {
  const characters = [...word.toLowerCase()]
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
