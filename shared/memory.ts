import { z } from 'zod'
import { ChangeKind, ObjectId, StorePath, type Blob } from './change.ts'
import { Actor, type Commit, type CountedChange } from './commit.ts'

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
  readonly actor: Actor
  readonly time: string
  readonly conversation: string | null
  readonly turn: number | null
  /** Who brought the text back since by undo, redo or restore; its author is unchanged. */
  readonly broughtBack: { readonly commit: ObjectId; readonly actor: Actor; readonly time: string } | null
}

/** A line of a file with all its versions, newest first (the first is the line as it is now). */
export interface BlameLine {
  readonly readings: readonly Reading[]
}

/** Every line of one file with its versions. `complete` is false if the file's history is longer than was read. */
export interface Blame {
  readonly path: StorePath
  readonly blob: ObjectId
  readonly lines: readonly BlameLine[]
  readonly complete: boolean
}

/** Words to find in current paths and texts: all of them, ignoring case. */
export const SearchQuery = z
  .object({ words: z.string().max(1_000), limit: z.number().int().min(1).max(200).optional() })
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

export const HistoryQuery = z
  .object({
    path: StorePath.optional(),
    actors: z.array(Actor).readonly().optional(),
    conversation: z.string().optional(),
    /** Words to find in paths and subjects, ignoring case. */
    words: z.string().optional(),
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

export interface HistoryPage {
  readonly commits: readonly Commit[]
  /** Where the next page continues; `null` at the beginning of history (its end, if oldest first). */
  readonly next: ObjectId | null
  /** How many commits were read one by one to find them. */
  readonly looked: number
}

/** A day with changes: the memory's size at its end, and how often each actor changed it. */
export interface HistoryDay {
  /** Of its last commit. */
  readonly time: string
  readonly bytes: number
  readonly counts: Readonly<Record<Actor, number>>
}

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

export interface StoreStatus {
  readonly id: string
  /** The folder's name, which is the store's name for people. */
  readonly name: string
  /** The folder as settings show it (home shortened to ~). Never sent to a model. */
  readonly folder: string
  readonly head: ObjectId | null
  readonly branch: string
  readonly files: number
  readonly bytes: number
  /** ISO time of the newest commit. */
  readonly savedAt: string | null
  /** Why writing is not possible now (git busy, detached HEAD, read-only folder); `null` if it is. */
  readonly blocked: string | null
  /** False if the system has no file watchers left: outside edits are then found by polling every few seconds. */
  readonly watching: boolean
  /** Whether the index of the history is complete. Until then git itself is searched, which takes longer. */
  readonly indexed: boolean
  /** Outside files that were not adopted, each with the reason. */
  readonly leftOut: readonly { readonly path: StorePath; readonly reason: string }[]
}
