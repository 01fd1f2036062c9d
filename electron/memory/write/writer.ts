import { setTimeout as delay } from 'node:timers/promises'
import type { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Gate } from '../../../shared/policy.ts'
import { gitBusy, gitCommand, restOfGit } from '../repo/git-state.ts'
import { makeAutomaticPoint } from '../repo/points.ts'
import type { Repository } from '../repo/repository.ts'
import { originOfOutside } from '../repo/store-settings.ts'
import { readSnapshot, type Decision, type Plan, type Acknowledged, type Snapshot, type Unwritten } from './plan.ts'
import { inspectAll, askGate, outsideVersions, preconditionFailure, type DiskState } from './preconditions.ts'
import { Publisher } from './publisher.ts'
import { TotalsTracker } from './totals.ts'
import { transact } from './transaction.ts'
import { Turn, type TurnOptions } from './turn.ts'

const GIT_PATIENCE_MS = 5_000
const GIT_POLL_MS = 20
const MAX_ATTEMPTS = 20
/** After a conflict the caller reads the newer version and comes back. */
const CONFLICT_LINGER_MS = 50
/** Commands are published this often, even when they follow each other without a pause. */
const PUBLISH_EVERY_MS = 150
const MAX_JOURNAL_BYTES = 8_000_000

export interface WriterOptions extends TurnOptions {
  /** Decides about every change. Pure. */
  readonly gate: Gate
  /** Called for every acknowledged commit, in order. */
  readonly onWritten: (commit: ObjectId) => void
  /** Called when git has moved HEAD between two commands: the folder may differ from it. */
  readonly onMoved: () => void
}

/** The only writer of a store in this process. It decides and writes one command at a time, in its turn. */
export class Writer {
  readonly #repo: Repository
  readonly #options: WriterOptions
  readonly #totals: TotalsTracker
  readonly #publisher: Publisher
  readonly #turn: Turn
  readonly #gitPatience: number
  #publishedAt = 0
  /** Whether the open batch was published and synced, so that its end is near; null before that began. */
  #isSettled: boolean | null = null

  constructor(repo: Repository, options: WriterOptions, gitPatience = GIT_PATIENCE_MS) {
    this.#repo = repo
    this.#options = options
    this.#totals = new TotalsTracker(repo)
    this.#publisher = new Publisher(repo, options.onMoved)
    this.#turn = new Turn(repo, this.#publisher, options)
    this.#gitPatience = gitPatience
  }

  get problem(): Message | null {
    return this.#turn.problem
  }

  get isBusy(): boolean {
    return this.#turn.isBusy
  }

  published(): Promise<void> {
    return this.#turn.published()
  }

  clearAbandonedLocks(): Promise<void> {
    return this.#turn.clearAbandonedLocks()
  }

  close(): Promise<void> {
    return this.#turn.close()
  }

  /** Runs a task with git up to date, while no other writer of any process is active. */
  exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.#turn.run(async () => {
      await this.#publisher.end()
      return task()
    })
  }

  /**
   * Decides and writes one command. `decide` may run several times: whenever somebody else was faster, it runs again
   * with the new snapshot. Versions by other programs at its paths become a separate commit first.
   */
  write<Answer>(decide: (snapshot: Snapshot) => Promise<Decision<Answer>>): Promise<Acknowledged | Unwritten | Answer> {
    return this.#turn.run(async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        await this.#openBatch()
        const snapshot = await readSnapshot(this.#repo)
        const decision = await decide(snapshot)
        if (decision.kind === 'answer') {
          this.#publisher.endIfEmpty()
          return decision.answer
        }
        const result = await this.#attempt(snapshot, decision.plan)
        if (result === 'again') continue
        this.#turn.linger(result.kind === 'conflict' ? CONFLICT_LINGER_MS : 0)
        return result
      }
      throw new AppError('git-busy', say('folder-keeps-changing'))
    })
  }

  async #attempt(snapshot: Snapshot, plan: Plan): Promise<Acknowledged | Unwritten | 'again'> {
    const onDisk = await inspectAll(this.#repo, plan.drafts)
    if (plan.kind === 'adopted') return this.#commit(snapshot, plan, onDisk)
    const attempt = { repo: this.#repo, snapshot, plan, onDisk }
    const outside = await outsideVersions(attempt, this.#options.gate)
    if ('kind' in outside) return outside
    if (outside.length > 0) {
      await this.#commit(
        snapshot,
        { kind: 'adopted', drafts: outside, origin: await originOfOutside(this.#repo) },
        onDisk,
      )
      return 'again'
    }
    const failure = await preconditionFailure(attempt)
    if (failure !== null) return failure
    if (plan.kind === 'ready') return this.#commit(snapshot, plan, onDisk)
    const totals = await this.#totals.totals(plan)
    const allowed = askGate(this.#repo, this.#options.gate, plan, totals)
    if ('kind' in allowed) return allowed
    const result = await this.#commit(snapshot, { ...plan, drafts: allowed.drafts }, onDisk)
    if (result === 'again') return result
    this.#totals.note(plan, totals)
    return { ...result, notes: allowed.notes }
  }

  async #commit(snapshot: Snapshot, plan: Plan, onDisk: DiskState): Promise<Acknowledged | 'again'> {
    const [repo, publisher] = [this.#repo, this.#publisher]
    if (makesPoint(plan) && snapshot.head.commit !== null) {
      // Git must have the commit before a restore point names it.
      if (publisher.isAhead) await publisher.publish()
      if (publisher.isOvertaken) return 'again'
      await makeAutomaticPoint(repo, plan.subject ?? plan.origin.verb, snapshot.head.commit)
    }
    const result = await transact({ repo, publisher, snapshot, gate: this.#options.gate }, plan, onDisk)
    if (result !== 'again') this.#options.onWritten(result.commit)
    return result
  }

  async #openBatch(): Promise<void> {
    const { gitTurns } = this.#publisher
    if (this.#publisher.isOpen) {
      if (!this.#mustEnd()) return this.#publishSoon()
      await this.#publisher.end({ deferDuringGc: true })
      if (this.#publisher.isOpen) return
    }
    for (let wait = gitTurns.remainingMs; wait > 0; wait = gitTurns.remainingMs) await delay(Math.ceil(wait))
    await this.#waitForGit()
    await this.#publisher.begin()
    this.#publishedAt = Date.now()
    this.#isSettled = null
  }

  /** Whether commands must wait now until git has everything. Before git's turn, most of the work is done behind them. */
  #mustEnd(): boolean {
    const { isOvertaken, gitTurns } = this.#publisher
    if (isOvertaken || gitTurns.isOverdue || this.#repo.journal.length > MAX_JOURNAL_BYTES) return true
    if (!gitTurns.isDue) return false
    if (this.#isSettled === null) {
      this.#isSettled = false
      const settled = (): void => void (this.#isSettled = true)
      // What fails now fails again when the batch ends, and is reported then.
      void this.#publisher.settleBehind().then(settled, settled)
    }
    return this.#isSettled
  }

  /** Commands that follow each other without a pause are published now and then, behind them. */
  #publishSoon(): void {
    if (Date.now() - this.#publishedAt < PUBLISH_EVERY_MS) return
    this.#publishedAt = Date.now()
    this.#publisher.startThread()
    // What fails now fails again when the batch ends, and is reported then.
    void this.#publisher.publishBehind().catch(() => undefined)
  }

  /** Git may be in the middle of a command or between two; but it may also begin one after the other without end. */
  async #waitForGit(): Promise<void> {
    const { seriesMs, patience } = this.#publisher.gitTurns
    for (const began = Date.now(); ; await delay(GIT_POLL_MS)) {
      const waitedMs = Date.now() - began
      const busy = gitCommand(this.#repo)
      if (busy === null && (waitedMs > seriesMs || restOfGit(this.#repo, patience) === 0)) return
      if (busy !== null && waitedMs > this.#gitPatience) throw gitBusy(busy)
    }
  }
}

/** Whether a restore point is made before: of what the user or an agent does to several files. */
function makesPoint({ kind, drafts }: Plan): boolean {
  if (kind === 'adopted' || kind === 'ready') return false
  // A rename is one file under two names.
  const sources = new Set(drafts.map(({ from }) => from))
  return drafts.filter(({ path }) => !sources.has(path)).length > 1
}
