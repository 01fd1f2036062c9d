import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import { Queue } from '../../disk/queue.ts'
import type { Repository } from '../repo/repository.ts'
import { toStoreError } from '../store-errors.ts'
import { Packing } from './packing.ts'
import type { Publisher } from './publisher.ts'
import { recover } from './recovery.ts'

/** After this long without a command, the batch is published and retired and the lease released. */
const REST_MS = 30
/** Like REST_MS, while another process waits. */
const WANTED_REST_MS = 3
/** While another process waits, commands already queued here still run for this long. */
const FAIR_TURN_MS = 20
/** Gives a waiting process the time to see that the lease is free. */
const YIELD_LEASE_MS = 8
const RETRY_MS = 1_000
const GC_POLL_MS = 200
/** A lock of ours that lasts longer than this is checked for a living owner. */
const ABANDONED_LOCK_CHECK_MS = 1_000
/** Packs are merged after this long without a command. */
const IDLE_MS = 2_000
/** Objects merged when the store closes; the rest waits for the next idle time. */
const MERGED_AT_CLOSE_OBJECTS = 3_000

/**
 * This process's turn to write: one task at a time, under the lease between processes, with whatever a killed process
 * or a failed task left behind finished first. Between tasks the turn lasts a moment longer, because the next command
 * usually follows at once; then git is brought up to date and the lease is released.
 */
export class Turn {
  readonly #repo: Repository
  readonly #publisher: Publisher
  /** Called each time the lease is acquired: another process may have written since. */
  readonly #onLease: () => Promise<void>
  readonly #queue = new Queue()
  readonly #packing: Packing
  /** Whether everything that a killed process or a failed task left behind is finished. */
  #recovered = false
  #closed = false
  #heldSince = 0
  #lingerUntil = 0
  #handOverTimer: NodeJS.Timeout | null = null
  #packTimer: NodeJS.Timeout | null = null
  #lockTimer: NodeJS.Timeout | null = null
  #problem: string | null = null

  constructor(repo: Repository, publisher: Publisher, onLease: () => Promise<void>) {
    this.#repo = repo
    this.#publisher = publisher
    this.#onLease = onLease
    this.#packing = new Packing(repo)
  }

  /** Why git could not be brought up to date, as a sentence; null when it could. */
  get problem(): string | null {
    return this.#problem
  }

  /** Whether a task is running, or its batch still open. */
  get isBusy(): boolean {
    return this.#queue.length > 0 || this.#publisher.isOpen
  }

  /** Runs a task under the lease. Throws `closed`, `lease-taken`, and what the task throws. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      if (this.#closed) throw new AppError('closed', 'The store is closed. Nothing was written; open it again.')
      return this.#underLease(task)
    })
  }

  /** Resolves when every command acknowledged before is published. Does nothing if they are. */
  published(): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#publisher.isOpen) return this.#underLease(() => this.#publisher.publish())
      if (!this.#recovered && !this.#closed && !this.#repo.journal.isEmpty())
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
    if (
      this.#closed ||
      this.#lockTimer !== null ||
      this.#repo.lease.held ||
      !(await this.#repo.locks.isOurs(this.#repo.indexPath))
    )
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
      this.#cancelHandOver()
      for (const timer of [this.#packTimer, this.#lockTimer]) if (timer !== null) clearTimeout(timer)
      await this.#handOver()
      // Many short-lived processes would leave many small packs.
      await this.#packing.merge((task) => task(), MERGED_AT_CLOSE_OBJECTS).catch(() => undefined)
    })
  }

  /** Call only from the queue. */
  async #underLease<T>(task: () => Promise<T>): Promise<T> {
    // A hand-over that comes due during a long task must not follow right after it.
    this.#cancelHandOver()
    try {
      await this.#acquire()
      return await task()
    } catch (error) {
      if (!this.#publisher.isOpen) this.#recovered = false
      throw toStoreError(error)
    } finally {
      await this.#rest()
    }
  }

  async #acquire(): Promise<void> {
    const { lease, journal, locks, gitdir, files } = this.#repo
    const wasHeld = lease.held
    const { abandoned } = wasHeld ? { abandoned: false } : await lease.acquire()
    if (!wasHeld) {
      this.#heldSince = Date.now()
      // Another process may have cleared the journal since, and what was known of the file is no longer true.
      journal.close()
      await this.#onLease()
    }
    if (this.#recovered && !abandoned && (wasHeld || journal.isEmpty())) return
    // The journal also has what a failed attempt left unfinished, and the locks of that attempt may be in the way.
    await this.#publisher.abandon()
    await locks.clear(gitdir)
    await recover(this.#repo, this.#publisher)
    await files.clear()
    this.#recovered = true
  }

  /** Keeps the lease and the batch for the next task. */
  async #rest(): Promise<void> {
    if (!this.#repo.journal.isTrusted || this.#publisher.hasOwed) {
      // What this process remembers may differ from what is on disk: the journal decides.
      await this.#publisher.abandon()
      this.#recovered = false
    }
    const wanted = this.#repo.lease.isWanted()
    if (this.#queue.length > 1 && !(wanted && Date.now() - this.#heldSince > FAIR_TURN_MS)) return
    if (this.#closed) return
    this.#handOverAfter(Math.max(wanted ? WANTED_REST_MS : REST_MS, this.#lingerUntil - Date.now()))
  }

  #handOverAfter(milliseconds: number): void {
    this.#cancelHandOver()
    // What could not be published stays in the journal, and the next task publishes it.
    this.#handOverTimer = setTimeout(
      () => void this.#queue.run(() => this.#handOver()).catch(() => undefined),
      milliseconds,
    )
  }

  #cancelHandOver(): void {
    if (this.#handOverTimer !== null) clearTimeout(this.#handOverTimer)
    this.#handOverTimer = null
  }

  /** Brings git up to date and releases the lease. */
  async #handOver(): Promise<void> {
    const wanted = this.#repo.lease.isWanted()
    if (this.#queue.length > 1 && !wanted && !this.#closed) return
    if (!this.#recovered || !this.#repo.lease.held) return this.#giveUp()
    this.#problem = null
    try {
      await this.#publisher.publish({ deferDuringGc: !wanted && !this.#closed })
      if (!(await this.#publisher.retire()) && !wanted && !this.#closed) return this.#handOverAfter(GC_POLL_MS)
    } catch (error) {
      // Every acknowledged command is in the journal; the next task, or the next opening, finishes it.
      await this.#publisher.abandon()
      this.#retryLater(error)
    }
    await this.#repo.lease.release().catch((error: unknown) => this.#retryLater(error))
    this.#mergePacksSoon()
    if (wanted) await delay(YIELD_LEASE_MS)
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
    this.#problem = failure instanceof Error ? failure.message : String(failure)
    this.#recovered = false
    this.#recoverSoon()
  }

  /** Finishes interrupted work soon, without waiting for the next command. */
  #recoverSoon(): void {
    if (!this.#closed) this.#handOverTimer = setTimeout(() => void this.published().catch(() => undefined), RETRY_MS)
  }

  /** Only after a while without commands. When it fails, the packs stay as they are. */
  #mergePacksSoon(): void {
    if (this.#closed) return
    if (this.#packTimer !== null) clearTimeout(this.#packTimer)
    const alone = <T>(task: () => Promise<T>): Promise<T> =>
      this.run(async () => {
        await this.#publisher.publish()
        return task()
      })
    this.#packTimer = setTimeout(() => void this.#packing.merge(alone).catch(() => undefined), IDLE_MS)
    this.#packTimer.unref()
  }
}
