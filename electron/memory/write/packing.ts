import * as nodePath from 'node:path'
import { removeNow } from '../../disk/by-handle.ts'
import { readIfThere } from '../../disk/durable-files.ts'
import { PackBuilder } from '../git/pack-builder.ts'
import type { Pack } from '../git/pack.ts'
import { addAsDeltas } from '../repo/delta-chains.ts'
import { isGcRunning } from '../repo/git-state.ts'
import type { Repository } from '../repo/repository.ts'

/** This many packs of about the same size are merged into one. */
const PACKS_PER_TIER = 8
/** Larger packs stay as they are: merging them repeatedly would cost more than it saves. */
const MAX_PACK_OBJECTS = 100_000
const MAX_PACK_BYTES = 64_000_000

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
   * @param alone runs the short end of it while this process does not write. Others may: every object is at all times in
   * a pack.
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
    const builder = new PackBuilder()
    await addAsDeltas(this.#repo, new Set(packs.flatMap((pack) => pack.ids())), builder)
    await alone(async () => {
      if (await isGcRunning(this.#repo.gitdir)) return
      const name = await this.#repo.objects.stored.writePack(builder)
      // Git's multi-pack index would name packs that are gone. Git rebuilds it.
      removeNow(nodePath.join(this.#repo.gitdir, 'objects', 'pack', 'multi-pack-index'))
      // The index first, since git finds a pack by its index.
      for (const { path } of packs)
        if (nodePath.basename(path) !== name) for (const extension of ['idx', 'pack']) removeNow(`${path}.${extension}`)
    })
  }
}
