import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { byHandle, makeFolderNow } from '../../disk/by-handle.ts'
import { lstatIfThere } from '../../disk/durable-files.ts'
import { PidFile } from '../../disk/pid-file.ts'
import { WaitingLine } from './waiting-line.ts'

/** How long a writer waits for the lease. */
const PATIENCE_MS = 5_000
const POLL_MS = 12
/** How often the one looks whose turn is next. */
const NEXT_POLL_MS = 2
/** How often a waiting process finds out whether the owner lives. */
const ASK_AGAIN_MS = 50
/** When the one whose turn is next does not take a free lease for this long (a stopped process), another may. */
const FORGONE_MS = 100

/**
 * The lock between processes that gives the right to write. Held while the writer's queue is busy and a moment longer,
 * and released soon when another process waits (see turn.ts). Who came first is next.
 */
export class Lease {
  readonly #file: PidFile
  readonly #line: WaitingLine
  readonly #patience: number
  readonly #directory: string

  /** @param directory of ours, in git's */
  constructor(directory: string, scratch: string, patience = PATIENCE_MS) {
    this.#patience = patience
    this.#directory = directory
    this.#file = new PidFile(nodePath.join(directory, 'lease'), scratch, { reach: byHandle })
    this.#line = new WaitingLine(nodePath.join(directory, 'lease.line'), patience)
  }

  get held(): boolean {
    return this.#file.held
  }

  /**
   * Resolves when this process has the lease. Throws `lease-taken` after five seconds, and `disk` when the folder was
   * moved away: nothing may be made in its place.
   * @returns whether it was taken over from an owner that died holding it
   */
  async acquire(): Promise<{ readonly abandoned: boolean }> {
    const gitdir = nodePath.dirname(this.#directory)
    if (lstatIfThere(gitdir) === null) throw new AppError('disk', say('memory-folder-gone'))
    makeFolderNow(gitdir, this.#directory, 0o700)
    try {
      return await this.#wait()
    } finally {
      this.#line.leave()
    }
  }

  async #wait(): Promise<{ readonly abandoned: boolean }> {
    const began = Date.now()
    let [askedAt, freeSince]: [number, number | null] = [0, null]
    for (;;) {
      const now = Date.now()
      const isFree = lstatIfThere(this.#file.path) === null
      freeSince = isFree ? (freeSince ?? now) : null
      const isNext = this.#line.isFirst() || (freeSince !== null && now - freeSince >= FORGONE_MS)
      // While the file is there its owner usually lives; to find out takes several files.
      if (isNext && (isFree || now - askedAt >= ASK_AGAIN_MS)) {
        const claimed = await this.#file.claim()
        if (claimed !== null) return claimed
        askedAt = now
      }
      if (now - began > this.#patience)
        throw new AppError('lease-taken', say('lease-taken', { seconds: Math.round(this.#patience / 100) / 10 }))
      this.#line.join()
      await delay(isNext ? NEXT_POLL_MS : POLL_MS)
    }
  }

  /** Whether a living process holds the lease, this one or another. */
  isOwned(): Promise<boolean> {
    return this.#file.isOwned()
  }

  /** Whether another process waits for the lease. */
  isWanted(): boolean {
    return !this.#line.isEmpty()
  }

  release(): Promise<void> {
    return this.#file.release()
  }
}
