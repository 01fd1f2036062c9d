export interface HighlightChunk {
  readonly text: string
  readonly found: boolean
}

/** A text cut where it has one of the words, without regard to case. */
export function highlightChunks(text: string, words: string): readonly HighlightChunk[] {
  const wanted = words
    .split(/\s+/)
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (wanted.length === 0) return [{ text, found: false }]
  return text
    .split(new RegExp(`(${wanted.join('|')})`, 'giu'))
    .map((piece, at) => ({ text: piece, found: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
