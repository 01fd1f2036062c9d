import type { StorePath } from '../change.ts'
import { isPolicyPath } from '../policies-path.ts'
import type { FileSet, FileSets, TextOf } from './file-sets.ts'
import { tellingLines } from './lost-lines.ts'

// Which file of one device is which of the other, wherever each has moved it.

/** Where one file is in each set; null for nowhere. */
export interface Followed {
  readonly base: StorePath | null
  readonly ours: StorePath | null
  readonly theirs: StorePath | null
}

/** Every file of any set, in the order of their paths; files that both added at one path are one. */
export function followedFiles(
  { base, ours, theirs, ourMoves, theirMoves }: FileSets,
  textOf: TextOf,
): readonly Followed[] {
  const mine = movesOf(base, ours, ourMoves, textOf)
  const other = movesOf(base, theirs, theirMoves, textOf)
  const old = [...base.keys()].map((path): Followed => {
    const at = (side: FileSet, moves: Moves): StorePath | null =>
      moves.to.get(path) ?? (side.has(path) && !moves.taken.has(path) ? path : null)
    return { base: path, ours: at(ours, mine), theirs: at(theirs, other) }
  })
  const known = { ours: new Set(old.map((each) => each.ours)), theirs: new Set(old.map((each) => each.theirs)) }
  const isNewIn = (side: 'ours' | 'theirs', set: FileSet, path: StorePath): boolean =>
    set.has(path) && !known[side].has(path)
  const added = [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((path): readonly Followed[] => {
    const [isOurs, isTheirs] = [isNewIn('ours', ours, path), isNewIn('theirs', theirs, path)]
    return isOurs || isTheirs ? [{ base: null, ours: isOurs ? path : null, theirs: isTheirs ? path : null }] : []
  })
  const pathOf = (each: Followed): StorePath => each.base ?? each.ours ?? each.theirs ?? ''
  return [...old, ...added].toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : pathOf(a) > pathOf(b) ? 1 : 0))
}

interface Moves {
  /** From the path in the base to that of the side. */
  readonly to: ReadonlyMap<StorePath, StorePath>
  readonly taken: ReadonlySet<StorePath>
}

/** As the commits say; then files that are equal; then texts that have most of their lines in common. */
function movesOf(base: FileSet, side: FileSet, given: ReadonlyMap<StorePath, StorePath>, textOf: TextOf): Moves {
  const [to, taken] = [new Map<StorePath, StorePath>(), new Set<StorePath>()]
  const take = (from: StorePath, path: StorePath): void => {
    to.set(from, path)
    taken.add(path)
  }
  for (const [from, path] of given) if (isMove(base, side, from, path) && !taken.has(path)) take(from, path)
  const unpaired = (): Unpaired => ({
    base,
    // Something else may have come to where a moved file was.
    gone: [...base.keys()]
      .filter((path) => !to.has(path) && (!side.has(path) || taken.has(path)) && !isPolicyPath(path))
      .toSorted(),
    side,
    came: [...side.keys()].filter((path) => !taken.has(path) && !base.has(path) && !isPolicyPath(path)).toSorted(),
  })
  for (const [from, path] of equalFiles(unpaired())) take(from, path)
  for (const [from, path] of similarFiles(unpaired(), textOf)) take(from, path)
  return { to, taken }
}

/** Whether what the commits say still holds: not for a copy, nor where the old file is again. */
function isMove(base: FileSet, side: FileSet, from: StorePath, to: StorePath): boolean {
  const [was, now] = [base.get(from), side.get(to)]
  if (from === to || was === undefined || now === undefined) return false
  return side.get(from)?.id !== was.id && base.get(to)?.id !== now.id
}

type Pair = readonly [from: StorePath, to: StorePath]

/** Files of the base that are gone, and files of a side that came. */
interface Unpaired {
  readonly base: FileSet
  readonly gone: readonly StorePath[]
  readonly side: FileSet
  readonly came: readonly StorePath[]
}

function equalFiles({ base, gone, side, came }: Unpaired): readonly Pair[] {
  const only = (set: FileSet, paths: readonly StorePath[]): ReadonlyMap<string, StorePath> => {
    const found = Map.groupBy(paths, (path) => set.get(path)?.id ?? '')
    return new Map(
      [...found].flatMap(([id, [path, second]]) => (path !== undefined && second === undefined ? [[id, path]] : [])),
    )
  }
  const now = only(side, came)
  return [...only(base, gone)].flatMap(([id, from]) => {
    const to = now.get(id)
    return to === undefined ? [] : [[from, to] as const]
  })
}

/** At least this share of the lines of both must be in either. */
const MIN_COMMON = 0.6
/** Where more files went and came, only equal ones are followed. */
const MAX_COMPARED_PAIRS = 10_000

function similarFiles({ base, gone, side, came }: Unpaired, textOf: TextOf): readonly Pair[] {
  if (gone.length * came.length > MAX_COMPARED_PAIRS) return []
  const linesOf = (set: FileSet, path: StorePath): readonly string[] => {
    const file = set.get(path)
    return file === undefined || file.mode === '120000' ? [] : tellingLines(textOf(file.id) ?? '')
  }
  const now = came.map((path) => ({ path, lines: linesOf(side, path) }))
  const pairs = gone
    .flatMap((from) => {
      const lines = linesOf(base, from)
      return now.map((other) => ({ from, to: other.path, common: commonShare(lines, other.lines) }))
    })
    .filter(({ common }) => common >= MIN_COMMON)
    .toSorted((a, b) => b.common - a.common)
  const used = new Set<StorePath>()
  return pairs.flatMap(({ from, to }): readonly Pair[] => {
    if (used.has(`from ${from}`) || used.has(`to ${to}`)) return []
    used.add(`from ${from}`).add(`to ${to}`)
    return [[from, to]]
  })
}

function commonShare(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const line of a) left.set(line, (left.get(line) ?? 0) + 1)
  let common = 0
  for (const line of b) {
    const count = left.get(line) ?? 0
    if (count === 0) continue
    common += 1
    left.set(line, count - 1)
  }
  return common === 0 ? 0 : (2 * common) / (a.length + b.length)
}
