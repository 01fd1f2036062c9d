import type { Worker } from 'node:worker_threads'
import { AppError, type ErrorValue } from '../../../shared/errors.ts'
import { threadProgram } from '../../disk/thread-program.ts'
import { endThread, startThread } from '../../disk/threads.ts'

const PROGRAM = threadProgram(import.meta.url, './index-worker.ts', 'index-thread.js')

/** The limits of each of the two threads. Without them, V8 would take what the computer has before it collects any garbage. */
export const THREAD_MEMORY = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 400 }

/** Longer than a batch takes. */
const ENDING_MS = 5_000

/** What the indexes are made of, and where. */
export interface IndexPlace {
  /** The store's folder. */
  readonly root: string
  readonly gitdir: string
  /** See `openIndexes`. */
  readonly folder: string
  /** See Repository.addresses. */
  readonly addresses: ReadonlySet<string>
}

export interface IndexTask extends IndexPlace {
  /** One number that all threads see; see `mayGoOn`. */
  readonly signal: Int32Array
}

const RUN = 0
const WAIT = 1
export const STOP = 2

/** Called by the threads between two steps: waits while they are paused. @returns false once they are stopped */
export function mayGoOn(signal: Int32Array): boolean {
  Atomics.wait(signal, 0, WAIT)
  return Atomics.load(signal, 0) !== STOP
}

export type FromIndexThread =
  | { readonly kind: 'progress'; readonly commits: number }
  | { readonly kind: 'failed'; readonly error: ErrorValue | null }

/**
 * A thread that fills both indexes from the branch that git has, and ends when they are complete. For a long history it
 * starts another one, which reads while it writes.
 */
export class IndexThread {
  /** Resolves when the thread has ended, whether it has finished or was stopped. Rejects when it failed. */
  readonly ended: Promise<void>
  readonly #worker: Worker
  readonly #signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

  /** @param onProgress called now and then with the number of commits that are indexed */
  constructor(place: IndexPlace, onProgress: (commits: number) => void) {
    const task: IndexTask = { ...place, signal: this.#signal }
    this.#worker = startThread(PROGRAM, { workerData: task, name: 'index', resourceLimits: THREAD_MEMORY })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.ended = promise
    this.#worker.on('message', (message: FromIndexThread) => {
      if (message.kind === 'progress') onProgress(message.commits)
      else reject(message.error === null ? new Error('indexing failed') : AppError.fromJSON(message.error))
    })
    this.#worker.on('error', reject)
    this.#worker.on('exit', () => resolve())
  }

  /** Makes the thread wait before its next batch, or go on. */
  pause(isPaused: boolean): void {
    Atomics.compareExchange(this.#signal, 0, isPaused ? RUN : WAIT, isPaused ? WAIT : RUN)
    Atomics.notify(this.#signal, 0)
  }

  /** Ends the thread. The batches that it has added stay. */
  async stop(): Promise<void> {
    Atomics.store(this.#signal, 0, STOP)
    Atomics.notify(this.#signal, 0)
    await endThread(this.#worker, ENDING_MS)
  }
}
