import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import { discard, lstatIfThere } from '../../disk/durable-files.ts'
import { PidFile } from '../../disk/pid-file.ts'

/** How long a writer waits for the lease. */
const PATIENCE_MS = 5_000
const POLL_MS = 12
/** After each of these a waiting process looks twice as often. */
const IMPATIENCE_MS = 100
/** How often a waiting process finds out whether the owner lives. */
const ASK_AGAIN_MS = 50

/**
 * The lock between processes that gives the right to write. Held while the writer's queue is busy, and released after
 * the current command when another process waits.
 */
export class Lease {
  readonly #file: PidFile
  readonly #waiting: string
  readonly #patience: number

  constructor(directory: string, scratch: string, patience = PATIENCE_MS) {
    this.#patience = patience
    this.#file = new PidFile(nodePath.join(directory, 'lease'), scratch)
    this.#waiting = nodePath.join(directory, 'lease.waiting')
  }

  get held(): boolean {
    return this.#file.held
  }

  /**
   * Resolves when this process has the lease. Throws `lease-taken` after five seconds.
   * @returns whether it was taken over from an owner that died holding it
   */
  async acquire(): Promise<{ readonly abandoned: boolean }> {
    const began = Date.now()
    for (let askedAt = 0; ;) {
      // While the file is there its owner usually lives; to find out takes several files.
      if (lstatIfThere(this.#file.path) === null || Date.now() - askedAt >= ASK_AGAIN_MS) {
        const claimed = await this.#file.claim()
        if (claimed !== null) {
          // A process that still waits makes the file again within milliseconds.
          await discard(this.#waiting)
          return claimed
        }
        askedAt = Date.now()
      }
      const waitedMs = Date.now() - began
      if (waitedMs > this.#patience)
        throw new AppError(
          'lease-taken',
          `Another process is writing to this store and did not finish in ${Math.round(this.#patience / 100) / 10} seconds. Nothing was written; try again.`,
        )
      if (!this.isWanted()) await fs.writeFile(this.#waiting, '', { mode: 0o600 })
      // Who has waited longest looks most often, and so is usually next.
      await delay(Math.max(1, POLL_MS * 2 ** (-waitedMs / IMPATIENCE_MS)))
    }
  }

  /** Whether a living process holds the lease, this one or another. */
  isOwned(): Promise<boolean> {
    return this.#file.isOwned()
  }

  /** Whether another process waits for the lease. */
  isWanted(): boolean {
    return lstatIfThere(this.#waiting) !== null
  }

  release(): Promise<void> {
    return this.#file.release()
  }
}
