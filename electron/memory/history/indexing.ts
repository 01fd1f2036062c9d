import { setImmediate as yieldToOthers, setTimeout as delay } from 'node:timers/promises'
import type { AppEvent, LongWork } from '../../../shared/events.ts'
import type { Chain } from './chain.ts'
import type { FileIndex } from './file-index.ts'
import type { HistoryIndex } from './history-index.ts'

const BUSY_POLL_MS = 20
const TOLD_EVERY_MS = 250

/** What the work on the index asks of the store around it. */
interface Surroundings {
  /** Is a command at work? Commands come first. */
  readonly isBusy: () => boolean
  readonly emit: (event: AppEvent) => void
}

/** What is derived from git and kept beside it. */
interface Indexes {
  readonly history: HistoryIndex
  readonly files: FileIndex
}

/** Brings the indexes forward beside all else; meanwhile questions are answered by walking and reading. */
export class Indexing {
  readonly #chain: Chain
  readonly #indexes: Indexes | null
  readonly #around: Surroundings
  #running: Promise<unknown> = Promise.resolve()
  /** Of the run under way, or the last one. */
  #stop = new AbortController()
  #closed = false

  constructor(chain: Chain, indexes: Indexes | null, around: Surroundings) {
    this.#chain = chain
    this.#indexes = indexes
    this.#around = around
  }

  /** One that cannot be read is none. */
  get isComplete(): boolean {
    try {
      return this.#indexes?.history.isComplete ?? false
    } catch {
      return false
    }
  }

  /** How many commits the history has; 0 until that is known. */
  get count(): number {
    return this.isComplete ? (this.#indexes?.history.count ?? 0) : 0
  }

  /** Begins to read the whole history, where it was left. When that fails walking is still right, and the next start tries again. */
  start(): void {
    void this.#run(false).catch(() => undefined)
  }

  /** Reads on where it was left, or forgets the indexes and makes them anew. @returns false when it was cancelled */
  async again({ resume }: { readonly resume: boolean }): Promise<boolean> {
    await this.#run(!resume)
    return this.isComplete
  }

  /** What was read stays: the next start goes on from there, and until then questions are answered by walking. */
  cancel(): void {
    this.#stop.abort()
  }

  /** A run that is under way makes room. */
  #run(anew: boolean): Promise<void> {
    const before = this.#running
    this.#stop.abort()
    const stop = new AbortController()
    this.#stop = stop
    const run = before
      .catch(() => undefined)
      .then(async () => {
        if (anew) {
          this.#indexes?.history.reset()
          this.#indexes?.files.reset()
        }
        await this.#extend(stop.signal)
      })
    this.#running = run
    return run
  }

  /** How long a history is shows only at its end: the total is 0 until then. */
  async #extend(stop: AbortSignal): Promise<void> {
    const head = await this.#chain.head()
    if (head === null || this.#indexes === null || !this.#goesOn(stop)) return
    const { history, files } = this.#indexes
    const { tree } = this.#chain.link(head)
    const tell = telling('history', this.#around.emit)
    try {
      if (!files.catchUp(tree)) {
        await files.fill(tree, () => this.#rest(stop, () => tell(0, 0)))
      }
      if (!this.#goesOn(stop)) return
      await history.extend(head, (commits) => this.#rest(stop, () => tell(commits, 0)))
    } finally {
      tell(1, 1)
    }
  }

  #goesOn(stop: AbortSignal): boolean {
    return !this.#closed && !stop.aborted
  }

  async #rest(stop: AbortSignal, tell: () => void): Promise<boolean> {
    tell()
    await yieldToOthers()
    while (this.#goesOn(stop) && this.#around.isBusy()) {
      await delay(BUSY_POLL_MS)
      tell()
    }
    return this.#goesOn(stop)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#running.catch(() => undefined)
    this.#indexes?.history.close()
    this.#indexes?.files.close()
  }
}

/** Tells of long work now and then, and of its end: when as much is done as there is, or is not, to do. */
export function telling(work: LongWork, emit: (event: AppEvent) => void): (done: number, total: number) => void {
  let told = Date.now()
  return (done, total) => {
    const isOver = total > 0 && done >= total
    if (!isOver && Date.now() - told < TOLD_EVERY_MS) return
    told = Date.now()
    emit({ type: 'work.progressed', work, done, total })
  }
}
