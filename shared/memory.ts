import { z } from 'zod'
import { ChangeKind, ObjectId, StorePath, type Blob } from './change.ts'
import { Actor, type Commit, type CountedChange } from './commit.ts'

/** One file of the memory tree. The actor and time are of the commit that last changed it; `null` until history was read that far. */
export interface TreeFile {
  readonly path: StorePath
  readonly blob: Blob
  readonly last: { readonly commit: ObjectId; readonly actor: Actor; readonly time: string } | null
}

export interface Tree {
  /** HEAD's commit, or the commit asked for. */
  readonly commit: ObjectId | null
  readonly files: readonly TreeFile[]
  /** Sum of the files' sizes in bytes. */
  readonly bytes: number
}

/** A file's content: `text` is null when the bytes are not UTF-8 text, or more than TEXT_SHOWN bytes. */
export interface FileContent {
  readonly path: StorePath
  readonly blob: Blob
  readonly text: string | null
}

export const TEXT_SHOWN = 5_000_000

/** One reading of a line: its text, and the commit that wrote it. */
export interface Reading {
  readonly text: string
  readonly commit: ObjectId
  readonly actor: Actor
  readonly time: string
  readonly conversation: string | null
  readonly turn: number | null
  /** Who brought the text back since by undo, redo or restore; its author stays its author. */
  readonly broughtBack: { readonly commit: ObjectId; readonly actor: Actor; readonly time: string } | null
}

/** A line of a file as it stands now, with every reading it had, newest first (the first is the line itself). */
export interface BlameLine {
  readonly readings: readonly Reading[]
}

/** Every line of one file with its readings. `complete` is false when the file's history is longer than was read. */
export interface Blame {
  readonly path: StorePath
  readonly blob: ObjectId
  readonly lines: readonly BlameLine[]
  readonly complete: boolean
}

/** Words looked for in paths and texts as they are now, each of which has to be there, without regard to case. */
export const SearchQuery = z
  .object({ words: z.string().max(1_000), limit: z.number().int().min(1).max(200).optional() })
  .readonly()
export type SearchQuery = z.infer<typeof SearchQuery>

/** A file that was found. `line` (from 1) has most of the words; null where the path alone has them. */
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
    /** Words looked for in paths and subjects, without regard to case. */
    words: z.string().optional(),
    /** Only commits that do this to any file. */
    kind: ChangeKind.optional(),
    limit: z.number().int().min(1).max(500).optional(),
    /** Continue after this commit, as given in `next` of the page before. */
    after: ObjectId.optional(),
    /** The oldest first, instead of the newest. */
    oldestFirst: z.boolean().optional(),
    /** Answer within about so many milliseconds, with what was found so far; `next` goes on from there. Of the newest first only. */
    within: z.number().int().min(1).max(60_000).optional(),
  })
  .readonly()
export type HistoryQuery = z.infer<typeof HistoryQuery>

export interface HistoryPage {
  readonly commits: readonly Commit[]
  /** Where the next page continues; `null` at the beginning of history (its end, where the oldest came first). */
  readonly next: ObjectId | null
  /** How many commits were looked at one by one to find them. */
  readonly looked: number
}

/** A day on which something happened: how large the memory was at its end, and who changed it how often. */
export interface HistoryDay {
  /** Of its last commit. */
  readonly time: string
  readonly bytes: number
  readonly counts: Readonly<Record<Actor, number>>
}

/** A state of the store with a name: git keeps it, whatever happens to the branches. */
export interface RestorePoint {
  readonly name: string
  readonly commit: ObjectId
  readonly madeAt: string
  /** Made by the store itself, before something touched more than one file. */
  readonly automatic: boolean
}

/** What lies between two states, or what a restore would do: at most CHANGES_SHOWN changes, and how many there are. */
export interface Comparison {
  readonly from: ObjectId
  readonly to: ObjectId
  readonly changes: readonly CountedChange[]
  readonly changeCount: number
}

export interface StoreStatus {
  readonly id: string
  /** The folder's own name: what people call the store. */
  readonly name: string
  /** The folder, as the user may read it in settings (home shortened to ~). Never sent to a model. */
  readonly folder: string
  readonly head: ObjectId | null
  readonly branch: string
  readonly files: number
  readonly bytes: number
  /** ISO time of the newest commit. */
  readonly savedAt: string | null
  /** Why the agent and the user cannot write just now (git busy, detached HEAD, read-only folder); `null` when they can. */
  readonly blocked: string | null
  /** False when the system has no file watchers left: outside edits are then found by looking every few seconds. */
  readonly watching: boolean
  /** Is the index of the history complete? Else what is asked for is looked for in git itself, which takes longer. */
  readonly indexed: boolean
  /** Outside files that were not taken in, each with the reason. */
  readonly leftOut: readonly { readonly path: StorePath; readonly reason: string }[]
}
