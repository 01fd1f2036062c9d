import type { ObjectId } from '../../../shared/change.ts'
import type { CommitName } from '../../../shared/commit.ts'
import type { SyncOutcome, SyncProblem } from '../../../shared/devices.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { byOutside } from '../../../shared/origin.ts'
import { isBranchName } from '../git/names.ts'
import type { RawCommit } from '../git/objects.ts'
import type { Remote } from '../git/remote.ts'
import { releasePackNow } from '../git/write-pack.ts'
import { type DeviceKeys, withRemote } from '../repo/device-keys.ts'
import type { Repository } from '../repo/repository.ts'
import { foldersOfRemoved } from '../write/commands.ts'
import type { Draft } from '../write/plan.ts'
import type { Writer } from '../write/writer.ts'
import { contains, type Diverged, relate, relateUnrelated } from './ancestry.ts'
import { Workshop } from './merged-trees.ts'
import { introduce } from './own-record.ts'
import { type Questions, writesOf } from './questions.ts'
import { replay } from './replay.ts'
import { trustIn, vouchedCommits } from './vouching.ts'
import { whyTreeIsRefused } from './whole-tree.ts'

/** What a round works on. */
export interface SyncParts {
  readonly repo: Repository
  readonly writer: Writer
  readonly devices: DeviceKeys
  readonly questions: Questions
  /** Of this device, for the repository that git sees. */
  readonly folder: string
  /** Why nothing may be brought in now; null if it may. */
  readonly whyNot: () => Promise<Message | null>
}

export interface SyncHow {
  /** The user has said that the remote's history belongs to this memory, although it seems not to. */
  readonly join?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (percent: number | null) => void
}

export type Counts = Omit<SyncOutcome, 'problem'>
export const NOTHING: Counts = { pushed: 0, pulled: 0, merged: 0, waiting: 0, replayed: null }

export interface RoundOutcome {
  /** False if somebody was faster: run another. */
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
    const { writer, repo, devices } = this.#parts
    const whyNot = await this.#parts.whyNot()
    if (whyNot !== null) return stop('failed', whyNot)
    await writer.published()
    const { refs, head } = await this.#remote.list()
    const branch = await this.#branch(refs, head)
    const tip = refs.get(branch) ?? null
    const known = (await devices.load())?.remote?.tip ?? null
    if (tip === null) {
      if (known !== null && this.#how.join !== true) return stop('rewound', say('sync-rewound'))
      return this.#push(branch, tip, NOTHING)
    }
    const { commit: ours } = await repo.readHead()
    if (tip !== known) await this.#fetch(branch, tip, ours)
    if (known !== null && this.#how.join !== true && !(await contains(this.#read, tip, known)))
      return stop('rewound', say('sync-rewound'))
    return this.#bringTogether(branch, { ours, theirs: tip, known })
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
      this.#noteOwn(await this.#line(ours, relation.ahead))
      return this.#push(branch, theirs, NOTHING)
    }
    if (relation.kind === 'behind')
      return this.#forward(branch, { theirs, expected: ours, pulled: relation.theirs.length })
    if (relation.kind === 'diverged') return this.#replay(branch, relation, { ours, theirs })
    if (this.#how.join !== true) return stop('unrelated', say('sync-unrelated'))
    return this.#replay(branch, await relateUnrelated(this.#read, ours, theirs), { ours, theirs })
  }

  async #length(tip: ObjectId): Promise<number> {
    let count = 0
    for (let id: ObjectId | undefined = tip; id !== undefined; id = this.#read(id).parents[0]) count += 1
    return count
  }

  async #line(tip: ObjectId, length: number): Promise<readonly ObjectId[]> {
    const found: ObjectId[] = []
    for (let id: ObjectId | undefined = tip; id !== undefined && found.length < length; id = this.#read(id).parents[0])
      found.push(id)
    return found
  }

  /** Of what git committed here by the user's address, nobody can tell later that it was here. */
  #noteOwn(commits: readonly ObjectId[]): void {
    const { repo, devices } = this.#parts
    const isOwn = repo.ownership()
    const isOfUser = (commit: ObjectId): boolean => {
      const { id, origin } = repo.messageOf(this.#read(commit))
      return id === null && origin.actor === 'user'
    }
    devices.vouched.add(commits.filter((commit) => !isOwn(commit) && isOfUser(commit)))
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
    const outcome = await this.#adopt({ commit: theirs, isForeign: true }, expected)
    const counts = { ...NOTHING, pulled }
    if (outcome !== 'done') return outcome === 'moved' ? again(NOTHING) : stop('failed', outcome)
    return this.#push(branch, theirs, counts)
  }

  async #replay(
    branch: string,
    diverged: Diverged,
    ends: { readonly ours: ObjectId; readonly theirs: ObjectId },
  ): Promise<RoundOutcome> {
    const { repo, devices, questions } = this.#parts
    this.#noteOwn(diverged.ours.map(({ commit }) => commit))
    const shop = new Workshop(repo)
    try {
      const signer = await devices.signer()
      const made = await replay(shop, diverged, ends, { signer, isOwn: repo.ownership() })
      const pack = shop.publish()
      try {
        const { tree } = this.#read(made.commit)
        const writes = writesOf({ repo, tree, theirs: diverged.theirs }, made.questions)
        await questions.add(made.commit, writes)
        devices.vouched.add(made.own)
        const outcome = await this.#adopt({ commit: made.commit, isForeign: true }, ends.ours)
        if (outcome !== 'done') return outcome === 'moved' ? again(NOTHING) : stop('failed', outcome)
        const counts = {
          ...NOTHING,
          pulled: diverged.theirs.length,
          merged: made.merged,
          waiting: writes.length,
          replayed: this.#namesOf(diverged),
        }
        return this.#push(branch, ends.theirs, counts)
      } finally {
        if (pack !== null) releasePackNow(pack)
      }
    } finally {
      shop.close()
    }
  }

  #namesOf({ ours }: Diverged): Counts['replayed'] {
    const nameOf = (commit: ObjectId): CommitName => this.#parts.repo.messageOf(this.#read(commit)).id ?? commit
    const base = ours[0]?.base ?? null
    return { base: base === null ? null : nameOf(base), commits: ours.map(({ commit }) => nameOf(commit)) }
  }

  /** Brings branch and files to a commit that git has, as one command; `moved` if our branch is no longer as expected. */
  async #adopt(
    ready: { readonly commit: ObjectId; readonly isForeign: boolean },
    expected: ObjectId | null,
  ): Promise<'done' | 'moved' | Message> {
    const { repo, writer, whyNot } = this.#parts
    const { tree } = this.#read(ready.commit)
    const outcome = await writer.write<{ readonly kind: 'moved' } | { readonly kind: 'not'; readonly why: Message }>(
      async (snapshot) => {
        if (snapshot.head.commit !== expected) return { kind: 'answer', answer: { kind: 'moved' } }
        const why = await whyNot()
        if (why !== null) return { kind: 'answer', answer: { kind: 'not', why } }
        const drafts = repo.trees
          .differences(snapshot.tree, tree)
          .map(({ path, before, after }): Draft => ({ path, before: before?.id ?? null, after }))
        const plan = {
          kind: 'ready',
          ready,
          drafts,
          origin: byOutside('other'),
          removeFolders: foldersOfRemoved(drafts),
        } as const
        return { kind: 'plan', plan }
      },
    )
    if (outcome.kind === 'moved') return 'moved'
    if (outcome.kind === 'not') return outcome.why
    if (outcome.kind === 'acknowledged') return 'done'
    // A file changed while it was looked at.
    return outcome.kind === 'conflict' ? 'moved' : outcome.reason
  }

  /** Sends what the remote lacks. */
  async #push(branch: string, theirs: ObjectId | null, counts: Counts): Promise<RoundOutcome> {
    const { repo, writer, devices } = this.#parts
    await introduce(this.#parts, { isFirst: theirs === null })
    await writer.published()
    const { commit: ours } = await repo.readHead()
    if (ours === null) return { isDone: true, counts, problem: null }
    const pushed = theirs === null ? await this.#length(ours) : await this.#aheadOf(ours, theirs)
    if (pushed === null) return again(counts)
    if (pushed > 0 && (await this.#remote.push(ours, branch)) === 'behind') return again(counts)
    await devices.change((now) => withRemote(now, { tip: ours }))
    return { isDone: true, counts: { ...counts, pushed }, problem: null }
  }

  /** Null if what is there is not in our line: git moved the branch by hand meanwhile. */
  async #aheadOf(ours: ObjectId, theirs: ObjectId): Promise<number | null> {
    const relation = await relate(this.#read, ours, theirs)
    return relation.kind === 'ahead' ? relation.ahead : null
  }
}
