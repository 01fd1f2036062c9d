import { type ChangeObject, diffArrays, diffWordsWithSpace } from 'diff'
import { markCodec } from '../format/marks.ts'

/** A piece of a changed line. */
export interface Piece {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** `number` is a line of the new text, for removed rows of the old one. A gap stands for unchanged lines. */
export type Row =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly number: number; readonly text: string }
  | { readonly kind: 'changed'; readonly number: number; readonly pieces: readonly Piece[] }
  | { readonly kind: 'gap'; readonly lines: number }

export function linesOf(text: string): readonly string[] {
  if (text === '') return []
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Longer lines are not compared word by word: it costs too much. */
const MAX_WORD_DIFF_CHARACTERS = 2000
/** A line counts as edited, not replaced, when at least this share of the longer version is unchanged. */
const MIN_SIMILARITY = 0.3
/** Longer runs of changed lines count as replaced, not edited. */
const MAX_PAIRED_LINES = 400

function wordPieces(before: string, after: string): readonly Piece[] | null {
  if (Math.max(before.length, after.length) > MAX_WORD_DIFF_CHARACTERS) return null
  const { fold, unfold } = markCodec(before, after)
  const pieces = diffWordsWithSpace(fold(before), fold(after)).map(({ value, added, removed }): Piece => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: unfold(value),
  }))
  const unchanged = pieces.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.trim().length, 0)
  if (unchanged < MIN_SIMILARITY * Math.max(before.trim().length, after.trim().length)) return null
  return joinAcrossSpaces(pieces)
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

/** Comparing long texts with little in common takes quadratic time. After this, all lines count as replaced. */
const DIFF_TIMEOUT_MS = 150

function differences(before: readonly string[], after: readonly string[]): readonly ChangeObject<string[]>[] {
  const allAs = (
    value: readonly string[],
    kind: { readonly added: boolean; readonly removed: boolean },
  ): ChangeObject<string[]> => ({ value: [...value], count: value.length, ...kind })
  return (
    diffArrays([...before], [...after], { timeout: DIFF_TIMEOUT_MS }) ?? [
      allAs(before, { added: false, removed: true }),
      allAs(after, { added: true, removed: false }),
    ]
  )
}

/** All rows of a diff, unfolded. */
export function diffRows(before: string, after: string): readonly Row[] {
  const rows: Row[] = []
  let oldLine = 1
  let newLine = 1
  let removed: string[] = []
  const flush = (added: readonly string[]): void => {
    for (const row of pairUp(removed, added, oldLine - removed.length, newLine)) rows.push(row)
    newLine += added.length
    removed = []
  }
  for (const part of differences(linesOf(before), linesOf(after))) {
    if (part.removed) {
      removed = [...removed, ...part.value]
      oldLine += part.value.length
    } else if (part.added) flush(part.value)
    else {
      flush([])
      for (const text of part.value) rows.push({ kind: 'same', number: newLine++, text })
      oldLine += part.value.length
    }
  }
  flush([])
  return rows
}

/** Replaced lines become one row each if they are all similar, else removed and added rows. */
function pairUp(
  removed: readonly string[],
  added: readonly string[],
  oldLine: number,
  newLine: number,
): readonly Row[] {
  const pairs =
    removed.length > MAX_PAIRED_LINES
      ? [null]
      : removed.map((text, at) => {
          const other = added[at]
          return other === undefined ? null : wordPieces(text, other)
        })
  if (removed.length === added.length && pairs.every((pieces) => pieces !== null)) {
    return pairs.flatMap((pieces, at) =>
      pieces === null ? [] : [{ kind: 'changed' as const, number: newLine + at, pieces }],
    )
  }
  return [
    ...removed.map((text, at) => ({ kind: 'removed' as const, number: oldLine + at, text })),
    ...added.map((text, at) => ({ kind: 'added' as const, number: newLine + at, text })),
  ]
}

/** Keeps `below` and `above` rows of context around changes; the rest becomes gaps, unless of a single line. */
export function foldRows(rows: readonly Row[], below: number, above = below): readonly Row[] {
  const near = rows.map((_, at) =>
    rows.slice(Math.max(0, at - below), at + above + 1).some((row) => row.kind !== 'same'),
  )
  const out: Row[] = []
  let hidden: Row[] = []
  const flush = (): void => {
    if (hidden.length === 1) out.push(...hidden)
    else if (hidden.length > 1) out.push({ kind: 'gap', lines: hidden.length })
    hidden = []
  }
  rows.forEach((row, at) => {
    if (near[at] === true) {
      flush()
      out.push(row)
    } else hidden.push(row)
  })
  flush()
  return out
}

/** Drops gaps at the start and the end. */
export function trimEdges(rows: readonly Row[]): readonly Row[] {
  const from = rows[0]?.kind === 'gap' ? 1 : 0
  const to = rows.at(-1)?.kind === 'gap' ? rows.length - 1 : rows.length
  return rows.slice(from, to)
}

/** The rows as two columns, old and new; `null` where a side has no line. */
export function twoSides(
  before: string,
  after: string,
): readonly { readonly old: Row | null; readonly new: Row | null }[] {
  const sides: { old: Row | null; new: Row | null }[] = []
  let waiting = 0
  let drift = 0
  for (const row of diffRows(before, after)) {
    if (row.kind === 'removed') {
      sides.push({ old: row, new: null })
      waiting += 1
      drift -= 1
      continue
    }
    if (row.kind === 'added') {
      const free = waiting > 0 ? sides[sides.length - waiting] : undefined
      if (free === undefined) sides.push({ old: null, new: row })
      else {
        free.new = row
        waiting -= 1
      }
      drift += 1
      continue
    }
    waiting = 0
    if (row.kind === 'gap') continue
    sides.push(
      row.kind === 'changed' ? splitChanged(row, drift) : { old: { ...row, number: row.number - drift }, new: row },
    )
  }
  return sides
}

function splitChanged(row: Extract<Row, { kind: 'changed' }>, drift: number): { old: Row; new: Row } {
  return {
    old: { ...row, number: row.number - drift, pieces: row.pieces.filter(({ kind }) => kind !== 'added') },
    new: { ...row, pieces: row.pieces.filter(({ kind }) => kind !== 'removed') },
  }
}
