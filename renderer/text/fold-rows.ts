import type { Row } from './diff-rows.ts'
import type { TextLine } from './text-lines.ts'
import type { Piece } from './word-pieces.ts'

/** Rows that are not shown: `rows` of the diff from row `from` on, unchanged or moved away. */
export interface Gap {
  readonly kind: 'gap'
  readonly what: 'same' | 'moved'
  readonly from: number
  readonly rows: number
}

export interface Folding {
  /** Unchanged rows shown above and below each change. */
  readonly above: number
  readonly below: number
  /** Gaps that were opened, by their first row. */
  readonly opened?: ReadonlySet<number>
  /** Whether the unchanged rows before the first change and after the last one are shown as gaps, not left out. */
  readonly edges?: boolean
}

/** Of a longer block that moved away, only the beginning is shown: it is whole where it went. */
const MAX_MOVED_ROWS = 6
const SHOWN_MOVED_ROWS = 2

/** Keeps rows of context around changes; the rest becomes gaps, unless of a single row. */
export function foldRows(
  rows: readonly Row[],
  { above, below, opened = new Set(), edges = true }: Folding,
): readonly (Row | Gap)[] {
  const isChange = changeOf(rows)
  const out: (Row | Gap)[] = []
  let hidden = 0
  const fold = (what: Gap['what'], end: number, isShown = true): void => {
    const from = end - hidden
    if (hidden === 1 || opened.has(from)) for (let at = from; at < end; at++) add(at)
    else if (hidden > 0 && isShown) out.push({ kind: 'gap', what, from, rows: hidden })
    hidden = 0
  }
  const add = (at: number): void => {
    const row = rows[at]
    if (row !== undefined) out.push(row)
  }
  let last = -Infinity
  let next = nextChange(rows, isChange, 0)
  for (let at = 0; at < rows.length; at++) {
    const moved = at === next ? movedAway(rows, at) : 0
    if (at - last > below && next - at > above) {
      hidden += 1
      continue
    }
    fold('same', at, edges || last >= 0)
    if (moved > MAX_MOVED_ROWS) {
      for (let shown = 0; shown < SHOWN_MOVED_ROWS; shown++) add(at + shown)
      hidden = moved - SHOWN_MOVED_ROWS
      at += moved - 1
      fold('moved', at + 1)
    } else add(at)
    if (at >= next) {
      last = at
      next = nextChange(rows, isChange, at + 1)
    }
  }
  fold('same', rows.length, edges)
  return out
}

function nextChange(rows: readonly Row[], isChange: (row: Row) => boolean, from: number): number {
  for (let at = from; at < rows.length; at++) {
    const row = rows[at]
    if (row !== undefined && isChange(row)) return at
  }
  return Infinity
}

/** The length of the block that moved away from here, if all of it follows; else 0. */
function movedAway(rows: readonly Row[], from: number): number {
  const first = rows[from]
  const length = first?.kind === 'removed' && first.moved?.at === 0 ? first.moved.length : 0
  const block = rows.slice(from, from + length)
  return block.every((row, at) => row.kind === 'removed' && row.moved?.at === at) ? length : 0
}

/** Which rows count as changes. Line ends do so only where nothing else differs. */
function changeOf(rows: readonly Row[]): (row: Row) => boolean {
  return rows.every(({ kind }) => kind === 'same') ? endDiffers : (row) => row.kind !== 'same'
}

export function endDiffers(row: Row): boolean {
  return row.kind === 'same' && row.old.end !== row.now.end
}

/** Whether the texts differ in nothing but how their lines end. */
export function onlyEndsDiffer(rows: readonly Row[]): boolean {
  return rows.every(({ kind }) => kind === 'same') && rows.some(endDiffers)
}

/** The largest line number of both texts. */
export function largestNumber(rows: readonly Row[]): number {
  let largest = 1
  for (const row of rows) {
    if (row.kind !== 'added') largest = Math.max(largest, row.old.number)
    if (row.kind !== 'removed') largest = Math.max(largest, row.now.number)
  }
  return largest
}

/** How many lines break differently (CRLF, LF) though the rest of them may be the same. */
export function linesWithOtherEnds(rows: readonly Row[]): number {
  return rows.filter(
    (row) =>
      (row.kind === 'same' || row.kind === 'changed') &&
      row.old.end !== row.now.end &&
      row.old.end !== '' &&
      row.now.end !== '',
  ).length
}

/** One side of a row in two columns. */
export interface Side {
  readonly row: Row
  readonly line: TextLine
  readonly pieces: readonly Piece[]
}

export interface Sides {
  readonly old: Side | null
  readonly now: Side | null
}

/** Rows as two columns, old and new; `null` where a side has no line. */
export function twoSides(rows: readonly (Row | Gap)[]): readonly (Sides | Gap)[] {
  const sides: ({ old: Side | null; now: Side | null } | Gap)[] = []
  /** Removed rows that have no added row beside them yet. */
  let waiting = 0
  for (const row of rows) {
    if (row.kind === 'gap') sides.push(row)
    else if (row.kind === 'removed') sides.push({ old: sideOf(row, row.old, 'removed'), now: null })
    else if (row.kind === 'added') {
      const free = waiting > 0 ? sides[sides.length - waiting] : undefined
      const side = sideOf(row, row.now, 'added')
      if (free === undefined || 'kind' in free) sides.push({ old: null, now: side })
      else free.now = side
    } else sides.push({ old: sideOf(row, row.old, 'removed'), now: sideOf(row, row.now, 'added') })
    waiting = row.kind === 'removed' ? waiting + 1 : row.kind === 'added' ? Math.max(0, waiting - 1) : 0
  }
  return sides
}

function sideOf(row: Row, line: TextLine, own: 'removed' | 'added'): Side {
  const pieces =
    row.kind === 'changed' || (row.kind === 'added' && row.pieces !== undefined)
      ? (row.pieces ?? []).filter(({ kind }) => kind === 'same' || kind === own)
      : [
          {
            kind: row.kind === 'same' || ('moved' in row && row.moved !== undefined) ? 'same' : own,
            text: line.text,
          } as const,
        ]
  return { row, line, pieces }
}
