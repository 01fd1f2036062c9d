import { diffArrays } from 'diff'

/** Replaces the pieces [from, to) of a base by others; `from === to` inserts. */
export interface Hunk {
  readonly from: number
  readonly to: number
  readonly pieces: readonly string[]
}

/** Beyond this the two have too little in common: everything counts as replaced. Counted, not timed: always the same. */
const MAX_EDITS = 4_000

/** Of several equally short ways, the one that keeps the first, or the last, of equal lines. */
export type Ties = 'first' | 'last'

/** What turns `base` into `other`, in order; never two hunks side by side. */
export function hunksBetween(
  base: readonly string[],
  other: readonly string[],
  { ties = 'first', maxEdits = MAX_EDITS }: { readonly ties?: Ties; readonly maxEdits?: number } = {},
): readonly Hunk[] {
  const start = commonStart(base, other)
  const end = commonEnd(base, other, start)
  const [old, now] = [base.slice(start, base.length - end), other.slice(start, other.length - end)]
  const runs =
    ties === 'first'
      ? diffArrays(old, now, { maxEditLength: maxEdits })
      : diffArrays(old.toReversed(), now.toReversed(), { maxEditLength: maxEdits })
          ?.toReversed()
          .map((run) => ({ ...run, value: run.value.toReversed() }))
  if (runs === undefined) return [{ from: start, to: base.length - end, pieces: now }]
  const hunks: Hunk[] = []
  let at = start
  let open: Hunk | null = null
  for (const { added, removed, value } of runs) {
    if (!added && !removed) {
      if (open !== null) hunks.push(open)
      open = null
      at += value.length
      continue
    }
    open ??= { from: at, to: at, pieces: [] }
    if (added) open = { ...open, pieces: [...open.pieces, ...value] }
    else {
      at += value.length
      open = { ...open, to: at }
    }
  }
  if (open !== null) hunks.push(open)
  return slidDown(base, hunks)
}

/**
 * Where lines repeat, an insertion or a deletion could be in several places; the last of them is taken, as git does
 * (xdl_change_compact), so that a merge decides by the same places.
 */
function slidDown(base: readonly string[], hunks: readonly Hunk[]): readonly Hunk[] {
  const out: Hunk[] = []
  for (const hunk of hunks.toReversed()) {
    const next = out.at(-1)
    const slid = slide(base, hunk, next?.from ?? base.length)
    if (next?.from !== slid.to) out.push(slid)
    else out[out.length - 1] = { from: slid.from, to: next.to, pieces: [...slid.pieces, ...next.pieces] }
  }
  return out.toReversed()
}

function slide(base: readonly string[], { from, to, pieces }: Hunk, limit: number): Hunk {
  let by = 0
  if (from === to && pieces.length > 0) {
    while (to + by < limit && base[to + by] === pieces[by % pieces.length]) by += 1
    const turn = by % pieces.length
    return { from: from + by, to: to + by, pieces: [...pieces.slice(turn), ...pieces.slice(0, turn)] }
  }
  if (pieces.length === 0) while (to + by < limit && base[to + by] === base[from + by]) by += 1
  return { from: from + by, to: to + by, pieces }
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length += 1
  return length
}

function commonEnd(a: readonly string[], b: readonly string[], start: number): number {
  const most = Math.min(a.length, b.length) - start
  let length = 0
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1
  return length
}

/** Like `push`, for more values than the stack has room for. */
export function append<T>(to: T[], values: readonly T[]): void {
  for (const value of values) to.push(value)
}

/** The pieces [from, to) of the base with these hunks, which must lie inside, applied. */
export function applied(
  base: readonly string[],
  hunks: readonly Hunk[],
  { from, to }: { readonly from: number; readonly to: number } = { from: 0, to: base.length },
): readonly string[] {
  const out: string[] = []
  let at = from
  for (const hunk of hunks) {
    append(out, base.slice(at, hunk.from))
    append(out, hunk.pieces)
    at = hunk.to
  }
  append(out, base.slice(at, to))
  return out
}

/** Where an index of the base is in the other version; inside a hunk, where the hunk ends. */
export function mapIndex(hunks: readonly Hunk[], index: number): number {
  let shift = 0
  for (const { from, to, pieces } of hunks) {
    if (index <= from) break
    if (index < to) return from + shift + pieces.length
    shift += pieces.length - (to - from)
  }
  return index + shift
}
