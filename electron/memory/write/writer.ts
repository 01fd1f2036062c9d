import { setTimeout as delay } from 'node:timers/promises'
import type { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Gate } from '../../../shared/policy.ts'
import { gitBusy, whatGitDoes } from '../repo/git-state.ts'
import { inspectAll, judge, outsideVersions, preconditionFailure, type DiskState } from './preconditions.ts'
import { OUTSIDE } from './outside-drafts.ts'
import { readSnapshot, type Decision, type Plan, type Published, type Snapshot, type Unwritten } from './plan.ts'
import { Packing } from './packing.ts'
import { makeAutomaticPoint } from '../repo/points.ts'
import { Queue } from '../../disk/queue.ts'
import { Publisher } from './publisher.ts'
import { recover } from './recovery.ts'
import type { Repository } from '../repo/repository.ts'
import type { StoreOptions, Withhold } from '../store-interface.ts'
import { Holdings } from './totals.ts'
import { transact } from './transaction.ts'
import { toStoreError } from '../store-errors.ts'

const GIT_PATIENCE_MS = 5_000
const GIT_POLL_MS = 20
const RETRIES = 20
const LINGER_MS = 50
/** After so long without a command the lease is given up, and git has seen everything. */
const REST_MS = 30
const SHORT_REST_MS = 3
/** While somebody waits for the lease, it is kept so long for commands that are there already. */
const FAIR_TURN_MS = 20
/** Git lags behind by this at most, and what publishing takes. */
const LONGEST_BATCH_MS = 150
const LONGEST_JOURNAL = 8_000_000
const RETRY_MS = 1_000
const GC_POLL_MS = 200
/** Without a command for so long, there is time to tidy up. */
const IDLE_MS = 2_000
/** Objects; more of them can wait for the next idle time. */
const MERGED_AT_CLOSE = 3_000

/** What the policies say of a change, and of what other programs write. */
export type Policing = Pick<StoreOptions, 'gate' | 'withhold'>

/** The one writer of a store in this process: a queue, and the lease between processes. */
export class Writer {
  readonly #repo: Repository
  readonly #gate: Gate
  readonly #withhold: Withhold
  readonly #holdings: Holdings
  readonly #publisher: Publisher
  readonly #queue = new Queue()
  /** Told of every commit, in order, once it is durable. */
  readonly #written: (commit: ObjectId) => void
  readonly #gitPatience: number
  /** Has what a killed process (or a failed command) left been cleared away? */
  #settled = false
  #closed = false
  #heldSince = 0
  #batchSince = 0
  #lingerUntil = 0
  readonly #packing: Packing
  #resting: NodeJS.Timeout | null = null
  #packingSoon: NodeJS.Timeout | null = null
  /** Why git could not be told of what is acknowledged; null when it could. */
  #trouble: string | null = null

  constructor(repo: Repository, { gate, withhold = () => [] }: Policing, written: (commit: ObjectId) => void, gitPatience = GIT_PATIENCE_MS) {
    this.#repo = repo
    this.#gate = gate
    this.#withhold = withhold
    this.#holdings = new Holdings(repo)
    this.#publisher = new Publisher(repo)
    this.#packing = new Packing(repo)
    this.#written = written
    this.#gitPatience = gitPatience
  }

  get trouble(): string | null {
    return this.#trouble
  }

  /** Is a command at work, or was one a moment ago? */
  get isBusy(): boolean {
    return this.#queue.length > 0 || this.#publisher.isOpen
  }

  /** Runs a task alone, when git has seen everything: no other writer of any process is at work meanwhile. */
  exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.#run(async () => {
      await this.#publisher.publish()
      return task()
    })
  }

  /** Resolves when git has seen all that was acknowledged before. Where it has, nothing is done, however often it is asked. */
  published(): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#publisher.isOpen) return this.#alone(() => this.#publisher.publish())
      if (!this.#settled && !this.#closed && !this.#repo.journal.isEmpty()) await this.#alone(async () => undefined)
    })
  }

  #run<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      if (this.#closed) throw new AppError('closed', 'The store is closed. Nothing was written; open it again.')
      return this.#alone(task)
    })
  }

  /** With the lease, and with what was left behind cleared away. Call only from the queue. */
  async #alone<T>(task: () => Promise<T>): Promise<T> {
    // While something is done nobody rests: a task that takes long must not be followed by a handing over.
    this.#stopResting()
    try {
      await this.#takeLease()
      return await task()
    } catch (error) {
      if (!this.#publisher.isOpen) this.#settled = false
      throw toStoreError(error)
    } finally {
      await this.#rest()
    }
  }

  /** Resolves when everything queued is done, git has seen it, and the lease is given up. */
  async close(): Promise<void> {
    await this.#queue.run(async () => {
      this.#closed = true
      this.#stopResting()
      if (this.#packingSoon !== null) clearTimeout(this.#packingSoon)
      await this.#handOver()
      // Many short lives would leave many small packs.
      await this.#packing.merge((task) => task(), MERGED_AT_CLOSE).catch(() => undefined)
    })
  }

  /** Only when nobody has written for a while; and when it fails, the packs stay as they are. */
  #packSoon(): void {
    if (this.#closed) return
    if (this.#packingSoon !== null) clearTimeout(this.#packingSoon)
    this.#packingSoon = setTimeout(() => void this.#packing.merge((task) => this.exclusively(task)).catch(() => undefined), IDLE_MS)
    this.#packingSoon.unref()
  }

  /**
   * Decides and writes one command. `decide` may run several times: whenever somebody else was faster, it is asked
   * again on the new snapshot. Versions by other programs that stand in the way become a commit of their own first.
   */
  write<Answer>(decide: (snapshot: Snapshot) => Promise<Decision<Answer>>): Promise<Published | Unwritten | Answer> {
    return this.#run(async () => {
      for (let attempt = 0; attempt < RETRIES; attempt += 1) {
        await this.#openBatch()
        const snapshot = await readSnapshot(this.#repo)
        const decision = await decide(snapshot)
        if (decision.kind === 'answer') return decision.answer
        const result = await this.#attempt(snapshot, decision.plan)
        if (result === 'again') continue
        this.#lingerUntil = result.kind === 'conflict' ? Date.now() + LINGER_MS : 0
        return result
      }
      throw new AppError('git-busy', 'Other programs keep changing this folder. Nothing was written; try again in a moment.')
    })
  }

  async #attempt(snapshot: Snapshot, plan: Plan): Promise<Published | Unwritten | 'again'> {
    const seen = await inspectAll(this.#repo, plan.drafts)
    if (plan.kind === 'adopted') return this.#commit(snapshot, plan, seen)
    const outside = await outsideVersions(this.#repo, snapshot, plan, seen, this.#withhold)
    if ('kind' in outside) return outside
    if (outside.length > 0) {
      await this.#commit(snapshot, { kind: 'adopted', drafts: outside, origin: OUTSIDE }, seen)
      return 'again'
    }
    const why = await preconditionFailure(this.#repo, plan, seen)
    if (why !== null) return why
    const totals = await this.#holdings.totals(plan)
    const judged = await judge(this.#repo, this.#gate, plan, totals)
    if ('kind' in judged) return judged
    const result = await this.#commit(snapshot, { ...plan, drafts: judged.drafts }, seen)
    if (result === 'again') return result
    this.#holdings.note(plan, totals)
    return { ...result, notes: judged.notes }
  }

  async #commit(snapshot: Snapshot, plan: Plan, seen: DiskState): Promise<Published | 'again'> {
    if (plan.kind !== 'adopted' && snapshot.head.commit !== null && touchesMany(plan)) {
      // What a name is for, git has to have.
      if (this.#publisher.isAhead) {
        await this.#publisher.publish()
        await this.#openBatch()
        if ((await this.#repo.readHead()).commit !== snapshot.head.commit) return 'again'
      }
      await makeAutomaticPoint(this.#repo, plan.subject ?? plan.origin.verb, snapshot.head.commit)
    }
    const result = await transact(this.#repo, this.#publisher, snapshot, plan, seen)
    if (result !== 'again') this.#written(result.commit)
    return result
  }

  /** A batch is published now and then even when commands follow each other without a pause. */
  async #openBatch(): Promise<void> {
    if (this.#publisher.isOpen && Date.now() - this.#batchSince < LONGEST_BATCH_MS) return
    await this.#publisher.publish({ laterWhileCollecting: true })
    if (this.#publisher.isOpen) return
    if (this.#repo.journal.length > LONGEST_JOURNAL) await this.#publisher.retire()
    await this.#waitForGit()
    await this.#publisher.begin()
    this.#batchSince = Date.now()
  }

  async #takeLease(): Promise<void> {
    const wasHeld = this.#repo.lease.held
    const { abandoned } = wasHeld ? { abandoned: false } : await this.#repo.lease.acquire()
    if (!wasHeld) this.#heldSince = Date.now()
    if (this.#settled && !abandoned && (wasHeld || this.#repo.journal.isEmpty())) return
    // What a try that failed has in hand is in the journal too; and its locks may stand in the way.
    await this.#publisher.abandon()
    await this.#repo.locks.clear(this.#repo.gitdir)
    await recover(this.#repo, this.#publisher)
    await this.#repo.files.clear()
    this.#settled = true
  }

  /**
   * Keeps the lease and the batch for the next command, which mostly comes at once, unless somebody else waits.
   * After a conflict both are kept a moment longer: whoever was told looks again and comes back, and must not lose
   * to other processes for ever.
   */
  async #rest(): Promise<void> {
    if (!this.#repo.journal.isTrusted || this.#publisher.owes) {
      // What this process holds to be true may not be what the disk says: the journal decides.
      await this.#publisher.abandon()
      this.#settled = false
    }
    const wanted = this.#repo.lease.isWanted()
    if (this.#queue.length > 1 && !(wanted && Date.now() - this.#heldSince > FAIR_TURN_MS)) return
    if (this.#closed) return
    this.#stopResting()
    const patience = Math.max(wanted ? SHORT_REST_MS : REST_MS, this.#lingerUntil - Date.now())
    this.#resting = setTimeout(() => this.#handOverSoon(), patience)
  }

  #stopResting(): void {
    if (this.#resting !== null) clearTimeout(this.#resting)
    this.#resting = null
  }

  /** What fails here is in the journal, and is tried again by the next command. */
  #handOverSoon(): void {
    void this.#queue.run(() => this.#handOver()).catch(() => undefined)
  }

  async #handOver(): Promise<void> {
    const wanted = this.#repo.lease.isWanted()
    if (this.#queue.length > 1 && !wanted && !this.#closed) return
    if (!this.#settled || !this.#repo.lease.held) return this.#giveUp()
    this.#trouble = null
    try {
      await this.#publisher.publish({ laterWhileCollecting: !wanted && !this.#closed })
      if (!(await this.#publisher.retire()) && !wanted && !this.#closed) {
        this.#resting = setTimeout(() => this.#handOverSoon(), GC_POLL_MS)
        return
      }
    } catch (error) {
      // Everything acknowledged is in the journal; whoever writes next, or opens the store, finishes it.
      await this.#publisher.abandon()
      this.#tryAgainLater(error)
    }
    await this.#repo.lease.release().catch((error: unknown) => this.#tryAgainLater(error))
    this.#packSoon()
    if (wanted) await delay(8)
  }

  /** The lease could not be had, or recovery failed: the journal is another's, or says what is not done yet. */
  async #giveUp(): Promise<void> {
    this.#settled = false
    await this.#publisher.abandon()
    await this.#repo.lease.release().then(() => this.#settleSoon(), (error: unknown) => this.#tryAgainLater(error))
  }

  #tryAgainLater(error: unknown): void {
    const told = toStoreError(error)
    this.#trouble = told instanceof Error ? told.message : String(told)
    this.#settled = false
    this.#settleSoon()
  }

  /** Whatever is unfinished is finished without waiting for the next command. */
  #settleSoon(): void {
    if (!this.#closed) this.#resting = setTimeout(() => void this.published().catch(() => undefined), RETRY_MS)
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
