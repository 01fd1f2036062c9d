import { isDeepStrictEqual } from 'node:util'
import type { ObjectId } from '../../../shared/change.ts'
import type { SyncProblem } from '../../../shared/devices.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { isBranchName } from '../git/names.ts'
import type { RawCommit } from '../git/objects.ts'
import { readHead, shortBranch } from '../git/refs.ts'
import { RemoteError } from '../git/remote-error.ts'
import type { Remote } from '../git/remote.ts'
import { withRemote } from '../repo/device-keys.ts'
import { adopt } from './adopt.ts'
import { contains, type Diverged, lineOf, relate, relateUnrelated } from './ancestry.ts'
import { bringOntoTheirs, type Ends } from './onto-theirs.ts'
import { introduce } from './own-record.ts'
import { problemOf } from './problem.ts'
import { type Counts, NOTHING, type SyncParts } from './sync-parts.ts'
import { noteFetched, noteOwn, seenOf, trustIn, vouchedCommits } from './vouching.ts'
import { whyTreeIsRefused } from './whole-tree.ts'

export interface SyncHow {
  /** The user has said that the remote's history belongs to this memory, although it seems not to. */
  readonly join?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (percent: number | null) => void
}

export interface RoundOutcome {
  /** False if somebody was faster, or is at work there: run another. */
  readonly isDone: boolean
  readonly counts: Counts
  readonly problem: SyncProblem | null
}

const again = (counts: Counts): RoundOutcome => ({ isDone: false, counts, problem: null })
const stop = (kind: SyncProblem['kind'], reason: Message): RoundOutcome => ({
  isDone: true,
  counts: NOTHING,
  problem: { kind, reason },
})

/** One attempt at it: fetch, bring together, push. */
export class Round {
  readonly #parts: SyncParts
  readonly #remote: Remote
  readonly #how: SyncHow
  readonly #read = (id: ObjectId): RawCommit => this.#parts.repo.objects.readCommit(id)

  constructor(parts: SyncParts, remote: Remote, how: SyncHow) {
    this.#parts = parts
    this.#remote = remote
    this.#how = how
  }

  async run(): Promise<RoundOutcome> {
    const { writer, devices } = this.#parts
    const whyNot = (await this.#parts.whyNot()) ?? (await this.#otherBranch())
    if (whyNot !== null) return stop('failed', whyNot)
    await writer.published()
    const { refs, head } = await this.#remote.list()
    const branch = await this.#branch(refs, head)
    const tip = refs.get(branch) ?? null
    const { tip: known = null, syncedAt = null } = (await devices.load())?.remote ?? {}
    if (tip === null) {
      // One that was never synced with is another one than before, and may be empty.
      if (known !== null && syncedAt !== null && this.#how.join !== true) return stop('rewound', say('sync-rewound'))
      return this.#push(branch, tip, NOTHING)
    }
    const ours = this.#published()
    if (tip !== known) await this.#fetch(branch, tip, ours)
    if (known !== null && this.#how.join !== true && !(await contains(this.#read, tip, known))) {
      const isOther = ours !== null && (await relate(this.#read, ours, tip)).kind === 'unrelated'
      return isOther ? stop('unrelated', say('sync-unrelated')) : stop('rewound', say('sync-rewound'))
    }
    return this.#bringTogether(branch, { ours, theirs: tip, known })
  }

  /** Our end as git has it: the latest commands may be in the journal alone. */
  #published(): ObjectId | null {
    return readHead(this.#parts.repo.gitdir).commit
  }

  /** Why nothing is exchanged while another branch than the shared one is checked out. */
  async #otherBranch(): Promise<Message | null> {
    const { repo, devices } = this.#parts
    const { branch } = await repo.readHead()
    const local = (await devices.load())?.remote?.local ?? null
    if (local === null) await devices.change((now) => withRemote(now, { local: branch }))
    const names = { shared: shortBranch(local ?? branch), branch: shortBranch(branch) }
    return local === null || local === branch ? null : say('sync-other-branch', names)
  }

  /** The branch in which the devices meet: as it was, or the remote's first one, or named as ours is. */
  async #branch(refs: ReadonlyMap<string, ObjectId>, head: string | null): Promise<string> {
    const { devices, repo } = this.#parts
    const known = (await devices.load())?.remote?.branch ?? null
    if (known !== null) return known
    const first = head !== null && refs.has(head) && isBranchName(head) ? head : null
    const branch = first ?? (await repo.readHead()).branch
    await devices.change((now) => withRemote(now, { branch }))
    return branch
  }

  async #fetch(branch: string, tip: ObjectId, ours: ObjectId | null): Promise<void> {
    const { objects } = this.#parts.repo
    if (objects.readIfThere(tip) === null) await this.#remote.fetch(branch, ours === null ? [] : [ours])
  }

  async #bringTogether(
    branch: string,
    {
      ours,
      theirs,
      known,
    }: { readonly ours: ObjectId | null; readonly theirs: ObjectId; readonly known: ObjectId | null },
  ): Promise<RoundOutcome> {
    const { repo } = this.#parts
    const why = theirs === known ? null : whyTreeIsRefused(repo, this.#read(theirs).tree)
    if (why !== null) return stop('failed', say('sync-not-a-memory', { why }))
    await this.#vouch(theirs, known)
    if (ours === null) return this.#forward(branch, { theirs, expected: null, pulled: await this.#length(theirs) })
    const relation = await relate(this.#read, ours, theirs)
    if (relation.kind === 'ahead') {
      noteOwn(this.#parts, await lineOf(this.#read, ours, theirs))
      return this.#push(branch, theirs, NOTHING)
    }
    if (relation.kind === 'behind')
      return this.#forward(branch, { theirs, expected: ours, pulled: relation.theirs.length })
    if (relation.kind === 'diverged') return this.#replay(branch, relation, { ours, theirs })
    if (this.#how.join !== true) return stop('unrelated', say('sync-unrelated'))
    return this.#replay(branch, await relateUnrelated(this.#read, ours, theirs), { ours, theirs })
  }

  async #length(tip: ObjectId): Promise<number> {
    return (await lineOf(this.#read, tip)).length
  }

  /** Which of the remote's new commits are by devices that the user admitted. */
  async #vouch(tip: ObjectId, known: ObjectId | null): Promise<void> {
    if (tip === known) return
    const { repo, devices } = this.#parts
    const stored = await devices.load()
    if (stored === null) return
    const trust = trustIn(repo, this.#read(tip).tree, stored)
    const before = trustIn(repo, known === null ? null : this.#read(known).tree, stored).keys
    // Of a device that was admitted elsewhere meanwhile, what came before counts, too.
    const until = [...trust.keys].every((key) => before.has(key)) ? known : null
    devices.vouched.add(await vouchedCommits(repo, { from: tip, until }, trust))
    await noteFetched(this.#parts, { from: tip, until: known })
    const seen = seenOf(trust)
    const isNews = Object.entries(seen).some(([id, each]) => !isDeepStrictEqual(stored.seen[id], each))
    if (isNews) await devices.change((now) => ({ ...now, seen: { ...now.seen, ...seen } }))
  }

  /** Everything of ours is there: our branch moves to theirs. */
  async #forward(
    branch: string,
    {
      theirs,
      expected,
      pulled,
    }: { readonly theirs: ObjectId; readonly expected: ObjectId | null; readonly pulled: number },
  ): Promise<RoundOutcome> {
    const outcome = await adopt(this.#parts, async (now) => (now === expected ? theirs : null))
    const counts = { ...NOTHING, pulled }
    if (outcome !== 'done') return outcome === 'moved' ? again(NOTHING) : stop('failed', outcome)
    return this.#push(branch, theirs, counts)
  }

  async #replay(branch: string, diverged: Diverged, ends: Ends): Promise<RoundOutcome> {
    const outcome = await bringOntoTheirs(this.#parts, diverged, ends)
    if (outcome === 'moved') return again(NOTHING)
    return 'id' in outcome ? stop('failed', outcome) : this.#push(branch, ends.theirs, outcome)
  }

  /** Sends what the remote lacks. */
  async #push(branch: string, theirs: ObjectId | null, counts: Counts): Promise<RoundOutcome> {
    const { writer, devices } = this.#parts
    // Whatever becomes of sending, this is what the remote had.
    if (theirs !== null) await devices.change((now) => withRemote(now, { tip: theirs }))
    await introduce(this.#parts, { isFirst: theirs === null })
    await writer.published()
    const ours = this.#published()
    if (ours === null) return { isDone: true, counts, problem: null }
    const pushed = theirs === null ? await this.#length(ours) : await this.#aheadOf(ours, theirs)
    if (pushed === null) return again(counts)
    try {
      if (pushed > 0 && (await this.#remote.push(ours, branch)) === 'behind') return again(counts)
    } catch (error) {
      // What came from there is in force all the same.
      const isLocked = error instanceof RemoteError && error.why === 'locked'
      return { isDone: !isLocked, counts, problem: problemOf(error, (await devices.load())?.remote ?? null) }
    }
    await devices.change((now) => withRemote(now, { tip: ours }))
    return { isDone: true, counts: { ...counts, pushed }, problem: null }
  }

  /** Null if what is there is not in our line: git moved the branch by hand meanwhile. */
  async #aheadOf(ours: ObjectId, theirs: ObjectId): Promise<number | null> {
    const relation = await relate(this.#read, ours, theirs)
    return relation.kind === 'ahead' ? relation.ahead : null
  }
}
