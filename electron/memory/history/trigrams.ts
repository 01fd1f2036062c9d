// Full text by trigrams: it finds parts of words, and words in writing that puts no spaces between them, but nothing
// shorter than three characters.

const LENGTH = 3

/** How an FTS5 table keeps text for `matching`; what is put into it has to be in lower case. */
export const TRIGRAM_COLUMN = "tokenize='trigram case_sensitive 1', detail=none"

/** Can the index be asked for this word? */
export function isIndexed(word: string): boolean {
  return [...word].length >= LENGTH
}

/** What FTS5 is asked: texts that have all trigrams of a word. Whether they have the word, only they themselves tell. */
export function matching(word: string): string {
  const signs = [...word.toLowerCase()]
  return signs
    .slice(LENGTH - 1)
    .map(
      (_, at) =>
        `"${signs
          .slice(at, at + LENGTH)
          .join('')
          .replaceAll('"', '""')}"`,
    )
    .join(' AND ')
}
