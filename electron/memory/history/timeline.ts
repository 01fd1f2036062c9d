import type { ObjectId, Ulid } from '../../../shared/change.ts'
import type { Actor, Lineage, Verb, Origin } from '../../../shared/origin.ts'
import type { ChainEntry } from './chain.ts'

/** Selects commits: all given conditions must hold. */
export interface TimelineQuery {
  /** Only commits older than this one. */
  readonly after?: ObjectId | undefined
  readonly actors?: readonly Actor[] | undefined
  readonly conversation?: string | undefined
  /** As the user named the program. */
  readonly client?: string | undefined
  readonly turn?: number | undefined
  readonly call?: string | undefined
  readonly variorumId?: string | undefined
  readonly verbs?: readonly Verb[] | undefined
  readonly lineages?: readonly Lineage[] | undefined
  /** Only commits made at this time or later, and before that one (ISO 8601). */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** All of these in the subject, the paths or the changed lines; see shared/phrase.ts for what counts as found. */
  readonly words?: readonly string[] | undefined
  /** In one of the changed lines. */
  readonly changed?: string | undefined
  /** A file, or a folder with everything in it. */
  readonly path?: string | undefined
  /** Called with each commit that was examined and does not match; false stops. An index examines few commits. */
  readonly onSkipped?: ((commit: ObjectId) => boolean) | undefined
}

/** The changed lines of one of a commit's changes; see changed-text.ts. */
export interface ChangedText {
  readonly path: string
  readonly text: string
}

export interface LastEdit {
  readonly commit: ObjectId
  readonly actor: Actor
  readonly time: string
}

/** Where a name comes from, as its commit states it. */
export interface NameSource extends Pick<Origin, 'actor' | 'lineage'> {
  readonly commit: ObjectId
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
  /** The same commits, oldest first: those newer than `after`. Null if that means reading them newest first. */
  fromOldest(query: TimelineQuery): Iterable<ChainEntry> | AsyncIterable<ChainEntry> | null
  /** The changed lines of a commit, one text for each change; a phrase leaves out texts that cannot have it. */
  changedTexts(entry: ChainEntry, phrase?: string): Iterable<ChangedText>
  /** The oldest commit that added a line with a phrase; null if it is not known without reading the whole history. */
  firstWith(phrase: string): Promise<ChainEntry | null>
  /** How many commits lie after `from` up to `to`; null unless `from` is older and both are in the chain. */
  distance(from: ObjectId, to: ObjectId): Promise<number | null>
  /** The commit that many steps after another one, in a chain that leads there. */
  after(from: ObjectId, to: ObjectId, steps: number): Promise<ChainEntry | null>
  /**
   * Names of files and folders that came with commits of this kind: with the first commit that had the path, or (where
   * only walking can tell) with any that added it. Wherever the name is now: a move takes it along.
   */
  namesFrom(isMeant: (source: NameSource) => boolean): Names | Promise<Names>
  /** The newest commit that changed each path; without the paths for which it is not known. */
  lastEdits(paths: ReadonlySet<string>): ReadonlyMap<string, LastEdit> | Promise<ReadonlyMap<string, LastEdit>>
}

/** By the name, without the folders it is in. */
export type Names = ReadonlyMap<string, NameSource>

/** Notes the source of the names in a path; an older one replaces a newer one. */
export function noteNames(names: Map<string, NameSource>, path: string, source: NameSource): void {
  for (const name of path.split('/')) names.set(name, source)
}
