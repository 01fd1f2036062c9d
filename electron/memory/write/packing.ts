import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { ObjectId } from '../../../shared/change.ts'
import { readIfThere, unlessMissing } from '../../disk/durable-files.ts'
import { deflated } from '../git/deflate.ts'
import { deltaBetween } from '../git/delta.ts'
import { DIRECTORY } from '../git/objects.ts'
import { PackBuilder, wholeContent } from '../git/pack-builder.ts'
import type { Pack } from '../git/pack.ts'
import { isCollecting } from '../repo/git-state.ts'
import type { Repository } from '../repo/repository.ts'

/** So many packs of about one size are made into one. */
const TIER = 8
/** Larger ones stay as they are: merging them again and again would cost more than it saves. */
const LARGEST_COUNT = 100_000
const LARGEST_BYTES = 64_000_000
const LONGEST_CHAIN = 50
/** So many commits are packed before others get their turn. */
const BREATH = 20

/**
 * Publishing leaves a small pack each time. When enough of one size are there, they become one, in which each version
 * of a file or directory is told by the one before it. Each object is so rewritten once a tier, and there are few tiers.
 */
export class Packing {
  readonly #repo: Repository

  constructor(repo: Repository) {
    this.#repo = repo
  }

  /** Only packs that a store wrote are touched; git's own are git's. */
  async #ours(): Promise<readonly Pack[]> {
    const names = new Set(((await readIfThere(this.#list)) ?? '').split('\n'))
    return [...this.#repo.objects.stored.packs()].filter(
      (pack) => names.has(nodePath.basename(pack.path)) && pack.count < LARGEST_COUNT && pack.size < LARGEST_BYTES,
    )
  }

  get #list(): string {
    return nodePath.join(this.#repo.ours, 'packs')
  }

  /** The packs that are worth merging now; none when there are too few of each size. */
  async due(): Promise<readonly Pack[]> {
    const tiers = Map.groupBy(await this.#ours(), ({ count }) =>
      Math.floor(Math.log(Math.max(count, TIER)) / Math.log(TIER)),
    )
    const full = [...tiers].filter(([, packs]) => packs.length >= TIER).map(([tier]) => tier)
    const highest = Math.max(...full)
    return full.length === 0 ? [] : [...tiers].flatMap(([tier, packs]) => (tier <= highest ? packs : []))
  }

  /** Merges what is due. Reads only what never changes; the end, when `alone` runs, takes no more than a moment. @param most objects */
  async merge(alone: (task: () => Promise<void>) => Promise<void>, most = Number.POSITIVE_INFINITY): Promise<void> {
    const packs = await this.due()
    if (
      packs.length === 0 ||
      packs.reduce((sum, { count }) => sum + count, 0) > most ||
      (await isCollecting(this.#repo.gitdir))
    )
      return
    const builder = await this.#build(new Set(packs.flatMap((pack) => pack.ids())))
    await alone(async () => {
      if (await isCollecting(this.#repo.gitdir)) return
      const name = await this.#repo.objects.stored.writePack(builder)
      // Git looks for a pack by its index.
      for (const { path } of packs)
        if (nodePath.basename(path) !== name)
          for (const end of ['idx', 'pack']) await unlessMissing(fs.unlink(`${path}.${end}`))
    })
  }

  async #build(ids: ReadonlySet<ObjectId>): Promise<PackBuilder> {
    const builder = new PackBuilder()
    const depths = new Map<ObjectId, number>()
    const add = (id: ObjectId, base: ObjectId | null): void => {
      if (!ids.has(id) || builder.has(id)) return
      const { type, bytes } = this.#repo.objects.read(id)
      const depth = 1 + (base === null ? LONGEST_CHAIN : (depths.get(base) ?? LONGEST_CHAIN))
      const delta =
        base === null || depth > LONGEST_CHAIN ? null : deltaBetween(this.#repo.objects.read(base).bytes, bytes)
      const content =
        delta === null || base === null
          ? wholeContent({ type, bytes }, { compact: true })
          : ({ kind: 'delta', base, size: delta.length, deflated: deflated(delta) } as const)
      builder.add(id, content)
      depths.set(id, delta === null ? 0 : depth)
    }
    const commits = this.#parentsFirst(ids)
    for (const [at, { id, tree, parent }] of commits.entries()) {
      if (at % BREATH === 0) await yieldToOthers()
      add(id, null)
      this.#addChanged(tree, parent, add)
    }
    for (const id of ids) add(id, null)
    return builder
  }

  /** Every directory and file of a commit that its parent does not have, with what stood in its place there. */
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
      const line = [tip]
      for (let id = line.pop(); id !== undefined; id = line.pop()) {
        const commit = commits.get(id)
        if (commit === undefined || done.has(id)) continue
        const first = commit.parents.filter((parent) => commits.has(parent) && !done.has(parent))
        if (first.length > 0) {
          line.push(id, ...first)
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
