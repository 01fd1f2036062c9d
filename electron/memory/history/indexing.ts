import type { AppEvent, LongWork } from '../../../shared/events.ts'
import { Queue } from '../../disk/queue.ts'
import type { Chain } from './chain.ts'
import { type IndexPlace, IndexThread } from './index-thread.ts'
import type { Indexes } from './indexes.ts'

const BUSY_POLL_MS = 20
const PROGRESS_INTERVAL_MS = 250
/** Indexes behind by more commits or files are left to a thread, so that no command waits for them. */
const MAX_CATCH_UP = 100

interface IndexingHooks {
  /** Whether a command is running: commands come first. */
  readonly isBusy: () => boolean
  readonly emit: (event: AppEvent) => void
}

/** The indexes of one store, and what a thread needs to fill them. */
export interface IndexesOfStore extends Indexes {
  readonly place: IndexPlace
}

/** Builds the indexes in the background. Meanwhile questions are answered by walking and reading. */
export class Indexing {
  readonly #chain: Chain
  readonly #indexes: IndexesOfStore | null
  readonly #hooks: IndexingHooks
  readonly #runs = new Queue()
  /** Stops the current run. */
  #stop = new AbortController()
  #closed = false

  constructor(chain: Chain, indexes: IndexesOfStore | null, hooks: IndexingHooks) {
    this.#chain = chain
    this.#indexes = indexes
    this.#hooks = hooks
  }

  /** Whether the history is indexed to its beginning; false for an index that cannot be read. */
  get isComplete(): boolean {
    try {
      return this.#indexes?.history.isComplete ?? false
    } catch {
      return false
    }
  }

  /** The number of commits in the history; 0 until it is known. */
  get count(): number {
    return this.isComplete ? (this.#indexes?.history.count ?? 0) : 0
  }

  /** Resumes indexing. If that fails walking still gives the right answers, and the next start tries again. */
  start(): void {
    void this.#run({ resume: true }).catch(() => undefined)
  }

  /** Resumes indexing, or deletes the indexes and rebuilds them. @returns false when it was cancelled */
  async rebuild({ resume }: { readonly resume: boolean }): Promise<boolean> {
    await this.#run({ resume })
    return this.isComplete
  }

  /** Stops indexing. What was read is kept, and the next start resumes there. */
  cancel(): void {
    this.#stop.abort()
  }

  /** Stops the current run and starts another. */
  #run({ resume }: { readonly resume: boolean }): Promise<void> {
    this.#stop.abort()
    const stop = new AbortController()
    this.#stop = stop
    return this.#runs.run(async () => {
      if (!resume) {
        this.#indexes?.history.reset()
        this.#indexes?.files.reset()
      }
      await this.#extend(stop.signal)
    })
  }

  async #extend(stop: AbortSignal): Promise<void> {
    const head = await this.#chain.head()
    if (head === null || this.#indexes === null || this.#closed || stop.aborted) return
    const { history, files } = this.#indexes
    const { tree } = this.#chain.entry(head)
    if (files.catchUp(tree, MAX_CATCH_UP) && history.catchUp(head, MAX_CATCH_UP) && !history.hasUnread) return
    for (const index of [history, files]) index.lend()
    try {
      await this.#fill(this.#indexes.place, stop)
    } finally {
      for (const index of [history, files]) index.takeBack()
    }
  }

  /** The length of a history is known only at its end, so the reported total is 0 until then. */
  async #fill(place: IndexPlace, stop: AbortSignal): Promise<void> {
    const report = progressReporter('history', this.#hooks.emit)
    const thread = new IndexThread(place, (commits) => report(commits, 0))
    const waiting = setInterval(() => thread.pause(this.#hooks.isBusy()), BUSY_POLL_MS)
    const end = (): void => void thread.stop()
    stop.addEventListener('abort', end)
    try {
      await thread.ended
    } finally {
      stop.removeEventListener('abort', end)
      clearInterval(waiting)
      report(1, 1)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#stop.abort()
    await this.#runs.run(async () => undefined)
    this.#indexes?.history.close()
    this.#indexes?.files.close()
  }
}

/** Announces the progress of long work now and then, and its end: when `done` has reached a known `total`. */
export function progressReporter(
  work: LongWork,
  emit: (event: AppEvent) => void,
): (done: number, total: number) => void {
  let lastReport = Date.now()
  return (done, total) => {
    const isOver = total > 0 && done >= total
    if (!isOver && Date.now() - lastReport < PROGRESS_INTERVAL_MS) return
    lastReport = Date.now()
    emit({ type: 'work.progressed', work, done, total })
  }
}
