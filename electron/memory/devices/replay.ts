import type { ObjectId, StorePath } from '../../../shared/change.ts'
import type { MergeQuestion } from '../../../shared/merge/file-sets.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { encodeCommit } from '../git/objects.ts'
import type { Signer } from '../repo/device-keys.ts'
import type { Diverged } from './ancestry.ts'
import { followMoves, mergeTrees, type ThreeTrees, type Workshop } from './merged-trees.ts'

/** Our commits on top of the remote's, of which nothing is in force yet. */
export interface Replayed {
  readonly commit: ObjectId
  /** Those of the new commits whose originals were this device's. */
  readonly own: readonly ObjectId[]
  readonly questions: readonly MergeQuestion[]
  readonly merged: number
}

/**
 * Makes each of our commits again on top of the remote's: with the same message, and with what it did merged into what
 * is there. The last one has exactly the merge of both ends, and the originals as its second parent, so that git sees
 * them merged and nothing of them is ever lost. Adds new objects to the workshop.
 */
export async function replay(
  shop: Workshop,
  { ours, theirs }: Diverged,
  ends: { readonly ours: ObjectId; readonly theirs: ObjectId },
  { signer, isOwn }: { readonly signer: Signer | null; readonly isOwn: (commit: ObjectId) => boolean },
): Promise<Replayed> {
  const { objects, trees } = shop
  const treeOf = (commit: ObjectId | null): ObjectId | null =>
    commit === null ? null : objects.readCommit(commit).tree
  const theirTree = treeOf(ends.theirs)
  const moves = new MovesOf(shop)
  const slice = new TimeSlice()
  const ourMoves = new Map<StorePath, StorePath>()
  const own: ObjectId[] = []
  let [parent, tree] = [ends.theirs, theirTree]
  let last: Pick<Replayed, 'questions' | 'merged'> = { questions: [], merged: 0 }
  for (const [at, { commit, base }] of ours.entries()) {
    const raw = objects.readCommit(commit)
    const before = treeOf(raw.parents[0] ?? null)
    followMoves(shop, ourMoves, before, raw.tree)
    const three: ThreeTrees = {
      base: treeOf(base),
      ours: raw.tree,
      theirs: theirTree,
      ourMoves,
      theirMoves: await moves.since(base, theirs),
    }
    const isLast = at === ours.length - 1
    const touched = isLast ? undefined : new Set(trees.differences(before, raw.tree).map(({ path }) => path))
    const merge = mergeTrees(shop, three, isLast ? theirTree : tree, touched)
    tree = trees.edit(isLast ? theirTree : tree, merge.edits)
    if (isLast) last = merge
    const parents = isLast ? [parent, ends.ours] : [parent]
    const bytes = encodeCommit({ ...raw, tree, parents })
    const signed = isOwn(commit) ? (signer?.sign(bytes) ?? bytes) : bytes
    parent = objects.add('commit', signed).id
    if (isOwn(commit)) own.push(parent)
    if (slice.isOver) await slice.yield()
  }
  return { commit: parent, own, questions: last.questions, merged: last.merged }
}

/** Where files are after the remote's commits, from any of the commits that ours were made with. */
class MovesOf {
  readonly #shop: Workshop
  readonly #known = new Map<ObjectId | null, ReadonlyMap<StorePath, StorePath>>()

  constructor(shop: Workshop) {
    this.#shop = shop
  }

  async since(base: ObjectId | null, theirs: readonly ObjectId[]): Promise<ReadonlyMap<StorePath, StorePath>> {
    const known = this.#known.get(base)
    if (known !== undefined) return known
    const moves = new Map<StorePath, StorePath>()
    const slice = new TimeSlice()
    for (const id of base === null ? [] : theirs.slice(theirs.indexOf(base) + 1)) {
      const { parents, tree } = this.#shop.objects.readCommit(id)
      const [parent] = parents
      followMoves(this.#shop, moves, parent === undefined ? null : this.#shop.objects.readCommit(parent).tree, tree)
      if (slice.isOver) await slice.yield()
    }
    this.#known.set(base, moves)
    return moves
  }
}
