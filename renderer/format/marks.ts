/** Redaction marks: "[redacted: api key]", or dots. */
const MARK = /\[redacted: ([^[\]\n]{1,64})\]|•{8,}/g

interface MarkPiece {
  readonly text: string
  /** For a mark, the name of its rule ('' for dots); `null` for other text. */
  readonly rule: string | null
}

/** Splits a text at its redaction marks. */
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
 * Replaces marks by single private-use characters and back, so that a word diff treats each as one word. Texts that
 * contain such characters or too many marks are left alone.
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
