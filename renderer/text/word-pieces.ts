import { diffWordsWithSpace } from 'diff'
import { markCodec } from '../format/marks.ts'

/** A piece of a changed line. The same and removed pieces are the old line, the same and added ones the new. */
export interface Piece {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** What differs between two lines is compared word by word up to this length: it takes quadratic time. */
const MAX_COMPARED_CHARACTERS = 2_000
const COMPARE_TIMEOUT_MS = 30
/** A line counts as edited, not replaced, when at least this share of the longer version is unchanged. */
const MIN_SIMILARITY = 0.3

/** What changed inside a line, by words; `null` if it is another line. */
export function wordPieces(before: string, after: string): readonly Piece[] | null {
  const [start, end] = commonEnds(before, after)
  const old = before.slice(start, before.length - end)
  const now = after.slice(start, after.length - end)
  const middle = comparePieces(old, now)
  const outer = (text: string): readonly Piece[] => (text === '' ? [] : [{ kind: 'same', text }])
  const pieces = [...outer(before.slice(0, start)), ...middle, ...outer(before.slice(before.length - end))]
  const unchanged = pieces.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.trim().length, 0)
  if (unchanged < MIN_SIMILARITY * Math.max(before.trim().length, after.trim().length)) return null
  return joinAcrossSpaces(joinEqualKinds(pieces))
}

/** Short lines are compared as a whole, so that no word is cut; of long ones the equal beginning and end are left out. */
function commonEnds(before: string, after: string): readonly [start: number, end: number] {
  const shorter = Math.min(before.length, after.length)
  if (Math.max(before.length, after.length) <= MAX_COMPARED_CHARACTERS) return [0, 0]
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  let end = 0
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end += 1
  return [toWordStart(before, start), toWordEnd(before, end)]
}

/** How far the equal part is cut back to the end of a word. */
const MAX_WORD_CHARACTERS = 40
const isSpace = (text: string, at: number): boolean => /\s/.test(text[at] ?? ' ')

function toWordStart(text: string, start: number): number {
  for (let at = start; at > Math.max(0, start - MAX_WORD_CHARACTERS); at--) if (isSpace(text, at - 1)) return at
  return Math.max(0, start - MAX_WORD_CHARACTERS)
}

function toWordEnd(text: string, end: number): number {
  for (let at = end; at > Math.max(0, end - MAX_WORD_CHARACTERS); at--) if (isSpace(text, text.length - at)) return at
  return Math.max(0, end - MAX_WORD_CHARACTERS)
}

function comparePieces(before: string, after: string): readonly Piece[] {
  const replaced = (): readonly Piece[] =>
    [
      { kind: 'removed' as const, text: before },
      { kind: 'added' as const, text: after },
    ].filter(({ text }) => text !== '')
  if (Math.max(before.length, after.length) > MAX_COMPARED_CHARACTERS) return replaced()
  const { fold, unfold } = markCodec(before, after)
  const parts = diffWordsWithSpace(fold(before), fold(after), { timeout: COMPARE_TIMEOUT_MS })
  return (
    parts?.map(({ value, added, removed }): Piece => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: unfold(value),
    })) ?? replaced()
  )
}

function joinEqualKinds(pieces: readonly Piece[]): readonly Piece[] {
  const out: Piece[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (last?.kind === piece.kind) out[out.length - 1] = { kind: piece.kind, text: last.text + piece.text }
    else out.push(piece)
  }
  return out
}

/** An unchanged piece of at most this length between two changes is merged into them. */
const MAX_BRIDGE_CHARACTERS = 9

/** "one two" -> "three four" reads better as one replaced phrase than as two words around an unchanged space. */
function joinAcrossSpaces(pieces: readonly Piece[]): readonly Piece[] {
  const out: Piece[] = []
  let removed = ''
  let added = ''
  const flush = (): void => {
    if (removed !== '') out.push({ kind: 'removed', text: removed })
    if (added !== '') out.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  pieces.forEach((piece, at) => {
    if (piece.kind === 'removed') removed += piece.text
    else if (piece.kind === 'added') added += piece.text
    else {
      const next = pieces[at + 1]
      const bridge =
        next === undefined
          ? /^[^\p{L}\p{N}\s]$/u.test(piece.text)
          : next.kind !== 'same' && piece.text.trim().length <= MAX_BRIDGE_CHARACTERS
      const between = removed !== '' && added !== '' && bridge
      if (between) {
        removed += piece.text
        added += piece.text
      } else {
        flush()
        out.push(piece)
      }
    }
  })
  flush()
  return out
}
