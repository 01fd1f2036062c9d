/*
 * A pattern of paths, as pieces. Matching walks the set of positions that the pieces so far can reach, so its cost is
 * at most the length of the pattern times that of the text: no pattern can be slow, whoever wrote it.
 */

export type PathPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** One character of a set; never a slash. */
  | { readonly kind: 'set'; readonly has: (code: number) => boolean }
  /** Any characters but a slash. */
  | { readonly kind: 'star' }
  /** Nothing, or whole folders with their slash. */
  | { readonly kind: 'folders' }
  /** Any characters. */
  | { readonly kind: 'rest' }

const SLASH = 0x2f

export const ANY_BUT_SLASH: PathPiece = { kind: 'set', has: (code) => code !== SLASH }

/** Whether the whole text matches. @param spend called with the characters compared, so that a caller can stop */
export function matchesPieces(
  pieces: readonly PathPiece[],
  text: string,
  spend: (characters: number) => void = () => undefined,
): boolean {
  const [first, second] = pieces
  // "*.log", as most patterns of a name are.
  if (pieces.length === 2 && first?.kind === 'star' && second?.kind === 'text')
    return text.endsWith(second.text) && !text.slice(0, text.length - second.text.length).includes('/')
  let ends = new Uint8Array(text.length + 1)
  ends[0] = 1
  for (const piece of pieces) {
    const next = new Uint8Array(text.length + 1)
    if (!step(piece, text, ends, next)) return false
    spend(text.length)
    ends = next
  }
  return ends[text.length] === 1
}

/** Marks where the pieces so far can end, from where they could before. @returns whether they can end anywhere */
function step(piece: PathPiece, text: string, from: Uint8Array, to: Uint8Array): boolean {
  let reaches = false
  let isAny = false
  const mark = (at: number): void => {
    to[at] = 1
    isAny = true
  }
  for (let at = 0; at <= text.length; at += 1) {
    const here = from[at] === 1
    if (piece.kind === 'text') {
      if (here && text.startsWith(piece.text, at)) mark(at + piece.text.length)
    } else if (piece.kind === 'set') {
      const code = text.charCodeAt(at)
      if (here && at < text.length && code !== SLASH && piece.has(code)) mark(at + 1)
    } else {
      const isAfterSlash = text.charCodeAt(at - 1) === SLASH
      reaches = here || (reaches && !(piece.kind === 'star' && isAfterSlash))
      if (here || (reaches && (piece.kind !== 'folders' || isAfterSlash))) mark(at)
    }
  }
  return isAny
}
