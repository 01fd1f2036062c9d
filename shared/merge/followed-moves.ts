import { append, hunksBetween, type Hunk, mapIndex } from './hunks.ts'
import { findMoves } from './moves.ts'
import { areVersions } from './similarity.ts'

interface Lines {
  readonly base: readonly string[]
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

/** A block of lines of the base, and how many other lines of the mover are before it. */
interface Moved {
  readonly from: number
  readonly to: number
  readonly before: number
}

/**
 * The same merge with blocks that one side moved already moved in all three versions, so that what the other side
 * changed in such a block is changed where it is now. First with the moves of `ours`, then of `theirs`.
 */
export function* afterMoves({ base, ours, theirs }: Lines): Generator<Lines> {
  const byOurs = moveAlong(base, ours, theirs)
  if (byOurs !== null) yield { base: byOurs.base, ours, theirs: byOurs.other }
  const byTheirs = moveAlong(base, theirs, ours)
  if (byTheirs !== null) yield { base: byTheirs.base, ours: byTheirs.other, theirs }
}

/** Moves in `base` and `other` what `mover` moved; null if that is nothing, or the other side changed its edges. */
function moveAlong(
  base: readonly string[],
  mover: readonly string[],
  other: readonly string[],
): { readonly base: readonly string[]; readonly other: readonly string[] } | null {
  const moves = findMoves(base, mover, areVersions)
  if (moves.length === 0) return null
  const isMoved = new Set(moves.flatMap(({ to, length }) => range(to, to + length)))
  const rest = mover.filter((_, index) => !isMoved.has(index))
  let moved = 0
  const blocks = moves
    .toSorted((a, b) => a.to - b.to)
    .map(({ from, to, length }): Moved => {
      moved += length
      return { from, to: from + length, before: to + length - moved }
    })
  const changes = hunksBetween(base, other)
  if (blocks.some((block) => changes.some((hunk) => crossesEdge(hunk, block)))) return null
  const inOther = blocks.map((block) => placeIn(changes, block))
  return { base: rearranged(base, blocks, rest), other: rearranged(other, inOther, rest) }
}

function crossesEdge(hunk: Hunk, { from, to }: Moved): boolean {
  return (hunk.from < from && hunk.to > from) || (hunk.from < to && hunk.to > to)
}

/** Where a block is in the other version; what is inserted right before or behind it is not part of it. */
function placeIn(hunks: readonly Hunk[], { from, to, before }: Moved): Moved {
  const growth = (some: readonly Hunk[]): number =>
    some.reduce((sum, hunk) => sum + hunk.pieces.length - (hunk.to - hunk.from), 0)
  const start = from + growth(hunks.filter((hunk) => hunk.to <= from))
  const inside = hunks.filter((hunk) => hunk.to > from && hunk.to <= to && hunk.from < to)
  return { from: start, to: start + (to - from) + growth(inside), before }
}

/** Takes the blocks out, and puts each where the mover has it among the lines that were not moved. */
function rearranged(lines: readonly string[], blocks: readonly Moved[], rest: readonly string[]): readonly string[] {
  const taken = new Set(blocks.flatMap(({ from, to }) => range(from, to)))
  const left = lines.filter((_, index) => !taken.has(index))
  const places = hunksBetween(rest, left)
  const out: string[] = []
  let at = 0
  for (const { from, to, before } of blocks) {
    const place = Math.max(at, mapIndex(places, before))
    append(out, left.slice(at, place))
    append(out, lines.slice(from, to))
    at = place
  }
  return [...out, ...left.slice(at)]
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
