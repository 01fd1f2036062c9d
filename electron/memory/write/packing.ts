import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ObjectId } from '../../../shared/change.ts'
import { readIfThere, unlessMissing } from '../../disk/durable-files.ts'
import { deflated } from '../git/deflate.ts'
import { deltaBetween } from '../git/delta.ts'
import { DIRECTORY } from '../git/objects.ts'
import { PackBuilder, wholeContent } from '../git/pack-builder.ts'
import type { Pack } from '../git/pack.ts'
import { isGcRunning } from '../repo/git-state.ts'
import type { Repository } from '../repo/repository.ts'

/** This many packs of about the same size are merged into one. */
const PACKS_PER_TIER = 8
/** Larger packs stay as they are: merging them repeatedly would cost more than it saves. */
const MAX_PACK_OBJECTS = 100_000
const MAX_PACK_BYTES = 64_000_000
const MAX_CHAIN_DELTAS = 50
const YIELD_EVERY_COMMITS = 20

/**
 * Publishing leaves a small pack each time. When there are enough of one size they are merged into one, in which each
 * version of a file or directory is stored as a delta against the previous one. An object is therefore rewritten once
 * per tier, and there are few tiers.
 */
export class Packing {
  readonly #repo: Repository

  constructor(repo: Repository) {
    this.#repo = repo
  }

  /** The packs that a store wrote and that are small enough to merge. Git's own packs are left to git. */
  async #ours(): Promise<readonly Pack[]> {
    const names = new Set(((await readIfThere(this.#list)) ?? '').split('\n'))
    return [...this.#repo.objects.stored.packs()].filter(
      (pack) => names.has(nodePath.basename(pack.path)) && pack.count < MAX_PACK_OBJECTS && pack.size < MAX_PACK_BYTES,
    )
  }

  get #list(): string {
    return nodePath.join(this.#repo.ours, 'packs')
  }

  /** The packs to merge now: those of the highest full tier and of all tiers below it; none when no tier is full. */
  async due(): Promise<readonly Pack[]> {
    const tiers = Map.groupBy(await this.#ours(), ({ count }) =>
      Math.floor(Math.log(Math.max(count, PACKS_PER_TIER)) / Math.log(PACKS_PER_TIER)),
    )
    const full = [...tiers].filter(([, packs]) => packs.length >= PACKS_PER_TIER).map(([tier]) => tier)
    const highest = Math.max(...full)
    return full.length === 0 ? [] : [...tiers].flatMap(([tier, packs]) => (tier <= highest ? packs : []))
  }

  /**
   * Merges the packs that are due. Building the new pack reads only immutable objects, so other work may go on
   * meanwhile.
   * @param alone runs the short end of it while nobody else writes
   */
  async merge(
    alone: (task: () => Promise<void>) => Promise<void>,
    maxObjects = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const packs = await this.due()
    if (
      packs.length === 0 ||
      packs.reduce((sum, { count }) => sum + count, 0) > maxObjects ||
      (await isGcRunning(this.#repo.gitdir))
    )
      return
    const builder = await this.#build(new Set(packs.flatMap((pack) => pack.ids())))
    await alone(async () => {
      if (await isGcRunning(this.#repo.gitdir)) return
      const name = await this.#repo.objects.stored.writePack(builder)
      // The index first, since git finds a pack by its index.
      for (const { path } of packs)
        if (nodePath.basename(path) !== name)
          for (const extension of ['idx', 'pack']) await unlessMissing(fs.unlink(`${path}.${extension}`))
    })
  }

  async #build(ids: ReadonlySet<ObjectId>): Promise<PackBuilder> {
    const builder = new PackBuilder()
    const depths = new Map<ObjectId, number>()
    const add = (id: ObjectId, base: ObjectId | null): void => {
      if (!ids.has(id) || builder.has(id)) return
      const { type, bytes } = this.#repo.objects.read(id)
      const depth = 1 + (base === null ? MAX_CHAIN_DELTAS : (depths.get(base) ?? MAX_CHAIN_DELTAS))
      const delta =
        base === null || depth > MAX_CHAIN_DELTAS ? null : deltaBetween(this.#repo.objects.read(base).bytes, bytes)
      const content =
        delta === null || base === null
          ? wholeContent({ type, bytes }, { compact: true })
          : ({ kind: 'delta', base, size: delta.length, deflated: deflated(delta) } as const)
      builder.add(id, content)
      depths.set(id, delta === null ? 0 : depth)
    }
    const commits = this.#parentsFirst(ids)
    for (const [at, { id, tree, parent }] of commits.entries()) {
      if (at % YIELD_EVERY_COMMITS === 0) await yieldToEventLoop()
      add(id, null)
      this.#addChanged(tree, parent, add)
    }
    for (const id of ids) add(id, null)
    return builder
  }

  /**
   * Adds every directory and file of a tree that differs in the parent's tree, with the parent's version as its base.
   */
  #addChanged(now: ObjectId, before: ObjectId | null, add: (id: ObjectId, base: ObjectId | null) => void): void {
    if (now === before) return
    add(now, before)
    const old = new Map(before === null ? [] : this.#repo.trees.entries(before).map((entry) => [entry.name, entry]))
    for (const { name, mode, id } of this.#repo.trees.entries(now)) {
      const was = old.get(name)
      if (was?.id === id) continue
      const base = was?.mode === mode ? was.id : null
      if (mode === DIRECTORY) this.#addChanged(id, base, add)
      else add(id, base)
    }
  }

  #parentsFirst(
    ids: ReadonlySet<ObjectId>,
  ): readonly { readonly id: ObjectId; readonly tree: ObjectId; readonly parent: ObjectId | null }[] {
    const commits = new Map<
      ObjectId,
      { readonly id: ObjectId; readonly tree: ObjectId; readonly parents: readonly ObjectId[] }
    >()
    for (const id of ids)
      if (this.#repo.objects.read(id).type === 'commit') commits.set(id, this.#repo.objects.readCommit(id))
    const done = new Set<ObjectId>()
    const ordered: { readonly id: ObjectId; readonly tree: ObjectId; readonly parent: ObjectId | null }[] = []
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
        ordered.push({
          id,
          tree: commit.tree,
          parent: parent === undefined ? null : this.#repo.objects.readCommit(parent).tree,
        })
      }
    }
    return ordered
  }
}
