import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { PidFile } from './pid-file.ts'
import { Queue } from './queue.ts'

const PATIENCE_MS = 5_000
const LOOK_MS = 10

/** A lock for short tasks, between processes and within one. One that was killed does not keep it. */
export class FileLock {
  readonly #file: PidFile
  readonly #folder: string
  readonly #busy: Message
  /** A pid file does not tell two tasks of its own owner apart. */
  readonly #tasks = new Queue()

  /** @param busy what to say when others keep it for too long */
  constructor(folder: string, name: string, busy: Message) {
    this.#folder = folder
    this.#file = new PidFile(nodePath.join(folder, name), nodePath.join(folder, 'tmp'))
    this.#busy = busy
  }

  /** @throws `busy` after five seconds */
  whileAlone<T>(task: () => Promise<T>): Promise<T> {
    return this.#tasks.run(async () => {
      await fs.mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const until = performance.now() + PATIENCE_MS
      while ((await this.#file.claim()) === null) {
        if (performance.now() > until) throw new AppError('busy', this.#busy)
        await pause(LOOK_MS)
      }
      return task().finally(() => this.#file.release())
    })
  }
}
