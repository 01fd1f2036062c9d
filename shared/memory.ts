import { z } from 'zod'
import type { Answer } from './bisect.ts'
import { ChangeKind, ObjectId, StorePath, type Blob } from './change.ts'
import { type Commit, type CountedChange, PointRef, type Signature } from './commit.ts'
import type { Message } from './messages/message.ts'
import { Actor, ClientName, Lineage, Verb } from './origin.ts'
import type { HistoryPlace } from './stores.ts'

/**
 * One file of the memory tree. Actor and time are those of the commit that last changed it; `null` until history is
 * read that far.
 */
export interface TreeFile {
  readonly path: StorePath
  readonly blob: Blob
  readonly last: { readonly commit: ObjectId; readonly actor: Actor; readonly time: string } | null
}

export interface Tree {
  /** HEAD's commit, or the requested one. */
  readonly commit: ObjectId | null
  readonly files: readonly TreeFile[]
  /** Sum of the files' sizes in bytes. */
  readonly bytes: number
}

/** A file's content: `text` is `null` if the bytes are not UTF-8, or more than TEXT_SHOWN. */
export interface FileContent {
  readonly path: StorePath
  readonly blob: Blob
  readonly text: string | null
}

export const TEXT_SHOWN = 5_000_000

/** One version of a line: its text, and the commit that wrote it. */
export interface Reading {
  readonly text: string
  readonly commit: ObjectId
  /** The undo, redo or restore that brought the text back since; its author is unchanged. */
  readonly broughtBack: ObjectId | null
}

/** What a line's history says of a commit. */
export type LineSource = Pick<Commit, 'variorumId' | 'author' | 'ours' | 'subject' | 'time' | 'origin'>

/** A line of a file with all its versions, newest first (the first is the line as it is now). */
export interface BlameLine {
  readonly readings: readonly Reading[]
}

/** Every line of one file with its versions. `complete` is false if the file's history is longer than was read. */
export interface Blame {
  readonly path: StorePath
  readonly blob: ObjectId
  readonly lines: readonly BlameLine[]
  /** The commits that the readings name. */
  readonly sources: Readonly<Record<ObjectId, LineSource>>
  readonly complete: boolean
}

/** Of words or a phrase, in characters. */
export const MAX_SEARCH_LENGTH = 1_000

/** Words to find in current paths and texts: all of them, ignoring case. */
export const SearchQuery = z
  .object({
    words: z.string().max(MAX_SEARCH_LENGTH),
    /** Only this file, or what is in this folder. */
    path: StorePath.optional(),
    limit: z.number().int().min(1).max(200).optional(),
  })
  .readonly()
export type SearchQuery = z.infer<typeof SearchQuery>

/** A hit. `line` (from 1) has most of the words; `null` if only the path has them. */
export interface FileHit {
  readonly path: StorePath
  readonly line: { readonly number: number; readonly text: string } | null
}

/** By path. */
export interface SearchPage {
  readonly hits: readonly FileHit[]
  readonly more: boolean
}

const Time = z.iso.datetime({ offset: true })

export const HistoryQuery = z
  .object({
    path: StorePath.optional(),
    actors: z.array(Actor).readonly().optional(),
    conversation: z.string().optional(),
    /** The program that used the memory, as the user named it. */
    client: ClientName.optional(),
    verbs: z.array(Verb).readonly().optional(),
    lineages: z.array(Lineage).readonly().optional(),
    /** Only commits made at this time or later. */
    from: Time.optional(),
    /** Only commits made before this time. */
    to: Time.optional(),
    /** Words to find in the subject, the paths and the changed lines: all of them, ignoring case. */
    words: z.string().max(MAX_SEARCH_LENGTH).optional(),
    /** A word or a sentence to find in one of the lines that a commit adds or removes, ignoring case. */
    changed: z.string().max(MAX_SEARCH_LENGTH).optional(),
    /** Only commits that do this to any file. */
    kind: ChangeKind.optional(),
    limit: z.number().int().min(1).max(500).optional(),
    /** Continue after this commit: the `next` of the previous page. */
    after: ObjectId.optional(),
    /** Oldest first, instead of newest. */
    oldestFirst: z.boolean().optional(),
    /**
     * Answer within about this many milliseconds with what was found so far; `next` resumes there. Newest first only.
     */
    within: z.number().int().min(1).max(60_000).optional(),
  })
  .readonly()
export type HistoryQuery = z.infer<typeof HistoryQuery>

/** A line that a commit added or removed; a long one is shortened around what was searched for. */
export interface ChangedLine {
  readonly path: StorePath
  readonly kind: 'added' | 'removed'
  readonly text: string
}

/** The lines of a commit that have what was searched for: the first few, and their number. */
export interface ChangedLines {
  readonly commit: ObjectId
  readonly lines: readonly ChangedLine[]
  readonly count: number
}

export interface HistoryPage {
  readonly commits: readonly Commit[]
  /** For a query with `changed`: the lines found in each of the commits. */
  readonly found?: readonly ChangedLines[]
  /**
   * For the first page of a query with `changed`: the commit that first added a line with it, whatever else was asked
   * for. Left out if there is none, and without an index of the history.
   */
  readonly first?: Commit
  /** Where the next page continues; `null` at the beginning of history (its end, if oldest first). */
  readonly next: ObjectId | null
  /** How many commits were read one by one to find them. */
  readonly looked: number
}

/** How long a period is: a day in the window's time zone, or for a young history an hour or a quarter of one. */
export type PeriodStep = 'day' | 'hour' | 'quarter'

/** A period with changes: the memory at its end, without the policies, and how often each actor changed it. */
export interface HistoryPeriod {
  /** ISO 8601. */
  readonly from: string
  readonly files: number
  readonly bytes: number
  readonly counts: Readonly<Record<Actor, number>>
}

/** The memory over time, oldest first. */
export interface HistoryOverview {
  readonly step: PeriodStep
  readonly periods: readonly HistoryPeriod[]
}

/** The commit that many steps after `from`, on the way to `to`; there is none if they are not in order. */
export const BetweenQuery = z.object({ from: PointRef, to: PointRef, at: z.number().int().nonnegative() }).readonly()

/** A commit between two others, and how many commits follow the first of them up to the last. */
export interface Between {
  readonly count: number
  readonly commit: Commit
}

/** Words to find in the lines of the memory, or of one file, as it was at a point; as in HistoryQuery.changed. */
export const LinesQuery = z
  .object({ at: PointRef, words: z.string().max(MAX_SEARCH_LENGTH), path: StorePath.optional() })
  .readonly()
export type LinesQuery = z.infer<typeof LinesQuery>

/** The lines with the words: the first few, and the number of all. */
export interface LinesPage {
  readonly lines: readonly { readonly path: StorePath; readonly number: number; readonly text: string }[]
  readonly count: number
}

/** Where between two points do lines begin, or cease, to contain these words? */
export const BisectQuery = z
  .object({ from: PointRef, to: PointRef, words: z.string().max(MAX_SEARCH_LENGTH), path: StorePath.optional() })
  .readonly()
export type BisectQuery = z.infer<typeof BisectQuery>

/** Whether lines contain the words right after a commit. */
export interface BisectAnswer {
  readonly commit: ObjectId
  readonly time: string
  readonly answer: Answer
}

export type BisectOutcome =
  /** `commit` is the first after which the answer is the one at the end. */
  | {
      readonly kind: 'found'
      readonly commit: Commit
      readonly atEnd: Answer
      readonly steps: readonly BisectAnswer[]
      /** How many commits follow the first point up to the last. */
      readonly count: number
    }
  /** Lines contain the words at both points, or at neither. */
  | { readonly kind: 'unchanged'; readonly answer: Answer }
  /** The first point is not older than the last. */
  | { readonly kind: 'not-in-order' }

/** A named state of the store: git keeps it, whatever happens to the branches. */
export interface RestorePoint {
  readonly name: string
  readonly commit: ObjectId
  readonly madeAt: string
  /** Created by the store, before a change of more than one file. */
  readonly automatic: boolean
}

/** The changes between two states, or those of a restore: at most CHANGES_SHOWN, and their total. */
export interface Comparison {
  readonly from: ObjectId
  readonly to: ObjectId
  readonly changes: readonly CountedChange[]
  readonly changeCount: number
}

/**
 * What vanished from the folder all at once: `folder`, with the folder itself. It is no deletion in the history until the
 * user says so.
 */
export interface Vanished {
  readonly kind: 'folder' | 'files'
  readonly files: number
}

export interface StoreStatus {
  readonly id: string
  /** The folder's name, which is the store's name for people. */
  readonly name: string
  /** The folder as settings show it (home shortened to ~). Never sent to a model. */
  readonly folder: string
  /** Where its history lies. */
  readonly history: HistoryPlace
  readonly head: ObjectId | null
  readonly branch: string
  readonly files: number
  readonly bytes: number
  /** ISO time of the newest commit. */
  readonly savedAt: string | null
  /** Why writing is not possible now (git busy, detached HEAD, read-only folder); `null` if it is. */
  readonly blocked: Message | null
  /** What is asked about; the agent writes nothing meanwhile. `null` for nothing. */
  readonly vanished: Vanished | null
  /** False if the system has no file watchers left: outside edits are then found by polling every few seconds. */
  readonly watching: boolean
  /** Whether the index of the history is complete. Until then git itself is searched, which takes longer. */
  readonly indexed: boolean
  /** Outside files that were not adopted, each with the reason. */
  readonly leftOut: readonly { readonly path: StorePath; readonly reason: Message }[]
  /** Who signs what the user does, as git's configuration says; `null` if it does not. */
  readonly signature: Signature | null
}
