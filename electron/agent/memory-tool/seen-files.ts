import type { ObjectId, StorePath } from '../../../shared/change.ts'
import type { Commit } from '../../../shared/commit.ts'

/** The version of each file that a conversation last saw or wrote; `null` if it knows that the file is gone. */
export type SeenBlobs = Readonly<Record<StorePath, ObjectId | null>>

/** Remembers what a conversation saw, so that changes made elsewhere can be reported to it. */
export class SeenFiles {
  readonly #blobs: Map<StorePath, ObjectId>
  #noted = new Map<StorePath, ObjectId | null>()

  constructor(seen: SeenBlobs = {}) {
    this.#blobs = new Map(Object.entries(seen).filter((entry): entry is [StorePath, ObjectId] => entry[1] !== null))
  }

  /** The version that was seen last; `undefined` if none was. */
  versionOf(path: StorePath): ObjectId | undefined {
    return this.#blobs.get(path)
  }

  note(path: StorePath, blob: ObjectId | null): void {
    if (blob === null) this.#blobs.delete(path)
    else this.#blobs.set(path, blob)
    this.#noted.set(path, blob)
  }

  /** Records this conversation's own commit. @returns paths whose previous version was not the one last seen */
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
  takeNoted(): SeenBlobs {
    const noted = Object.fromEntries(this.#noted)
    this.#noted = new Map()
    return noted
  }
}
