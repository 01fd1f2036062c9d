import type { Worker } from 'node:worker_threads'
import type { ObjectId } from '../../../shared/change.ts'
import { AppError, type ErrorValue } from '../../../shared/errors.ts'
import { endThread, startThread } from '../../disk/threads.ts'
import type { ReadCommit } from './commit-reader.ts'
import { THREAD_MEMORY } from './index-thread.ts'

/** The thread's program. In a build it is a folder above. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './reading-worker.ts' : '../reading-thread.js',
  import.meta.url,
)

/** Longer than a batch takes. */
const ENDING_MS = 5_000

/** The newest commit of the batch to read, or the end. */
export type ToReadingThread = ObjectId | null

export type FromReadingThread =
  | { readonly kind: 'batch'; readonly commits: readonly ReadCommit[] }
  | { readonly kind: 'failed'; readonly error: ErrorValue | null }

interface Reading {
  readonly newest: ObjectId
  readonly batch: PromiseWithResolvers<readonly ReadCommit[]>
}

/** A thread that reads commits from git: the next batch already while the last one is added to the index. */
export class ReadingThread {
  readonly #root: string
  /** Started for the first batch: most indexes are only a few commits behind. */
  #worker: Worker | null = null
  /** What it reads, or has read ahead. */
  #reading: Reading | null = null

  /** @param root the store's folder */
  constructor(root: string) {
    this.#root = root
  }

  /** See CommitReader.batch. One at a time. */
  async batch(newest: ObjectId): Promise<readonly ReadCommit[]> {
    // Another process may have added what was read ahead; it is dropped when it arrives.
    if (this.#reading?.newest !== newest) await this.#reading?.batch.promise.catch(() => undefined)
    const { batch } = this.#reading?.newest === newest ? this.#reading : this.#read(newest)
    const commits = await batch.promise
    const next = commits.at(-1)?.entry.parent ?? null
    if (next === null) this.#reading = null
    else this.#read(next)
    return commits
  }

  #read(newest: ObjectId): Reading {
    const reading: Reading = { newest, batch: Promise.withResolvers() }
    // Nobody may ask for it.
    reading.batch.promise.catch(() => undefined)
    this.#reading = reading
    this.#worker ??= this.#start()
    this.#worker.postMessage(newest satisfies ToReadingThread)
    return reading
  }

  #start(): Worker {
    const worker = startThread(PROGRAM, { workerData: this.#root, name: 'reading', resourceLimits: THREAD_MEMORY })
    const failed = (error: unknown): void => this.#reading?.batch.reject(error)
    worker.on('message', (message: FromReadingThread) => {
      if (message.kind === 'batch') this.#reading?.batch.resolve(message.commits)
      else failed(message.error === null ? new Error('reading failed') : AppError.fromJSON(message.error))
    })
    worker.on('error', failed)
    worker.on('exit', () => {
      failed(new Error('the thread has ended'))
      this.#worker = null
    })
    return worker
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (worker === null) return
    worker.postMessage(null satisfies ToReadingThread)
    await endThread(worker, ENDING_MS)
  }
}
