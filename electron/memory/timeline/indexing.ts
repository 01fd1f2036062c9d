import { setImmediate as breathe, setTimeout as delay } from 'node:timers/promises'
import type { AppEvent } from '../../../shared/events.ts'
import type { Chain } from './chain.ts'
import type { FileIndex } from '../search/file-index.ts'
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
  #running: Promise<void> = Promise.resolve()
  #closed = false

  constructor(chain: Chain, indexes: Indexes | null, around: Surroundings) {
    this.#chain = chain
    this.#indexes = indexes
    this.#around = around
  }

  /** Begins to read the whole history. When that fails walking is still right, and the next start tries again. */
  start(): void {
    this.#running = this.#extend().catch(() => undefined)
  }

  /** Forgets the index and makes it anew. */
  async again(): Promise<void> {
    this.#indexes?.history.reset()
    this.#indexes?.files.reset()
    await this.#extend()
  }

  /** How long a history is shows only at its end: the total is 0 until then. */
  async #extend(): Promise<void> {
    const head = await this.#chain.head()
    if (head === null || this.#indexes === null) return
    const { history, files } = this.#indexes
    const { tree } = this.#chain.link(head)
    if (!files.catchUp(tree)) await files.fill(tree, () => this.#rest())
    const tell = telling('history', this.#around.emit)
    await history.extend(head, (commits) => {
      tell(commits, 0)
      return this.#rest()
    })
    if (history.isComplete) tell(history.count, history.count)
  }

  async #rest(): Promise<boolean> {
    await breathe()
    while (!this.#closed && this.#around.isBusy()) await delay(BUSY_POLL_MS)
    return !this.#closed
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#running
    this.#indexes?.history.close()
    this.#indexes?.files.close()
  }
}

/** Tells of long work now and then, and of its end. */
export function telling(work: string, emit: (event: AppEvent) => void): (done: number, total: number) => void {
  let told = Date.now()
  return (done, total) => {
    if (total === 0 && Date.now() - told < TOLD_EVERY_MS) return
    told = Date.now()
    emit({ type: 'work.progressed', work, done, total })
  }
}
