/** What stands in the place of something redacted: "[redacted: api key]", or dots. */
const MARK = /\[redacted: ([^[\]\n]{1,64})\]|•{8,}/g

export interface MarkPiece {
  readonly text: string
  /** The rule's name when the piece is a mark ('' when it is dots); `null` for what stands between. */
  readonly rule: string | null
}

/** A text cut at its marks. */
export function markPieces(text: string): readonly MarkPiece[] {
  const pieces: MarkPiece[] = []
  let from = 0
  for (const match of text.matchAll(MARK)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), rule: null })
    pieces.push({ text: match[0], rule: match[1] ?? '' })
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), rule: null })
  return pieces
}

export function countMarks(text: string | null | undefined): number {
  return text == null ? 0 : [...text.matchAll(MARK)].length
}

const FIRST_PRIVATE_CODE = 0xe000
const MAX_MARKS = 1000

/**
 * Marks as single signs, so that a diff by words takes each as one word, and back. Texts that use such signs
 * themselves, or hold too many marks, go through as they are.
 */
export function markCodec(...texts: readonly string[]): {
  readonly fold: (text: string) => string
  readonly unfold: (text: string) => string
} {
  const marks = [...new Set(texts.flatMap((text) => [...text.matchAll(MARK)].map(([mark]) => mark)))]
  if (marks.length === 0 || marks.length > MAX_MARKS || texts.some((text) => /[\uE000-\uE3E8]/.test(text)))
    return { fold: (text) => text, unfold: (text) => text }
  return {
    fold: (text) => text.replace(MARK, (mark) => String.fromCharCode(FIRST_PRIVATE_CODE + marks.indexOf(mark))),
    unfold: (text) =>
      text.replace(/[\uE000-\uE3E8]/g, (sign) => marks[sign.charCodeAt(0) - FIRST_PRIVATE_CODE] ?? sign),
  }
}
