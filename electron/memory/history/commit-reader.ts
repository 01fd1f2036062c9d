import type { ObjectId } from '../../../shared/change.ts'
import type { Counted } from '../repo/changes.ts'
import type { Chain, ChainEntry } from './chain.ts'

const BATCH_COMMITS = 1_000
/** The texts of a batch are in memory at once. */
const MAX_BATCH_LENGTH = 8_000_000

/** What the index stores of a commit, as read from git. */
export interface ReadCommit {
  readonly entry: ChainEntry
  readonly counted: Counted
  readonly texts: readonly string[]
  readonly about: string
  readonly paths: readonly string[]
}

/** Reads commits from git as the index stores them. */
export class CommitReader {
  readonly #chain: Chain

  constructor(chain: Chain) {
    this.#chain = chain
  }

  read(entry: ChainEntry): ReadCommit {
    const { counted, texts } = this.#chain.compared(entry.commit)
    return { entry, counted, texts, about: this.#chain.about(entry), paths: this.#chain.pathsOf(entry.commit) }
  }

  /**
   * A commit and those before it, newest first, as many as are indexed at once.
   * @param mayGoOn asked after each commit; false ends the batch
   */
  batch(newest: ObjectId, mayGoOn = (): boolean => true): readonly ReadCommit[] {
    const batch: ReadCommit[] = []
    for (let id: ObjectId | null = newest, length = 0; id !== null && batch.length < BATCH_COMMITS;) {
      const commit = this.read(this.#chain.entry(id))
      batch.push(commit)
      length += commit.texts.reduce((sum, text) => sum + text.length, 0)
      id = length < MAX_BATCH_LENGTH && mayGoOn() ? commit.entry.parent : null
    }
    return batch
  }
}
