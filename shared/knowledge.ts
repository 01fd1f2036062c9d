import type { ObjectId, StorePath } from './change.ts'
import { type CommitName } from './commit.ts'
import type { PastPoint } from './conversation.ts'

/** Why a line was seen, but not in front of the model any more when it answered. */
export type Gone = 'cleared' | 'summarised'

/** How a line comes back in an answer: its value (what follows "key:"), or four consecutive words of it. */
export type Appearance = 'value' | 'words'

export interface KnownLine {
  /** From 1, as the file was then. */
  readonly number: number
  readonly text: string
  readonly appears: Appearance | null
}

/** What a conversation saw of one version of a file. */
export interface KnownVersion {
  /** The file's name then. */
  readonly path: StorePath
  /** The commit that made this version; `null` if it is not in the history. */
  readonly commit: CommitName | null
  /** When it was first seen, and in which turns. */
  readonly time: string
  readonly turns: readonly number[]
  readonly gone: Gone | null
  readonly lines: readonly KnownLine[]
}

export interface KnownFile {
  readonly path: StorePath
  /** Oldest first. */
  readonly versions: readonly KnownVersion[]
}

/** The memory that an answer could rest on: what its conversation had seen until then. */
export interface Knowledge {
  readonly turn: number
  readonly at: PastPoint | null
  readonly files: readonly KnownFile[]
  /** Files that were there at a commit and were never looked at: some paths, and how many in all. `null` if not known. */
  readonly neverLookedAt: {
    readonly commit: ObjectId | null
    readonly paths: readonly StorePath[]
    readonly count: number
  } | null
}
