import { phraseOf } from '../../shared/phrase.ts'

interface Chunk {
  readonly text: string
  readonly found: boolean
}

/** Splits a line around a phrase, found as the store finds it: whatever its case and however wide its spaces. */
export function phraseChunks(text: string, typed: string): readonly Chunk[] {
  const phrase = phraseOf(typed)
  if (phrase === '') return [{ text, found: false }]
  const pattern = phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')
  return text
    .normalize('NFC')
    .split(new RegExp(`(${pattern})`, 'giu'))
    .map((piece, at) => ({ text: piece, found: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
