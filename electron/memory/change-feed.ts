import type { ObjectId } from '../../shared/change.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { History } from './history/history.ts'

/** More commits than this at once are told as "ask again". */
const TOLD_COMMITS = 100

/** Tells of every commit that HEAD has and we have not told of, once each: ours and other processes' alike. */
export class ChangeFeed {
  readonly #history: History
  readonly #listeners = new Set<(event: AppEvent) => void>()
  #told: ObjectId | null = null
  #telling: Promise<void> = Promise.resolve()

  constructor(history: History) {
    this.#history = history
  }

  on(listener: (event: AppEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit(event: AppEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** What HEAD has now is no news. */
  async begin(): Promise<void> {
    this.#told = await this.#head()
  }

  /** Resolves when all that HEAD has now has been told. Never rejects: a history that cannot be read is told as "ask again". */
  look(): Promise<void> {
    this.#telling = this.#telling.then(() => this.#look()).catch(() => this.emit({ type: 'memory.moved' }))
    return this.#telling
  }

  async #look(): Promise<void> {
    const head = await this.#head()
    if (head === null || head === this.#told) return
    if (this.#listeners.size === 0) {
      this.#told = head
      return
    }
    const news = await this.#history.since(this.#told, head, TOLD_COMMITS).catch(() => null)
    this.#told = head
    if (news === null) this.emit({ type: 'memory.moved' })
    else for (const commit of news) this.emit({ type: 'memory.committed', commit })
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
