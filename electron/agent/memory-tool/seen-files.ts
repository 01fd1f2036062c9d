import type { ObjectId, StorePath } from '../../../shared/change.ts'
import type { Commit } from '../../../shared/commit.ts'

/** Which version of each file a conversation last saw or wrote; `null` when it knows the file to be gone. */
export type SeenBlobs = Readonly<Record<StorePath, ObjectId | null>>

/** Remembers what a conversation saw, so that it can be told when something else changed a file under it. */
export class SeenFiles {
  readonly #blobs: Map<StorePath, ObjectId>
  #news = new Map<StorePath, ObjectId | null>()

  constructor(seen: SeenBlobs = {}) {
    this.#blobs = new Map(Object.entries(seen).filter((entry): entry is [StorePath, ObjectId] => entry[1] !== null))
  }

  note(path: StorePath, blob: ObjectId | null): void {
    if (blob === null) this.#blobs.delete(path)
    else this.#blobs.set(path, blob)
    this.#news.set(path, blob)
  }

  /** Takes note of this conversation's own commit; answers the paths that were another version before it than last seen. */
  written(commit: Commit): readonly StorePath[] {
    const surprises: StorePath[] = []
    for (const { change } of commit.changes) {
      const last = this.#blobs.get(change.from ?? change.path)
      const before = change.before?.id ?? (change.from === undefined ? undefined : change.after?.id)
      if (last !== undefined && last !== before) surprises.push(change.path)
      if (change.from !== undefined) this.note(change.from, null)
      this.note(change.path, change.after?.id ?? null)
    }
    return surprises
  }

  /** What was noted since the last call. */
  takeNews(): SeenBlobs {
    const news = Object.fromEntries(this.#news)
    this.#news = new Map()
    return news
  }
}
