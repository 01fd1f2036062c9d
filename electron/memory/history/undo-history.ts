import type { Change, ObjectId, Ulid } from '../../../shared/change.ts'
import { isUndo, nextRedo, nextUndo, type Undoable } from '../../../shared/undo.ts'
import type { FilePlace, NextReversal, NextSteps, UndoWhat } from '../../../shared/undoing.ts'
import type { Chain, ChainEntry } from './chain.ts'
import { followed, Places } from './places.ts'
import type { Timeline } from './timeline.ts'

type Wrote = Exclude<UndoWhat, { readonly commits: unknown } | { readonly parts: unknown }>

/** A commit with where each file that it changed is now. */
export interface PlacedCommit {
  readonly entry: ChainEntry
  readonly changes: readonly { readonly change: Change; readonly place: FilePlace }[]
}

/** Whether the present memory has nothing left of these commits to undo. */
export type IsMoot = (placed: readonly PlacedCommit[]) => Promise<boolean>

/** What can be undone and redone. */
export class UndoHistory {
  readonly #chain: Chain
  readonly #timeline: Timeline

  constructor(chain: Chain, timeline: Timeline) {
    this.#chain = chain
    this.#timeline = timeline
  }

  /** Where a file is that was at this place in a recent state. */
  placeSince(place: FilePlace, state: ObjectId, head: ObjectId | null): FilePlace {
    const later: ChainEntry[] = []
    for (const entry of this.#chain.from(head)) {
      if (entry.commit === state) break
      later.push(entry)
    }
    return later.toReversed().reduce<FilePlace>((now, { commit }) => followed(now, this.#chain.changes(commit)), place)
  }

  /** Each of these commits once, oldest first; those that are not in the history of HEAD come first. */
  async placed(ids: readonly ObjectId[]): Promise<readonly PlacedCommit[]> {
    const places = new Places(this.#chain, this.#timeline)
    const placed: PlacedCommit[] = []
    for (const id of await this.#timeline.inOrder(ids)) {
      const changes: { change: Change; place: FilePlace }[] = []
      for (const change of this.#chain.changes(id)) {
        const left = { path: change.path, isGone: change.after === null }
        changes.push({ change, place: await places.placeOf(left, id) })
      }
      placed.push({ entry: this.#chain.entry(id), changes })
    }
    return placed
  }

  /** What was changed and nobody has undone, newest first. */
  async inEffect(what: Wrote): Promise<readonly ObjectId[]> {
    const { turn, andLater, ...query } = 'client' in what ? { turn: undefined, andLater: false, ...what } : what
    const found: ObjectId[] = []
    for await (const entry of this.#timeline.entries({ ...query, turn: andLater === true ? undefined : turn })) {
      if (turn !== undefined && (entry.origin.turn ?? 0) < turn) continue
      if (this.#chain.changes(entry.commit).length > 0 && !(await this.#isUndone(entry))) found.push(entry.commit)
    }
    return found
  }

  /** The commit that Undo would undo next; null when there is none. */
  async nextUndo(isMoot: IsMoot): Promise<ChainEntry | null> {
    const next = await nextUndo(
      this.#undoables(),
      ({ entry }) => this.#isUndone(entry),
      async ({ entry }) => isMoot(await this.placed([entry.commit])),
    )
    return next?.entry ?? null
  }

  /** The undo that Redo would undo next; null when there is none. */
  async nextRedo(): Promise<ChainEntry | null> {
    const isUndoCommit = async (id: Ulid): Promise<boolean> => {
      for await (const { origin } of this.#timeline.entries({ variorumId: id })) return isUndo(origin)
      return false
    }
    return (await nextRedo(this.#undoables(), ({ entry }) => this.#isUndone(entry), isUndoCommit))?.entry ?? null
  }

  async nextSteps(isMoot: IsMoot): Promise<NextSteps> {
    const describe = (entry: ChainEntry | null): NextReversal | null =>
      entry?.id == null
        ? null
        : { id: entry.id, subject: entry.subject, files: this.#chain.changes(entry.commit).length }
    return { undo: describe(await this.nextUndo(isMoot)), redo: describe(await this.nextRedo()) }
  }

  async #isUndone(entry: ChainEntry): Promise<boolean> {
    return (await this.#timeline.undoneBy(entry)) !== null
  }

  async *#undoables(): AsyncGenerator<Undoable & { readonly entry: ChainEntry }> {
    for await (const entry of this.#timeline.entries({})) {
      const { id, commit, origin } = entry
      const { undoes = [], undoesPart = [], verb } = origin
      yield { entry, id, undoes, undoesPart, verb, changesFiles: this.#chain.changes(commit).length > 0 }
    }
  }
}
