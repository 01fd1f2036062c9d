import type { ObjectId } from '../../shared/change.ts'
import type { Commit } from '../../shared/commit.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { Emitter } from '../disk/emitter.ts'
import { Queue } from '../disk/queue.ts'
import type { History } from './history/history.ts'

/** More new commits than this are announced as `memory.moved`, upon which listeners read the history again. */
const MAX_ANNOUNCED_COMMITS = 100

/** Announces each new commit of HEAD once, whether this process made it or another. */
export class ChangeFeed {
  readonly #history: History
  readonly #emitter: Emitter<AppEvent>
  #announced: ObjectId | null = null
  readonly #queue = new Queue()
  #soon: NodeJS.Immediate | null = null

  constructor(history: History, emitter: Emitter<AppEvent>) {
    this.#emitter = emitter
    this.#history = history
  }

  /** Starts after the present HEAD, which is not announced. */
  async begin(): Promise<void> {
    this.#announced = await this.#head()
  }

  /** Announces what is new when what is under way has been answered. */
  announceSoon(): void {
    this.#soon ??= setImmediate(() => void this.announceNew())
  }

  /**
   * Resolves when every commit of the present HEAD has been announced. Never rejects: a history that cannot be read is
   * announced as `memory.moved`.
   */
  announceNew(): Promise<void> {
    if (this.#soon !== null) clearImmediate(this.#soon)
    this.#soon = null
    return this.#queue.run(() => this.#announceNew()).catch(() => this.#emitter.emit({ type: 'memory.moved' }))
  }

  async #announceNew(): Promise<void> {
    const head = await this.#head()
    if (head === null || head === this.#announced) return
    if (!this.#emitter.hasListeners) {
      this.#announced = head
      return
    }
    const commits = this.#commitsUpTo(head)
    this.#announced = head
    if (commits === null) this.#emitter.emit({ type: 'memory.moved' })
    else for (const commit of commits) this.#emitter.emit({ type: 'memory.committed', commit })
  }

  #commitsUpTo(head: ObjectId): readonly Commit[] | null {
    try {
      return this.#history.since(this.#announced, head, MAX_ANNOUNCED_COMMITS)
    } catch {
      return null
    }
  }

  async #head(): Promise<ObjectId | null> {
    try {
      return await this.#history.head()
    } catch (error) {
      // Damage: the store's status reports it.
      if (error instanceof AppError) return null
      throw error
    }
  }
}
