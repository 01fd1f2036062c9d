import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import { discard, lstatIfThere } from '../../disk/durable-files.ts'
import { PidFile } from '../../disk/pid-file.ts'

/** How long a writer waits for its turn. */
const PATIENCE_MS = 5_000
const POLL_MS = 3

/** The right to write, between processes. Held while the writer's queue is busy, and given up after the current command when somebody waits. */
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
   * Resolves when the lease is ours. Throws `lease-taken` after five seconds.
   * @returns whether it was taken over from an owner that died holding it
   */
  async acquire(): Promise<{ readonly abandoned: boolean }> {
    for (const until = Date.now() + this.#patience; ;) {
      const claimed = await this.#file.claim()
      if (claimed !== null) {
        // Whoever still waits says so again within milliseconds.
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

  /** Does a living process hold it, this one or another? */
  isOwned(): Promise<boolean> {
    return this.#file.isOwned()
  }

  /** Does another process wait for the lease? */
  isWanted(): boolean {
    return lstatIfThere(this.#waiting) !== null
  }

  release(): Promise<void> {
    return this.#file.release()
  }
}
