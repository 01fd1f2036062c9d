import type { Change, ObjectId } from '../../../shared/change.ts'
import type { FilePlace } from '../../../shared/undoing.ts'
import type { Chain, ChainEntry } from './chain.ts'
import type { Timeline } from './timeline.ts'

interface Followed extends FilePlace {
  readonly isReplaced?: true
}

/** Where a file is after a later commit that changed this. A file that is created again at its path counts as the same. */
export function followed(place: Followed, changes: readonly Change[]): Followed {
  const { path, isGone, isReplaced = false } = place
  const moved = changes.find(({ from }) => from === path)
  if (moved !== undefined && !isGone) return { path: moved.path, isGone: moved.after === null }
  const here = changes.find((change) => change.path === path)
  if (isReplaced && moved === undefined && here?.after !== null) return place
  if (here === undefined) return { path, isGone }
  if (isGone && here.from !== undefined) return { path, isGone, isReplaced: true }
  return { path, isGone: here.after === null }
}

/** Where files are now that a commit left somewhere: later renames are followed. */
export class Places {
  readonly #chain: Chain
  readonly #timeline: Timeline
  readonly #touching = new Map<string, Touching>()

  constructor(chain: Chain, timeline: Timeline) {
    this.#chain = chain
    this.#timeline = timeline
  }

  /** Where the file is that the commit left at this place. */
  async placeOf(place: FilePlace, since: ObjectId): Promise<FilePlace> {
    const { path } = place
    let touching = this.#touching.get(path)
    if (touching === undefined) {
      touching = new Touching(this.#timeline.entries({ path }))
      this.#touching.set(path, touching)
    }
    let now: FilePlace = place
    for (const { commit } of await touching.after(since)) {
      now = followed(now, this.#chain.changes(commit))
      if (now.path !== path) return this.placeOf(now, commit)
    }
    return now
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
