import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import { discard, lstatIfThere } from '../../disk/durable-files.ts'
import { PidFile } from '../../disk/pid-file.ts'

/** How long a writer waits for the lease. */
const PATIENCE_MS = 5_000
const POLL_MS = 3

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
    for (const until = Date.now() + this.#patience; ;) {
      const claimed = await this.#file.claim()
      if (claimed !== null) {
        // A process that still waits makes the file again within milliseconds.
        await discard(this.#waiting)
        return claimed
      }
      if (Date.now() > until)
        throw new AppError(
          'lease-taken',
          `Another process is writing to this store and did not finish in ${Math.round(this.#patience / 100) / 10} seconds. Nothing was written; try again.`,
        )
      await fs.writeFile(this.#waiting, '', { mode: 0o600 })
      await delay(POLL_MS + Math.random() * POLL_MS)
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
