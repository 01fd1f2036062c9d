import { setTimeout as delay } from 'node:timers/promises'
import type { AppEvent } from '../../shared/events.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { Emitter } from '../disk/emitter.ts'
import { Queue } from '../disk/queue.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Indexing } from './history/indexing.ts'
import type { Adoption } from './outside/adoption.ts'
import { Watcher } from './outside/watcher.ts'
import { unfinishedOperation } from './repo/git-state.ts'
import type { Repository } from './repo/repository.ts'
import type { Writer } from './write/writer.ts'

const AHEAD_POLL_MS = 50

interface FollowerParts {
  readonly repo: Repository
  readonly writer: Writer
  readonly adoption: Adoption
  readonly changes: ChangeFeed
  readonly indexing: Indexing
  readonly emitter: Emitter<AppEvent>
  readonly announcePolicies: () => Promise<void>
}

/** Keeps an open store up to date with what others do to it: editors, git, and other processes of ours. */
export class Follower {
  readonly #parts: FollowerParts
  #watcher: Promise<Watcher> | null = null
  #isWatching = true
  readonly #looks = new Queue()
  #isLookDue = false
  #isStopped = false
  /** The unfinished operation that git had last. */
  #operation: Message | null = null

  constructor(parts: FollowerParts) {
    this.#parts = parts
  }

  /** False when the system has run out of watchers, and the store is looked at now and then instead. */
  get isWatching(): boolean {
    return this.#isWatching
  }

  /** Brings the store up to date as it opens. */
  async begin({ watch, adoptOnOpen }: { readonly watch: boolean; readonly adoptOnOpen: boolean }): Promise<void> {
    const { repo, writer, adoption, changes, announcePolicies } = this.#parts
    await announcePolicies()
    await changes.begin()
    this.#operation = unfinishedOperation(repo.gitdir)
    // Adopting also finishes what a killed process left. During an operation of git nothing is adopted: what git does
    // to the files is not an edit, and the watcher adopts what still differs afterwards.
    if ((adoptOnOpen || !repo.journal.isEmpty()) && this.#operation === null) await adoption.adoptOrReport()
    await writer.clearAbandonedLocks().catch(() => undefined)
    const watching = watch ? this.watch() : Promise.resolve()
    if (adoptOnOpen) await watching
  }

  /** Resolves when every folder is being watched. */
  async watch(): Promise<void> {
    const { repo, writer, adoption, indexing, emitter } = this.#parts
    this.#watcher ??= Watcher.start(repo, {
      path: (path) => adoption.touch(path),
      git: () => this.#lookAtGit(),
      watching: (isWatching) => {
        this.#isWatching = isWatching
        emitter.emit({ type: 'store.changed' })
      },
    })
    await this.#watcher
    indexing.start()
    // Changes made before the watchers were ready caused no event.
    adoption.sweepSoon()
    await writer.clearAbandonedLocks().catch(() => undefined)
  }

  /**
   * Many events are one look. While commands of ours are not published yet, we hold git's lock and the lease, so there is
   * nothing that others could have done; publishing them is an event again.
   */
  #lookAtGit(): void {
    if (this.#isLookDue) return
    this.#isLookDue = true
    void this.#looks.run(async () => {
      while (this.#parts.repo.ahead !== null && !this.#isStopped) await delay(AHEAD_POLL_MS)
      this.#isLookDue = false
      if (!this.#isStopped) await this.#gitChanged()
    })
  }

  async #gitChanged(): Promise<void> {
    const { repo, writer, adoption, changes, emitter, announcePolicies } = this.#parts
    const operation = operationIn(repo.gitdir)
    if (operation !== this.#operation) emitter.emit({ type: 'store.changed' })
    this.#operation = operation
    await announcePolicies().catch(() => undefined)
    await changes.announceNew()
    await writer.clearAbandonedLocks().catch(() => undefined)
    await adoption.gitChanged()
  }

  /**
   * Git moved HEAD between two commands of ours. When its event is looked at, git's index is ours again, and says nothing
   * of that.
   */
  headMoved(): void {
    if (this.#watcher !== null) this.#parts.adoption.sweepSoon()
  }

  /** Stops watching; resolves when nothing is being adopted any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await (await this.#watcher)?.close()
    await this.#looks.run(async () => undefined)
    await this.#parts.adoption.close()
  }

  /** Resolves when every commit made before is announced. */
  announceNew(): Promise<void> {
    return this.#parts.changes.announceNew()
  }
}

/** Null, too, when the folder cannot be read just now: the next look tells. */
function operationIn(gitdir: string): Message | null {
  try {
    return unfinishedOperation(gitdir)
  } catch {
    return null
  }
}
