interface HighlightChunk {
  readonly text: string
  readonly found: boolean
}

/** Splits a text around the words, ignoring case. */
export function highlightChunks(text: string, words: string): readonly HighlightChunk[] {
  const patterns = words
    .split(/\s+/)
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (patterns.length === 0) return [{ text, found: false }]
  return text
    .split(new RegExp(`(${patterns.join('|')})`, 'giu'))
    .map((piece, at) => ({ text: piece, found: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
