import { isDeepStrictEqual } from 'node:util'
import { AppError, saidOf } from '../../../shared/errors.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { Queue } from '../../disk/queue.ts'
import { releasePacks } from '../git/write-pack.ts'
import type { Repository } from '../repo/repository.ts'
import { toStoreError } from '../store-errors.ts'
import { Packing } from './packing.ts'
import type { Publisher } from './publisher.ts'
import { recover } from './recovery.ts'

/** After this long without a command, the batch is published and retired. */
const REST_MS = 30
/** The lease is released after this long without a command, unless another process waits for it. */
const KEEP_LEASE_MS = 1_000
/** How soon a waiting process is noticed while no command comes. */
const WAITING_POLL_MS = 10
/** Like REST_MS, while another process waits. */
const WANTED_REST_MS = 3
/** While another process waits, commands already queued here still run for this long. */
const FAIR_TURN_MS = 20
const RETRY_MS = 1_000
const GC_POLL_MS = 200
/** A lock of ours that lasts longer than this is checked for a living owner. */
const ABANDONED_LOCK_CHECK_MS = 1_000
/** Packs are merged after this long without a command. */
const IDLE_MS = 2_000
/** Objects merged when the store closes; the rest waits for the next idle time. */
const MERGED_AT_CLOSE_OBJECTS = 3_000

export interface TurnOptions {
  /** Called each time the lease is acquired, before the task runs: another process may have written since. */
  readonly onLease: () => Promise<void>
  /** Called when `problem` changed. */
  readonly onProblem: () => void
}

/**
 * This process's turn to write: one task at a time, under the lease between processes, with whatever a killed process
 * or a failed task left behind finished first. When no task follows, git is brought up to date behind the queue, so that
 * a task that comes meanwhile does not wait; the lease is kept a moment longer, unless another process waits for it.
 */
export class Turn {
  readonly #repo: Repository
  readonly #publisher: Publisher
  readonly #options: TurnOptions
  readonly #queue = new Queue()
  readonly #packing: Packing
  /** Whether everything that a killed process or a failed task left behind is finished. */
  #recovered = false
  #closed = false
  #heldSince = 0
  #lingerUntil = 0
  #lastTaskAt = 0
  /** The next step after the last task: the batch settles, then the lease is released. */
  #nextStep: NodeJS.Timeout | null = null
  /** Increased by each task. */
  #tasks = 0
  #packTimer: NodeJS.Timeout | null = null
  #lockTimer: NodeJS.Timeout | null = null
  #problem: Message | null = null

  constructor(repo: Repository, publisher: Publisher, options: TurnOptions) {
    this.#repo = repo
    this.#publisher = publisher
    this.#options = options
    this.#packing = new Packing(repo)
  }

  /** Why git could not be brought up to date, as a sentence; null when it could. */
  get problem(): Message | null {
    return this.#problem
  }

  /** Whether a task is running, or its batch still open. */
  get isBusy(): boolean {
    return this.#queue.length > 0 || this.#publisher.isOpen
  }

  /** Runs a task under the lease. Throws `closed`, `lease-taken`, and what the task throws. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      if (this.#closed) throw new AppError('closed', say('store-closed'))
      return this.#underLease(task)
    })
  }

  /** Resolves when every command acknowledged before is published. Does nothing if they are. */
  published(): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#publisher.isOpen) await this.#underLease(() => this.#publisher.end())
      else if (!this.#recovered && !this.#closed && (this.#problem !== null || !this.#repo.journal.isEmpty()))
        await this.#underLease(async () => undefined)
    })
  }

  /** Keeps the turn a little longer: the caller is about to come back, and must not always lose to other processes. */
  linger(milliseconds: number): void {
    this.#lingerUntil = Date.now() + milliseconds
  }

  /**
   * Clears the locks of a process that was killed, as soon as its lease has no living owner. While that process lives,
   * this asks again: a kill leaves no event behind.
   */
  async clearAbandonedLocks(): Promise<void> {
    if (this.#closed || this.#lockTimer !== null || this.#repo.lease.held || !(await this.#repo.locks.areOursLeft()))
      return
    if (!(await this.#repo.lease.isOwned())) return this.run(async () => undefined)
    this.#lockTimer = setTimeout(() => {
      this.#lockTimer = null
      void this.clearAbandonedLocks().catch(() => undefined)
    }, ABANDONED_LOCK_CHECK_MS)
    this.#lockTimer.unref()
  }

  /** Resolves when every queued task is done, git is up to date and the lease is released. */
  async close(): Promise<void> {
    await this.#queue.run(async () => {
      this.#closed = true
      this.#cancelNextStep()
      for (const timer of [this.#packTimer, this.#lockTimer]) if (timer !== null) clearTimeout(timer)
      await this.#handOver()
      // Many short-lived processes would leave many small packs.
      await this.#packing.merge((task) => task(), MERGED_AT_CLOSE_OBJECTS).catch(() => undefined)
    })
    await this.#publisher.stopThread()
  }

  /** Call only from the queue. */
  async #underLease<T>(task: () => Promise<T>): Promise<T> {
    // A step that comes due during a long task must not follow right after it.
    this.#cancelNextStep()
    this.#tasks += 1
    try {
      if (this.#mustGiveWay()) await this.#handOver()
      await this.#acquire()
      return await task()
    } catch (error) {
      if (!this.#publisher.isOpen) this.#recovered = false
      throw toStoreError(error)
    } finally {
      await this.#rest()
    }
  }

  /** Whether another process waits, and this one has had its share. */
  #mustGiveWay(): boolean {
    const { lease } = this.#repo
    return lease.held && Date.now() - this.#heldSince > FAIR_TURN_MS && lease.isWanted()
  }

  async #acquire(): Promise<void> {
    const { lease, journal, locks, gitdir, indexPath, files } = this.#repo
    const wasHeld = lease.held
    const { abandoned } = wasHeld ? { abandoned: false } : await lease.acquire()
    if (!wasHeld) {
      this.#heldSince = Date.now()
      // Another process may have cleared the journal since, and what was known of the file is no longer true.
      journal.close()
      await this.#options.onLease()
    }
    if (this.#recovered && !abandoned && (wasHeld || journal.isEmpty())) return
    // The journal also has what a failed attempt left unfinished, and the locks of that attempt may be in the way.
    this.#recovered = false
    await this.#publisher.abandon()
    await releasePacks(gitdir)
    try {
      await recover(this.#repo, this.#publisher, await locks.clear(gitdir, indexPath))
    } catch (error) {
      // It is tried again, perhaps by nobody's command.
      this.#report(saidOf(toStoreError(error), say('something-went-wrong')))
      throw error
    }
    await files.clear()
    this.#recovered = true
  }

  /** Keeps the lease and the batch for the next task. */
  async #rest(): Promise<void> {
    this.#lastTaskAt = Date.now()
    if (!this.#repo.journal.isTrusted || this.#publisher.hasOwed) {
      // What this process remembers may differ from what is on disk: the journal decides.
      await this.#publisher.abandon()
      this.#recovered = false
    }
    if (this.#queue.length > 1 || this.#closed) return
    const rest = this.#repo.lease.isWanted() ? WANTED_REST_MS : REST_MS
    this.#stepAfter(Math.max(rest, this.#lingerUntil - Date.now()), () => this.#settle())
  }

  #stepAfter(milliseconds: number, step: () => Promise<void>): void {
    this.#cancelNextStep()
    // What could not be published stays in the journal, and the next task publishes it.
    this.#nextStep = setTimeout(() => void step().catch(() => undefined), milliseconds)
  }

  #cancelNextStep(): void {
    if (this.#nextStep !== null) clearTimeout(this.#nextStep)
    this.#nextStep = null
  }

  /** No task came for a while: brings git up to date behind the queue, and hands over when it is. */
  async #settle(): Promise<void> {
    const tasks = this.#tasks
    // What fails here fails again in the queue, where it is reported.
    if (!this.#repo.lease.isWanted()) await this.#publisher.settleBehind().catch(() => undefined)
    if (tasks === this.#tasks) await this.#queue.run(() => this.#handOver())
  }

  /** Brings git up to date, and releases the lease when another process waits for it. Call only from the queue. */
  async #handOver(): Promise<void> {
    const isLast = this.#closed || this.#repo.lease.isWanted()
    if (this.#queue.length > 1 && !isLast) return
    if (!this.#recovered || !this.#repo.lease.held) return this.#giveUp()
    try {
      const isDone = await this.#publisher.end({ deferDuringGc: !isLast })
      this.#report(null)
      if (!isDone && !isLast) return this.#stepAfter(GC_POLL_MS, () => this.#queue.run(() => this.#handOver()))
      this.#mergePacksSoon()
      if (isLast) await this.#releaseLease()
      else this.#watchForWaiting()
    } catch (error) {
      // Every acknowledged command is in the journal; the next task, or the next opening, finishes it.
      await this.#publisher.abandon()
      this.#retryLater(error)
      await this.#releaseLease()
    }
  }

  /** Keeps the lease until another process waits for it, or no task has come for long. */
  #watchForWaiting(): void {
    this.#stepAfter(WAITING_POLL_MS, async () => {
      if (Date.now() - this.#lastTaskAt < KEEP_LEASE_MS && !this.#repo.lease.isWanted()) return this.#watchForWaiting()
      await this.#queue.run(async () => {
        if (this.#queue.length > 1 || this.#publisher.isOpen) return
        if (!this.#repo.lease.isWanted()) await this.#publisher.stopThread()
        await this.#releaseLease()
      })
    })
  }

  async #releaseLease(): Promise<void> {
    await this.#repo.lease.release().catch((error: unknown) => this.#retryLater(error))
  }

  /**
   * Abandons the batch and the lease: the lease could not be acquired, or recovery failed and the journal has the rest.
   */
  async #giveUp(): Promise<void> {
    this.#recovered = false
    await this.#publisher.abandon()
    await this.#repo.lease.release().then(
      () => this.#recoverSoon(),
      (error: unknown) => this.#retryLater(error),
    )
  }

  #retryLater(error: unknown): void {
    const failure = toStoreError(error)
    this.#report(saidOf(failure, say('something-went-wrong')))
    this.#recovered = false
    this.#recoverSoon()
  }

  #report(problem: Message | null): void {
    if (isDeepStrictEqual(problem, this.#problem)) return
    this.#problem = problem
    this.#options.onProblem()
  }

  /** Finishes interrupted work soon, without waiting for the next command. */
  #recoverSoon(): void {
    if (!this.#closed) this.#stepAfter(RETRY_MS, () => this.published())
  }

  /** Only after a while without commands. When it fails, the packs stay as they are. */
  #mergePacksSoon(): void {
    if (this.#closed) return
    if (this.#packTimer !== null) clearTimeout(this.#packTimer)
    const alone = <T>(task: () => Promise<T>): Promise<T> =>
      this.run(async () => {
        await this.#publisher.end()
        return task()
      })
    this.#packTimer = setTimeout(() => void this.#packing.merge(alone).catch(() => undefined), IDLE_MS)
    this.#packTimer.unref()
  }
}
