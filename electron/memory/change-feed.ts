import type { ObjectId } from '../../shared/change.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { Emitter } from '../disk/emitter.ts'
import { Queue } from '../disk/queue.ts'
import type { History } from './history/history.ts'

/** More commits than this at once are told as "ask again". */
const TOLD_COMMITS = 100

/** Tells of every commit that HEAD has and we have not told of, once each: ours and other processes' alike. */
export class ChangeFeed {
  readonly #history: History
  readonly #emitter: Emitter<AppEvent>
  #told: ObjectId | null = null
  readonly #looks = new Queue()

  constructor(history: History, emitter: Emitter<AppEvent>) {
    this.#emitter = emitter
    this.#history = history
  }

  /** What HEAD has now is no news. */
  async begin(): Promise<void> {
    this.#told = await this.#head()
  }

  /**
   * Resolves when all that HEAD has now has been told. Never rejects: a history that cannot be read is told as "ask
   * again".
   */
  look(): Promise<void> {
    return this.#looks.run(() => this.#look()).catch(() => this.#emitter.emit({ type: 'memory.moved' }))
  }

  async #look(): Promise<void> {
    const head = await this.#head()
    if (head === null || head === this.#told) return
    if (!this.#emitter.hasListeners) {
      this.#told = head
      return
    }
    const news = await this.#history.since(this.#told, head, TOLD_COMMITS).catch(() => null)
    this.#told = head
    if (news === null) this.#emitter.emit({ type: 'memory.moved' })
    else for (const commit of news) this.#emitter.emit({ type: 'memory.committed', commit })
  }

  async #head(): Promise<ObjectId | null> {
    try {
      return await this.#history.head()
    } catch (error) {
      // No branch, or a damaged one: the store's status says so.
      if (error instanceof AppError) return null
      throw error
    }
  }
}
