import type { ObjectId } from '../../../shared/change.ts'
import { TimeSlice } from '../../disk/yield.ts'
import type { RawCommit } from '../git/objects.ts'

// How two ends of a history stand to each other. What devices push is one line, by first parents; but git's own `pull`
// makes commits with two parents, and so does a replay, which keeps what it replaced as the second parent of its last
// commit.

export type ReadCommit = (id: ObjectId) => Pick<RawCommit, 'parents'>

/**
 * A commit and those before it by first parents, newest first. Yields to the event loop now and then.
 * @param until not read any more, nor what is before it; null for the whole line
 */
export async function* firstParents(
  read: ReadCommit,
  from: ObjectId,
  until: ObjectId | null = null,
): AsyncGenerator<ObjectId, void> {
  const slice = new TimeSlice()
  for (let id: ObjectId | undefined = from; id !== undefined && id !== until; id = read(id).parents[0]) {
    yield id
    if (slice.isOver) await slice.yield()
  }
}

/** The same, all of them. */
export async function lineOf(...line: Parameters<typeof firstParents>): Promise<readonly ObjectId[]> {
  const found: ObjectId[] = []
  for await (const id of firstParents(...line)) found.push(id)
  return found
}

/** How a store's last commit (`ours`) stands to that of the remote (`theirs`). */
export type Relation =
  /** The remote lacks some of ours, or (with `ahead` of 0) nothing. */
  | { readonly kind: 'ahead'; readonly ahead: number }
  /** All of ours is there: what is new there, oldest first. */
  | { readonly kind: 'behind'; readonly theirs: readonly ObjectId[] }
  | Diverged
  | { readonly kind: 'unrelated' }

export interface Diverged {
  readonly kind: 'diverged'
  /** What only we have, oldest first, each with the newest commit of theirs that it was made with; null for none. */
  readonly ours: readonly { readonly commit: ObjectId; readonly base: ObjectId | null }[]
  /** By first parents, oldest first: those after the newest one that both have. */
  readonly theirs: readonly ObjectId[]
}

/** Finds out, reading no more of the history than it needs. */
export async function relate(read: ReadCommit, ours: ObjectId, theirs: ObjectId): Promise<Relation> {
  const found = await meetingPoint(read, ours, theirs)
  if (found === null) return { kind: 'unrelated' }
  const { meeting, left, right } = found
  if (right.length === 0) return { kind: 'ahead', ahead: left.length }
  // What git pulled by hand is there already, though not in the line.
  const merged = await besides(read, right, meeting)
  const missing = left.filter((id) => !merged.has(id))
  const news = right.toReversed()
  if (missing.length === 0) return { kind: 'behind', theirs: news }
  const base = left.find((id) => merged.has(id)) ?? meeting
  return { kind: 'diverged', ours: await withBases(read, missing.toReversed(), { right, meeting, base }), theirs: news }
}

/** The same of two histories that began apart. */
export async function relateUnrelated(read: ReadCommit, ours: ObjectId, theirs: ObjectId): Promise<Diverged> {
  const own = (await lineOf(read, ours)).toReversed()
  const others = (await lineOf(read, theirs)).toReversed()
  return { kind: 'diverged', ours: own.map((commit) => ({ commit, base: null })), theirs: others }
}

/** Whether one commit is another or one of its ancestors. Its line and what was merged into it are read by turns. */
export async function contains(read: ReadCommit, tip: ObjectId, wanted: ObjectId): Promise<boolean> {
  const seen = new Set<ObjectId>([tip])
  const [line, beside]: readonly ObjectId[][] = [[tip], []]
  const slice = new TimeSlice()
  while (!seen.has(wanted)) {
    const visited = [line?.pop(), beside?.pop()]
    if (visited.every((id) => id === undefined)) return false
    for (const [at, id] of visited.entries()) {
      const parents = id === undefined ? [] : read(id).parents.filter((parent) => !seen.has(parent))
      for (const parent of parents) seen.add(parent)
      const [first, ...others] = parents
      if (first !== undefined) (at === 0 ? line : beside)?.push(first)
      beside?.push(...others)
    }
    if (slice.isOver) await slice.yield()
  }
  return true
}

interface Meeting {
  /** The newest commit that both lines have. */
  readonly meeting: ObjectId
  /** What only one of them has, newest first. */
  readonly left: readonly ObjectId[]
  readonly right: readonly ObjectId[]
}

async function meetingPoint(read: ReadCommit, ours: ObjectId, theirs: ObjectId): Promise<Meeting | null> {
  const [left, right] = [new Line(read, ours), new Line(read, theirs)]
  const slice = new TimeSlice()
  while (!left.isOver || !right.isOver) {
    for (const [line, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const id = line.step()
      if (id !== null && other.has(id)) return { meeting: id, left: left.until(id), right: right.until(id) }
    }
    if (slice.isOver) await slice.yield()
  }
  return null
}

/** A line of first parents, read step by step. */
class Line {
  readonly #read: ReadCommit
  readonly #seen = new Set<ObjectId>()
  #next: ObjectId | undefined

  constructor(read: ReadCommit, tip: ObjectId) {
    this.#read = read
    this.#next = tip
  }

  get isOver(): boolean {
    return this.#next === undefined
  }

  step(): ObjectId | null {
    const id = this.#next
    if (id === undefined) return null
    this.#seen.add(id)
    this.#next = this.#read(id).parents[0]
    return id
  }

  has(id: ObjectId): boolean {
    return this.#seen.has(id)
  }

  /** What was read before a commit. */
  until(id: ObjectId): readonly ObjectId[] {
    const seen = [...this.#seen]
    return seen.slice(0, seen.indexOf(id))
  }
}

/** So many commits of the line below the meeting point are read for each one beside it, to find where they join. */
const STRIDE = 8

/** What a part of a line has merged, beside the line. Where that joins the line below the meeting point it ends. */
async function besides(read: ReadCommit, line: readonly ObjectId[], meeting: ObjectId): Promise<ReadonlySet<ObjectId>> {
  const own = new Set(line)
  const below = new Set<ObjectId>()
  let next: ObjectId | undefined = meeting
  const found = new Set<ObjectId>()
  const pending = line.flatMap((id) => read(id).parents.slice(1))
  const slice = new TimeSlice()
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (let step = 0; step < STRIDE && next !== undefined; step += 1) {
      below.add(next)
      next = read(next).parents[0]
    }
    if (own.has(id) || below.has(id) || found.has(id)) continue
    found.add(id)
    pending.push(...read(id).parents)
    if (slice.isOver) await slice.yield()
  }
  return found
}

/** Each with the newest commit of theirs that it builds on. */
async function withBases(
  read: ReadCommit,
  ours: readonly ObjectId[],
  {
    right,
    meeting,
    base: first,
  }: { readonly right: readonly ObjectId[]; readonly meeting: ObjectId; readonly base: ObjectId },
): Promise<Diverged['ours']> {
  let base = first
  const found: { readonly commit: ObjectId; readonly base: ObjectId }[] = []
  for (const commit of ours) {
    if (read(commit).parents.length > 1) {
      const merged = await besides(read, [commit], meeting)
      base = right.find((id) => merged.has(id)) ?? base
    }
    found.push({ commit, base })
  }
  return found
}
