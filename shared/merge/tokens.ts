// Cuts texts into the pieces that are compared. Joined again, the pieces are the text, byte for byte.

/** The lines of a text, each with its line end; the last one may have none. */
export function linesWithEnds(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Pieces of whole lines as one text. A last line without a line end is given one where others follow it now. */
export function joinedLines(pieces: readonly string[]): string {
  const last = pieces.findLastIndex((piece) => piece !== '')
  const isCrlf = pieces.find((piece) => piece.endsWith('\n'))?.endsWith('\r\n') === true
  const lineEnd = isCrlf ? '\r\n' : '\n'
  return pieces
    .map((piece, at) => (at < last && piece !== '' && !piece.endsWith('\n') ? piece + lineEnd : piece))
    .join('')
}

/**
 * Line ends, white space, words, and everything else one by one. Scripts without spaces count character by character; a
 * combining mark stays with what it marks, and a joined emoji stays whole.
 */
const TOKEN =
  /\r?\n|[^\S\r\n]+|\r|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{N}\p{M}_])+|\p{Extended_Pictographic}(?:[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic})*|[^]\p{M}*/gu

export function tokensOf(text: string): readonly string[] {
  return text.match(TOKEN) ?? []
}

export function isSpace(token: string | undefined): boolean {
  return token !== undefined && /^\s+$/u.test(token)
}
