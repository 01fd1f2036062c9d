import type { AlignedRun } from '../../shared/merge/align-lines.ts'
import { pairLines } from '../../shared/merge/pairs.ts'
import { alignedLines } from './aligned-lines.ts'
import { beginningOf, findEditedMoves } from './edited-moves.ts'
import { linesWithEnds, type TextLine } from './text-lines.ts'
import { type Piece, wordPieces } from './word-pieces.ts'

/** Where the other end of a moved block is. */
export interface Moved {
  /** The line there that is this one. */
  readonly line: number
  /** The other file; left out within one. */
  readonly path?: string
  /** The length of the block, and which of its lines this is, from 0. */
  readonly length: number
  readonly at: number
}

/** A row of a diff. The old lines in order are the old text, the new ones the new text. */
export type Row =
  | { readonly kind: 'same'; readonly old: TextLine; readonly now: TextLine }
  | { readonly kind: 'changed'; readonly old: TextLine; readonly now: TextLine; readonly pieces: readonly Piece[] }
  | { readonly kind: 'removed'; readonly old: TextLine; readonly moved?: Moved }
  /** `pieces` are set for a line that was edited where it moved. */
  | { readonly kind: 'added'; readonly now: TextLine; readonly moved?: Moved; readonly pieces?: readonly Piece[] }

/** All rows of a diff, unfolded. */
export function diffRows(before: string, after: string): readonly Row[] {
  const steps = diffSteps(before, after)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** The rows of parts of two files, whose first lines have these numbers. */
export function numberedFrom(rows: readonly Row[], oldFrom: number, nowFrom: number): readonly Row[] {
  if (oldFrom === 1 && nowFrom === 1) return rows
  const shifted = (line: TextLine, from: number): TextLine => ({ ...line, number: line.number + from - 1 })
  const otherEnd = (moved: Moved | undefined, from: number): { readonly moved?: Moved } =>
    moved === undefined ? {} : { moved: { ...moved, line: moved.line + from - 1 } }
  return rows.map((row) => {
    switch (row.kind) {
      case 'removed':
        return { ...row, old: shifted(row.old, oldFrom), ...otherEnd(row.moved, nowFrom) }
      case 'added':
        return { ...row, now: shifted(row.now, nowFrom), ...otherEnd(row.moved, oldFrom) }
      default:
        return { ...row, old: shifted(row.old, oldFrom), now: shifted(row.now, nowFrom) }
    }
  })
}

const MIN_YIELDED_LINES = 1_000

/** The same in steps, each of which takes a few tens of milliseconds at most, whatever the texts are. */
export function* diffSteps(before: string, after: string): Generator<undefined, readonly Row[]> {
  const old = linesWithEnds(before)
  yield
  const now = linesWithEnds(after)
  yield
  const runs = alignedLines(textsOf(old), textsOf(now))
  yield
  const moves = movesIn(runs, old, now)
  yield
  const rows: Row[] = []
  let [oldAt, nowAt] = [0, 0]
  for (const run of runs) {
    const [removed, added] = [old.slice(oldAt, oldAt + run.old), now.slice(nowAt, nowAt + run.now)]
    oldAt += run.old
    nowAt += run.now
    if (run.same)
      for (const [at, line] of removed.entries()) rows.push({ kind: 'same', old: line, now: added[at] ?? line })
    else for (const row of yield* replacedRows(removed, added, moves)) rows.push(row)
    if (run.old + run.now > MIN_YIELDED_LINES) yield
  }
  return rows
}

const textsOf = (lines: readonly TextLine[]): readonly string[] => lines.map(({ text }) => text)

/** By line number: a removed line and where it went; an added line, whence it came, and how it was. */
interface Moves {
  readonly out: ReadonlyMap<number, Moved>
  readonly in: ReadonlyMap<number, { readonly moved: Moved; readonly before: string }>
}

/** Two lines that stand for what did not change, so that no block reaches across it. */
const [KEPT_BEFORE, KEPT_AFTER] = ['\u0000<', '\u0000>']

function movesIn(runs: readonly AlignedRun[], old: readonly TextLine[], now: readonly TextLine[]): Moves {
  const found = { out: new Map<number, Moved>(), in: new Map<number, { moved: Moved; before: string }>() }
  const left = leftOver(runs, old, now)
  for (const { from, to, length } of findEditedMoves(
    left.old.map((entry) => entry?.line.text ?? KEPT_BEFORE),
    left.now.map((entry) => entry?.line.text ?? KEPT_AFTER),
  )) {
    // Between the same kept lines it did not move: it was edited in place.
    if (left.old[from]?.region === left.now[to]?.region) continue
    for (let at = 0; at < length; at++) {
      const [before, after] = [left.old[from + at]?.line, left.now[to + at]?.line]
      if (before === undefined || after === undefined) continue
      found.out.set(before.number, { line: after.number, length, at })
      found.in.set(after.number, { moved: { line: before.number, length, at }, before: before.text })
    }
  }
  return found
}

interface Left {
  readonly line: TextLine
  /** How many runs of kept lines come before it. */
  readonly region: number
}

/** The replaced lines of both texts; `null` stands for a run of kept ones. */
function leftOver(
  runs: readonly AlignedRun[],
  old: readonly TextLine[],
  now: readonly TextLine[],
): { readonly old: readonly (Left | null)[]; readonly now: readonly (Left | null)[] } {
  const left: { old: (Left | null)[]; now: (Left | null)[] } = { old: [], now: [] }
  let [oldAt, nowAt] = [0, 0]
  runs.forEach((run, region) => {
    if (run.same) {
      left.old.push(null)
      left.now.push(null)
    } else {
      for (const line of old.slice(oldAt, oldAt + run.old)) left.old.push({ line, region })
      for (const line of now.slice(nowAt, nowAt + run.now)) left.now.push({ line, region })
    }
    oldAt += run.old
    nowAt += run.now
  })
  return left
}

/** Replaced lines: those that were edited become one row each, all others are removed or added. */
function* replacedRows(
  removed: readonly TextLine[],
  added: readonly TextLine[],
  moves: Moves,
): Generator<undefined, readonly Row[]> {
  const rows: Row[] = []
  let [oldAt, nowAt] = [0, 0]
  const passTo = (oldEnd: number, nowEnd: number): void => {
    for (const line of removed.slice(oldAt, oldEnd)) rows.push(removedRow(line, moves))
    for (const line of added.slice(nowAt, nowEnd)) rows.push(addedRow(line, moves))
    oldAt = oldEnd
    nowAt = nowEnd
  }
  const staying = removed.filter(({ number }) => !moves.out.has(number))
  const coming = added.filter(({ number }) => !moves.in.has(number))
  for (const row of yield* editedRows(staying, coming)) {
    passTo(removed.indexOf(row.old, oldAt), added.indexOf(row.now, nowAt))
    rows.push(row)
    oldAt += 1
    nowAt += 1
  }
  passTo(removed.length, added.length)
  return rows
}

type EditedRow = Extract<Row, { kind: 'changed' }>

/** What is compared word by word in one run of lines; further ones count as replaced. */
const MAX_COMPARED_CHARACTERS = 60_000

/** The lines that were edited, in order: one by one if all were, else those that are most alike. */
function* editedRows(
  removed: readonly TextLine[],
  added: readonly TextLine[],
): Generator<undefined, readonly EditedRow[]> {
  let compared = 0
  const edited = (old: TextLine | undefined, now: TextLine | undefined): readonly EditedRow[] => {
    if (old === undefined || now === undefined || compared > MAX_COMPARED_CHARACTERS) return []
    compared += old.text.length + now.text.length
    const pieces = wordPieces(old.text, now.text)
    return pieces === null ? [] : [{ kind: 'changed', old, now, pieces }]
  }
  const rows: EditedRow[] = []
  if (removed.length === added.length) {
    for (const [at, old] of removed.entries()) {
      const row = edited(old, added[at])
      yield
      if (row.length === 0) break
      rows.push(...row)
    }
    if (rows.length === removed.length) return rows
  }
  const found: EditedRow[] = []
  const texts = (lines: readonly TextLine[]): readonly string[] => lines.map(({ text }) => beginningOf(text))
  const pairs = pairLines(texts(removed), texts(added))
  yield
  for (const [nowAt, oldAt] of pairs) {
    if (compared > MAX_COMPARED_CHARACTERS) break
    found.push(...edited(removed[oldAt], added[nowAt]))
    yield
  }
  return found
}

function removedRow(old: TextLine, moves: Moves): Row {
  const moved = moves.out.get(old.number)
  return { kind: 'removed', old, ...(moved !== undefined && { moved }) }
}

function addedRow(now: TextLine, moves: Moves): Row {
  const from = moves.in.get(now.number)
  if (from === undefined) return { kind: 'added', now }
  return { kind: 'added', now, moved: from.moved, ...piecesOfMoved(from.before, now.text) }
}

/** How a line that moved was edited on the way. */
export function piecesOfMoved(before: string, after: string): { readonly pieces?: readonly Piece[] } {
  if (before === after) return {}
  const replaced: readonly Piece[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
  return { pieces: wordPieces(before, after) ?? replaced }
}
