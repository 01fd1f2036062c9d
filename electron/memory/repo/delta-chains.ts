import type { ObjectId } from '../../../shared/change.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { deflated } from '../git/deflate.ts'
import { deltaBetween } from '../git/delta.ts'
import { DIRECTORY } from '../git/objects.ts'
import { type PackContent, wholeContent } from '../git/pack-builder.ts'
import type { Repository } from './repository.ts'

const MAX_CHAIN_DELTAS = 50

/** Where the objects of a pack go, one after the other. */
export interface PackSink {
  has(id: ObjectId): boolean
  /** A delta's base was added before. */
  add(id: ObjectId, content: PackContent): void
}

export interface PackingHooks {
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((commits: number, total: number) => void) | undefined
}

interface OrderedCommit {
  readonly id: ObjectId
  readonly tree: ObjectId
  readonly parent: ObjectId | null
}

/**
 * Adds these objects to a pack, in which each version of a file or directory is a delta against the previous one. Reads
 * only immutable objects, so other work may go on meanwhile.
 */
export async function addAsDeltas(
  repo: Repository,
  ids: ReadonlySet<ObjectId>,
  sink: PackSink,
  { signal, progress }: PackingHooks = {},
): Promise<void> {
  const depths = new Map<ObjectId, number>()
  const add = (id: ObjectId, base: ObjectId | null): void => {
    if (!ids.has(id) || sink.has(id)) return
    const { type, bytes } = repo.objects.read(id)
    const depth = 1 + (base === null ? MAX_CHAIN_DELTAS : (depths.get(base) ?? MAX_CHAIN_DELTAS))
    const delta = base === null || depth > MAX_CHAIN_DELTAS ? null : deltaBetween(repo.objects.read(base).bytes, bytes)
    const content =
      delta === null || base === null
        ? wholeContent({ type, bytes }, { compact: true })
        : ({ kind: 'delta', base, size: delta.length, deflated: deflated(delta) } as const)
    sink.add(id, content)
    depths.set(id, delta === null ? 0 : depth)
  }
  const slice = new TimeSlice()
  const commits = await parentsFirst(repo, ids, slice)
  for (const [at, { id, tree, parent }] of commits.entries()) {
    if (signal?.aborted === true) return
    if (slice.isOver) await slice.yield()
    progress?.(at, commits.length)
    add(id, null)
    addChanged(repo, { now: tree, before: parent }, add)
  }
  for (const id of ids) {
    if (slice.isOver) await slice.yield()
    add(id, null)
  }
}

/** Adds every directory and file of a tree that differs in the parent's tree, with the parent's version as its base. */
function addChanged(
  repo: Repository,
  { now, before }: { readonly now: ObjectId; readonly before: ObjectId | null },
  add: (id: ObjectId, base: ObjectId | null) => void,
): void {
  if (now === before) return
  add(now, before)
  const old = new Map(before === null ? [] : repo.trees.entries(before).map((entry) => [entry.name, entry]))
  for (const { name, mode, id } of repo.trees.entries(now)) {
    const was = old.get(name)
    if (was?.id === id) continue
    const base = was?.mode === mode ? was.id : null
    if (mode === DIRECTORY) addChanged(repo, { now: id, before: base }, add)
    else add(id, base)
  }
}

async function parentsFirst(
  repo: Repository,
  ids: ReadonlySet<ObjectId>,
  slice: TimeSlice,
): Promise<readonly OrderedCommit[]> {
  const commits = new Map<ObjectId, { readonly tree: ObjectId; readonly parents: readonly ObjectId[] }>()
  for (const id of ids) {
    if (slice.isOver) await slice.yield()
    if (repo.objects.read(id).type === 'commit') commits.set(id, repo.objects.readCommit(id))
  }
  const done = new Set<ObjectId>()
  const ordered: OrderedCommit[] = []
  for (const tip of commits.keys()) {
    const pending = [tip]
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const commit = commits.get(id)
      if (commit === undefined || done.has(id)) continue
      const parentsToDo = commit.parents.filter((parent) => commits.has(parent) && !done.has(parent))
      if (parentsToDo.length > 0) {
        pending.push(id, ...parentsToDo)
        continue
      }
      done.add(id)
      const [parent] = commit.parents
      const before = parent === undefined ? null : repo.objects.readCommit(parent).tree
      ordered.push({ id, tree: commit.tree, parent: before })
    }
  }
  return ordered
}
