import type { ObjectId } from '../../../shared/change.ts'
import type { Chain, ChainEntry } from './chain.ts'
import type { Timeline } from './timeline.ts'

/** Where files are now that a commit left somewhere: later renames are followed. */
export class Places {
  readonly #chain: Chain
  readonly #timeline: Timeline
  readonly #touching = new Map<string, Touching>()

  constructor(chain: Chain, timeline: Timeline) {
    this.#chain = chain
    this.#timeline = timeline
  }

  /** The present path of the file that was at this path after the commit, whether or not it is there. */
  async placeOf(path: string, since: ObjectId): Promise<string> {
    let touching = this.#touching.get(path)
    if (touching === undefined) {
      touching = new Touching(this.#timeline.entries({ path }))
      this.#touching.set(path, touching)
    }
    for (const { commit } of await touching.after(since)) {
      const moved = this.#chain.changes(commit).find(({ from }) => from === path)
      if (moved !== undefined) return this.placeOf(moved.path, commit)
    }
    return path
  }
}

/** The commits that changed a path, read as far back as anybody asked. */
class Touching {
  readonly #read: ChainEntry[] = []
  readonly #unread: AsyncIterator<ChainEntry>

  constructor(newestFirst: Iterable<ChainEntry> | AsyncIterable<ChainEntry>) {
    this.#unread = iterate(newestFirst)
  }

  /** Those after a commit that changed the path, oldest first. */
  async after(commit: ObjectId): Promise<readonly ChainEntry[]> {
    let at = this.#read.findIndex((entry) => entry.commit === commit)
    while (at === -1) {
      const next = await this.#unread.next()
      if (next.done === true) break
      this.#read.push(next.value)
      if (next.value.commit === commit) at = this.#read.length - 1
    }
    return (at === -1 ? this.#read : this.#read.slice(0, at)).toReversed()
  }
}

async function* iterate<T>(values: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield* values
}
