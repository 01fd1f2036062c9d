import type { Worker } from 'node:worker_threads'
import type { ObjectId } from '../../../shared/change.ts'
import { AppError, type ErrorValue } from '../../../shared/errors.ts'
import { threadProgram } from '../../disk/thread-program.ts'
import { endThread, startThread } from '../../disk/threads.ts'
import type { ReadCommit } from './commit-reader.ts'
import { type IndexTask, THREAD_MEMORY } from './index-thread.ts'

const PROGRAM = threadProgram(import.meta.url, './reading-worker.ts', 'reading-thread.js')

/** Longer than it takes to read a commit. */
const ENDING_MS = 2_000

export type ReadingTask = Pick<IndexTask, 'root' | 'gitdir' | 'addresses' | 'signal'>

/** The newest commit of the batch to read, or the end. */
export type ToReadingThread = ObjectId | null

export type FromReadingThread = { readonly newest: ObjectId } & (
  | { readonly kind: 'batch'; readonly commits: readonly ReadCommit[] }
  | { readonly kind: 'failed'; readonly error: ErrorValue | null }
)

type Batch = PromiseWithResolvers<readonly ReadCommit[]>

/** A thread that reads commits from git: the next batch already while the last one is added to the index. */
export class ReadingThread {
  readonly #task: ReadingTask
  /** Started for the first batch: most indexes are only a few commits behind. */
  #worker: Worker | null = null
  /** What it reads, and what it has read ahead, by the newest commit. */
  readonly #batches = new Map<ObjectId, Batch>()

  constructor(task: ReadingTask) {
    this.#task = task
  }

  /** See CommitReader.batch. A thread that is being stopped may return fewer commits. */
  async batch(newest: ObjectId): Promise<readonly ReadCommit[]> {
    const { promise } = this.#batches.get(newest) ?? this.#read(newest)
    const commits = await promise.finally(() => this.#batches.delete(newest))
    const next = commits.at(-1)?.entry.parent ?? null
    // A failure is reported to whoever asks for this batch. Perhaps nobody does: another process may add it first.
    if (next !== null) this.#read(next).promise.catch(() => undefined)
    return commits
  }

  #read(newest: ObjectId): Batch {
    const batch: Batch = Promise.withResolvers()
    this.#batches.set(newest, batch)
    this.#worker ??= this.#start()
    this.#worker.postMessage(newest satisfies ToReadingThread)
    return batch
  }

  #start(): Worker {
    const worker = startThread(PROGRAM, { workerData: this.#task, name: 'reading', resourceLimits: THREAD_MEMORY })
    worker.on('message', (message: FromReadingThread) => {
      const batch = this.#batches.get(message.newest)
      if (message.kind === 'batch') batch?.resolve(message.commits)
      else batch?.reject(message.error === null ? new Error('reading failed') : AppError.fromJSON(message.error))
    })
    const failed = (error: unknown): void => this.#batches.forEach(({ reject }) => reject(error))
    worker.on('error', failed)
    worker.on('messageerror', failed)
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
