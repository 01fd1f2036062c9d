import type { ObjectId, Ulid } from '../../../shared/change.ts'
import type { Actor } from '../../../shared/commit.ts'
import type { ChainEntry } from './chain.ts'

/** Selects commits: all given conditions must hold. */
export interface TimelineQuery {
  /** Only commits older than this one. */
  readonly after?: ObjectId | undefined
  readonly actors?: readonly Actor[] | undefined
  readonly conversation?: string | undefined
  readonly turn?: number | undefined
  readonly call?: string | undefined
  readonly variorumId?: string | undefined
  /** All of these, ignoring case. */
  readonly words?: readonly string[] | undefined
  /** A file, or a folder with everything in it. */
  readonly path?: string | undefined
  /**
   * Called with each commit that was examined and does not match; false stops. Never called by an index, which need not
   * examine commits.
   */
  readonly onSkipped?: ((commit: ObjectId) => boolean) | undefined
}

export interface LastEdit {
  readonly commit: ObjectId
  readonly actor: Actor
  readonly time: string
}

/**
 * Answers questions about HEAD's first-parent chain, in the chain's order, newest first, never by dates. Long searches
 * yield to the event loop now and then.
 */
export interface Timeline {
  entries(query: TimelineQuery): Iterable<ChainEntry> | AsyncIterable<ChainEntry>
  /** The newest commit that undoes this one and is not undone itself; null when there is none. */
  undoneBy(entry: ChainEntry): Ulid | null | Promise<Ulid | null>
  /** Each of these commits once, oldest first; those that are not in the chain come first. */
  inOrder(ids: readonly ObjectId[]): readonly ObjectId[] | Promise<readonly ObjectId[]>
  /** The newest commit that changed each path; without the paths for which it is not known. */
  lastEdits(paths: ReadonlySet<string>): ReadonlyMap<string, LastEdit> | Promise<ReadonlyMap<string, LastEdit>>
}
