import type { ObjectId } from '../../../shared/change.ts'
import type { CommitName } from '../../../shared/commit.ts'
import type { Replayed } from '../../../shared/devices.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { releasePackNow } from '../git/write-pack.ts'
import { adopt } from './adopt.ts'
import { type Diverged, relate } from './ancestry.ts'
import { Workshop } from './merged-trees.ts'
import { writesOf } from './questions.ts'
import { replay } from './replay.ts'
import { type Counts, NOTHING, type SyncParts } from './sync-parts.ts'
import { noteOwn } from './vouching.ts'

/** Whoever writes here meanwhile is brought along in steps of their own, which become shorter; they wait for the last. */
const FREE_STEPS = 4

/** Where our commits are to go. */
export interface Ends {
  readonly ours: ObjectId
  readonly theirs: ObjectId
}

/** Brings our commits on top of theirs, and puts that in force. @returns what was done; `moved`; or why nothing may be */
export async function bringOntoTheirs(
  parts: SyncParts,
  diverged: Diverged,
  ends: Ends,
): Promise<Counts | 'moved' | Message> {
  const { repo } = parts
  const packs: string[] = []
  let counts: Counts = { ...NOTHING, pulled: diverged.theirs.length }
  const replayed = namesOf(parts, diverged)
  try {
    let at = ends
    const make = async (step: Diverged): Promise<ObjectId> => {
      const commits = step.ours.map(({ commit }) => commit)
      noteOwn(parts, commits)
      const made = await remade(parts, { step, at, theirs: diverged.theirs, replayed }, packs)
      counts = { ...counts, merged: counts.merged + made.merged, waiting: counts.waiting + made.waiting }
      return made.commit
    }
    let made = await make(diverged)
    /** The same for what was written here since; null if our branch is somewhere else. */
    const follow = async (ours: ObjectId | null): Promise<ObjectId | null> => {
      if (ours === null || ours === at.ours) return ours === null ? null : made
      const next = await relate((id) => repo.objects.readCommit(id), ours, made)
      if (next.kind !== 'diverged') return null
      at = { ours, theirs: made }
      made = await make(next)
      return made
    }
    for (let steps = 0; steps < FREE_STEPS; steps += 1) {
      const outcome = await adopt(parts, async (head) => (head === at.ours ? made : null))
      if (outcome !== 'moved') return outcome === 'done' ? counts : outcome
      if ((await follow((await repo.readHead()).commit)) === null) return 'moved'
    }
    const outcome = await adopt(parts, follow)
    return outcome === 'done' ? counts : outcome
  } finally {
    for (const pack of packs) releasePackNow(pack)
  }
}

interface Step {
  readonly step: Diverged
  readonly at: Ends
  readonly theirs: readonly ObjectId[]
  readonly replayed: Replayed
}

interface Remade {
  readonly commit: ObjectId
  readonly merged: number
  readonly waiting: number
}

/**
 * Makes the commits of one step again, and keeps durably what they leave to decide.
 * @param theirs the remote's commits, of which one may have the other text
 * @param packs gets the one that was made, which git keeps until it is released
 */
async function remade(
  { repo, devices, questions }: SyncParts,
  { step, at, theirs, replayed }: Step,
  packs: string[],
): Promise<Remade> {
  const shop = new Workshop(repo)
  try {
    const signer = await devices.signer()
    const { commit, own, merged, questions: asked } = await replay(shop, step, at, { signer, isOwn: repo.ownership() })
    const pack = shop.publish()
    if (pack !== null) packs.push(pack)
    const treeOf = (id: ObjectId): ObjectId => repo.objects.readCommit(id).tree
    const writes = writesOf({ repo, tree: treeOf(commit), theirTree: treeOf(at.theirs), theirs }, asked)
    await questions.add(commit, writes, replayed)
    devices.vouched.add(own)
    return { commit, merged, waiting: writes.length }
  } finally {
    shop.close()
  }
}

function namesOf({ repo }: SyncParts, { ours }: Diverged): Replayed {
  const nameOf = (commit: ObjectId): CommitName => repo.messageOf(repo.objects.readCommit(commit)).id ?? commit
  const base = ours[0]?.base ?? null
  return { base: base === null ? null : nameOf(base), commits: ours.map(({ commit }) => nameOf(commit)) }
}
