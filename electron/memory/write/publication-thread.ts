import type { Worker } from 'node:worker_threads'
import { threadProgram } from '../../disk/thread-program.ts'
import { endThread, startThread } from '../../disk/threads.ts'
import { failureOf, type Failure } from './failure.ts'
import {
  failedPublication,
  publish,
  sync,
  type FromThread,
  type Job,
  type Folders,
  type Publication,
  type Published,
  type Syncing,
  type ToThread,
} from './publication.ts'

const PROGRAM = threadProgram(import.meta.url, './publication-worker.ts', 'publication-thread.js')

/** A publication that is under way, on a slow disk. */
const ENDING_MS = 10_000

/**
 * Where publications are written: in a thread of their own once it was started, else in this one. A store that writes
 * only now and then needs none; commands that follow each other would wait for the work.
 */
export class PublicationThread {
  readonly #folders: Folders
  #worker: Worker | null = null
  /** Resolves when it is ready, or has failed to be. */
  #started: Promise<void> = Promise.resolve()
  #isReady = false
  readonly #jobs = new Map<number, PromiseWithResolvers<FromThread>>()
  #lastId = 0

  constructor({ root, gitdir, ours, scratch }: Folders) {
    this.#folders = { root, gitdir, ours, scratch }
  }

  /**
   * Starts the thread. Until it is ready, and when it ends by itself, this thread does the work.
   * @returns resolves when it is ready, or has failed to be
   */
  async start(): Promise<void> {
    if (this.#worker !== null) return
    const started = Promise.withResolvers<void>()
    this.#started = started.promise
    const worker = startThread(PROGRAM, { workerData: this.#folders, name: 'publication' })
    this.#worker = worker
    worker.unref()
    worker.on('message', (message: FromThread) => {
      if (message.kind !== 'ready') return this.#answered(worker, message)
      this.#isReady = true
      started.resolve()
    })
    worker.on('error', (error) => this.#ended(worker, error))
    worker.on('exit', () => {
      this.#ended(worker, new Error('The thread ended.'))
      started.resolve()
    })
    await started.promise
  }

  /** Ends the thread, but not while it starts; it may be started again. */
  async stop(): Promise<void> {
    this.#worker?.ref()
    await this.#started
    const worker = this.#worker
    if (worker === null) return
    const end: ToThread = 'end'
    worker.postMessage(end)
    await endThread(worker, ENDING_MS)
  }

  async publish(publication: Publication): Promise<Published> {
    if (!this.#isReady) return publish(this.#folders, publication)
    // Bytes of their own can be handed over; a part of a shared buffer cannot.
    const objects = publication.objects.map(({ id, content }) => ({
      id,
      content: { ...content, deflated: new Uint8Array(content.deflated) },
    }))
    const buffers = objects.map(({ content }) => content.deflated.buffer)
    if (publication.index !== null) buffers.push(publication.index.buffer)
    try {
      const answer = await this.#run({ ...publication, objects }, buffers)
      if (answer.kind === 'published') return answer.published
      throw new Error('The thread did something else.')
    } catch (error) {
      return failedPublication(this.#folders, publication, error)
    }
  }

  async sync(syncing: Syncing): Promise<Failure | null> {
    if (!this.#isReady) return sync(this.#folders, syncing)
    try {
      const answer = await this.#run(syncing, [])
      return answer.kind === 'synced' ? answer.failure : null
    } catch (error) {
      return failureOf(error)
    }
  }

  #run(job: Job['job'], transfer: readonly ArrayBuffer[]): Promise<FromThread> {
    const answered = Promise.withResolvers<FromThread>()
    this.#lastId += 1
    this.#jobs.set(this.#lastId, answered)
    const message: Job = { id: this.#lastId, job }
    // The process must not end before the answer.
    this.#worker?.ref()
    this.#worker?.postMessage(message, transfer)
    return answered.promise
  }

  #answered(worker: Worker, answer: Exclude<FromThread, { readonly kind: 'ready' }>): void {
    this.#jobs.get(answer.id)?.resolve(answer)
    this.#jobs.delete(answer.id)
    if (this.#jobs.size === 0) worker.unref()
  }

  #ended(worker: Worker, reason: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#isReady = false
    for (const { reject } of this.#jobs.values()) reject(reason)
    this.#jobs.clear()
  }
}
