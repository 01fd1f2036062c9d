import type { ObjectId, StorePath } from '../../../shared/change.ts'
import type { MergeQuestion } from '../../../shared/merge/file-sets.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { encodeCommit } from '../git/objects.ts'
import type { Signer } from '../repo/device-keys.ts'
import type { Diverged } from './ancestry.ts'
import { followMoves, mergeTrees, type ThreeTrees, withTheirLines, type Workshop } from './merged-trees.ts'

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
  const slice = new TimeSlice()
  const theirMoves = new MovesOf(shop)
  const theirTree = treeOf(shop, ends.theirs)
  const last = ours.at(-1)
  if (last === undefined) throw new TypeError('There is nothing to be made again.')
  const whole = await threeTrees(shop, last, { theirTree, theirs, theirMoves, ourMoves: await movesOf(shop, ours) })
  const merge = mergeTrees(shop, whole, theirTree)
  const end = trees.edit(theirTree, merge.edits)
  const ourMoves = new Map<StorePath, StorePath>()
  const own: ObjectId[] = []
  let [parent, tree] = [ends.theirs, theirTree]
  for (const each of ours) {
    const raw = objects.readCommit(each.commit)
    const isLast = each === last
    const parents = isLast ? [parent, ends.ours] : [parent]
    if (isLast) tree = end
    else {
      const before = treeOf(shop, raw.parents[0] ?? null)
      followMoves(shop, ourMoves, before, raw.tree)
      const touched = new Set(trees.differences(before, raw.tree).map(({ path }) => path))
      const three = await threeTrees(shop, each, { theirTree, theirs, theirMoves, ourMoves })
      const { edits } = mergeTrees(shop, three, tree, touched)
      tree = trees.edit(tree, withTheirLines(shop, edits, { theirs: theirTree, end }))
    }
    const bytes = encodeCommit({ ...raw, tree, parents })
    parent = objects.add('commit', isOwn(each.commit) ? (signer?.sign(bytes) ?? bytes) : bytes).id
    if (isOwn(each.commit)) own.push(parent)
    if (slice.isOver) await slice.yield()
  }
  return { commit: parent, own, questions: merge.questions, merged: merge.merged }
}

type OurCommit = Diverged['ours'][number]

const treeOf = ({ objects }: Workshop, commit: ObjectId | null): ObjectId | null =>
  commit === null ? null : objects.readCommit(commit).tree

interface Sides extends Pick<Diverged, 'theirs'>, Pick<ThreeTrees, 'ourMoves'> {
  readonly theirTree: ObjectId | null
  readonly theirMoves: MovesOf
}

async function threeTrees(
  shop: Workshop,
  { commit, base }: OurCommit,
  { theirTree, theirs, theirMoves, ourMoves }: Sides,
): Promise<ThreeTrees> {
  const [baseTree, ours] = [treeOf(shop, base), treeOf(shop, commit)]
  return { base: baseTree, ours, theirs: theirTree, ourMoves, theirMoves: await theirMoves.since(base, theirs) }
}

/** Where files are after all of our commits. */
async function movesOf(shop: Workshop, ours: readonly OurCommit[]): Promise<ThreeTrees['ourMoves']> {
  const moves = new Map<StorePath, StorePath>()
  const slice = new TimeSlice()
  for (const { commit } of ours) {
    const { parents, tree } = shop.objects.readCommit(commit)
    followMoves(shop, moves, treeOf(shop, parents[0] ?? null), tree)
    if (slice.isOver) await slice.yield()
  }
  return moves
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
