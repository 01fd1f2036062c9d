import { setTimeout as delay } from 'node:timers/promises'
import type { ObjectId } from '../../shared/change.ts'
import type { Gate } from '../../shared/policy.ts'
import { gitBusy, whatGitDoes } from './git-state.ts'
import { inspectAll, judge, outsideVersions, whyNot, type Seen } from './judgement.ts'
import { OUTSIDE } from './outside.ts'
import { readStanding, type Decision, type Plan, type Published, type Standing, type Unwritten } from './plan.ts'
import { makeAutomaticPoint } from './points.ts'
import { Queue } from './queue.ts'
import { recover } from './recovery.ts'
import type { Repository } from './repository.ts'
import { StoreError, type StoreOptions, type Withhold } from './store-interface.ts'
import { Holdings } from './totals.ts'
import { publish } from './transaction.ts'
import { inWords } from './trouble.ts'

const GIT_PATIENCE_MS = 5_000
const GIT_POLL_MS = 20
const RETRIES = 20
const LINGER_MS = 50

/** What the policies say of a change, and of what other programs write. */
export type Policing = Pick<StoreOptions, 'gate' | 'withhold'>

/** The one writer of a store in this process: a queue, and the lease between processes. */
export class Writer {
  readonly #repo: Repository
  readonly #gate: Gate
  readonly #withhold: Withhold
  readonly #holdings: Holdings
  readonly #queue = new Queue()
  /** Told of every commit, in order, once it is durable. */
  readonly #published: (commit: ObjectId) => void
  readonly #gitPatience: number
  /** Has what a killed process (or a failed command) left been cleared away? */
  #settled = false
  #closed = false
  #lingerUntil = 0

  constructor(repo: Repository, { gate, withhold = () => [] }: Policing, published: (commit: ObjectId) => void, gitPatience = GIT_PATIENCE_MS) {
    this.#repo = repo
    this.#gate = gate
    this.#withhold = withhold
    this.#holdings = new Holdings(repo)
    this.#published = published
    this.#gitPatience = gitPatience
  }

  /** Runs a task alone: no other writer of any process is at work meanwhile. */
  exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      if (this.#closed) throw new StoreError('closed', 'The store is closed. Nothing was written; open it again.')
      try {
        await this.#takeLease()
        return await task()
      } catch (error) {
        this.#settled = false
        throw inWords(error)
      } finally {
        await this.#yieldLease()
      }
    })
  }

  /** Resolves when everything queued is done and the lease is given up. */
  async close(): Promise<void> {
    await this.#queue.run(async () => {
      this.#closed = true
      await this.#repo.lease.release()
    })
  }

  /**
   * Decides and writes one command. `decide` may run several times: whenever somebody else was faster, it is asked
   * again on the new standing. Versions by other programs that stand in the way become a commit of their own first.
   */
  write<Answer>(decide: (standing: Standing) => Promise<Decision<Answer>>): Promise<Published | Unwritten | Answer> {
    return this.exclusively(async () => {
      for (let attempt = 0; attempt < RETRIES; attempt += 1) {
        await this.#waitForGit()
        const standing = await readStanding(this.#repo)
        const decision = await decide(standing)
        if (decision.kind === 'answer') return decision.answer
        const result = await this.#attempt(standing, decision.plan)
        if (result === 'again') continue
        this.#lingerUntil = result.kind === 'conflict' ? Date.now() + LINGER_MS : 0
        return result
      }
      throw new StoreError('git-busy', 'Other programs keep changing this folder. Nothing was written; try again in a moment.')
    })
  }

  async #attempt(standing: Standing, plan: Plan): Promise<Published | Unwritten | 'again'> {
    const seen = await inspectAll(this.#repo, plan.drafts)
    if (plan.kind === 'adopted') return this.#publish(standing, plan, seen)
    const outside = await outsideVersions(this.#repo, standing, plan, seen, this.#withhold)
    if ('kind' in outside) return outside
    if (outside.length > 0) {
      await this.#publish(standing, { kind: 'adopted', drafts: outside, origin: OUTSIDE }, seen)
      return 'again'
    }
    const why = await whyNot(this.#repo, plan, seen)
    if (why !== null) return why
    const totals = await this.#holdings.totals(plan)
    const judged = await judge(this.#repo, this.#gate, plan, totals)
    if ('kind' in judged) return judged
    const result = await this.#publish(standing, { ...plan, drafts: judged.drafts }, seen)
    if (result === 'again') return result
    this.#holdings.note(plan, totals)
    return { ...result, notes: judged.notes }
  }

  async #publish(standing: Standing, plan: Plan, seen: Seen): Promise<Published | 'again'> {
    if (plan.kind !== 'adopted' && standing.head.commit !== null && touchesMany(plan)) await makeAutomaticPoint(this.#repo, plan.subject ?? plan.origin.verb, standing.head.commit)
    const result = await publish(this.#repo, standing, plan, seen)
    if (result !== 'again') this.#published(result.commit)
    return result
  }

  async #takeLease(): Promise<void> {
    const { abandoned } = this.#repo.lease.held ? { abandoned: false } : await this.#repo.lease.acquire()
    const entry = await this.#repo.journal.read()
    if (this.#settled && !abandoned && entry === null) return
    await this.#repo.locks.clear(this.#repo.gitdir)
    if (entry !== null) await recover(this.#repo, entry)
    await this.#repo.files.clear()
    this.#settled = true
  }

  /**
   * Keeps the lease for the next task, unless somebody else waits for it. After a conflict it is kept a moment
   * longer: whoever was told looks again and comes back, and must not lose to other processes for ever.
   */
  async #yieldLease(): Promise<void> {
    const linger = this.#lingerUntil - Date.now()
    if (linger > 0 && !this.#closed) {
      setTimeout(() => void this.#queue.run(() => this.#yieldLease()), linger)
      return
    }
    const wanted = await this.#repo.lease.isWanted()
    if (this.#queue.length > 1 && !wanted) return
    await this.#repo.lease.release()
    if (wanted) await delay(8)
  }

  async #waitForGit(): Promise<void> {
    for (const until = Date.now() + this.#gitPatience; ; await delay(GIT_POLL_MS)) {
      const busy = await whatGitDoes(this.#repo)
      if (busy === null) return
      if (Date.now() > until) throw gitBusy(busy)
    }
  }
}

/** A rename is one file under two names. */
function touchesMany({ drafts }: Plan): boolean {
  const sources = new Set(drafts.map(({ from }) => from))
  return drafts.filter(({ path }) => !sources.has(path)).length > 1
}
