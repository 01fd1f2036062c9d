import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { PidFile } from '../disk/pid-file.ts'

const PATIENCE_MS = 5_000
const LOOK_MS = 25

/** One process at a time begins sessions of a store's jobs, so that no two get the same number. */
export class BeginningLock {
  readonly #file: PidFile
  readonly #folder: string

  /** @param folder the device's folder of the store */
  constructor(folder: string) {
    this.#folder = folder
    this.#file = new PidFile(nodePath.join(folder, 'jobs.lock'), nodePath.join(folder, 'tmp'))
  }

  /** @throws `busy` when another process keeps it */
  async whileAlone<T>(task: () => Promise<T>): Promise<T> {
    await fs.mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const until = performance.now() + PATIENCE_MS
    while ((await this.#file.claim()) === null) {
      if (performance.now() > until) throw new AppError('busy', say('job-beginning-elsewhere'))
      await pause(LOOK_MS)
    }
    return task().finally(() => this.#file.release())
  }
}
