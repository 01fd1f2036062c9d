import { z } from 'zod'
import type { ObjectId, StorePath, Ulid } from './change.ts'
import type { Actor, Lineage } from './origin.ts'
import type { UndoWhat } from './undoing.ts'
import type { Expiring, Waiting } from './waiting.ts'

// What changed since the user last looked, as lines to keep or undo.

/** A line of a file, numbered from 1. */
export interface NumberedLine {
  readonly number: number
  readonly text: string
}

/** Why a line is worth a look first; the first one weighs the most. */
export const REVIEW_REASONS = ['rule', 'rejected', 'untrusted', 'removal', 'contradiction', 'secret'] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** What one commit did to lines that stand together, or to a whole file, as it is in effect now. */
export interface ReviewChange {
  readonly kind: 'learned' | 'changed' | 'forgot' | 'moved'
  readonly path: StorePath
  /** Where the file was when the user last looked, if elsewhere. */
  readonly from: StorePath | null
  /** The whole file came, went, moved, or is not text. */
  readonly wholeFile: boolean
  /** By their numbers then. */
  readonly removed: readonly NumberedLine[]
  /** How many of the removed lines have no version among the added ones. */
  readonly lost: number
  /** By their numbers now. */
  readonly added: readonly NumberedLine[]
  /** How many lines the file had then. */
  readonly linesThen: number
  readonly by: {
    readonly commit: ObjectId
    readonly variorumId: Ulid | null
    readonly actor: Actor
    readonly author: string
    /** The other agent, as the user named it; null for our own, and for everybody else. */
    readonly client: string | null
    readonly lineage: Lineage
    readonly conversation: string | null
    readonly turn: number | null
    readonly message: string | null
    readonly time: string
  }
}

/** The changes between two states. */
export interface ChangesSince {
  readonly since: ObjectId | null
  readonly until: ObjectId | null
  /** By path, then by line. Without what the user wrote. */
  readonly changes: readonly ReviewChange[]
  /** There were too many commits: only what the newest ones changed is listed. */
  readonly isCut: boolean
}

export interface ReviewLine extends ReviewChange {
  /** Stays the same as long as the change does. */
  readonly id: string
  readonly reasons: readonly ReviewReason[]
  /** The older line that says otherwise, for a contradiction. */
  readonly against: { readonly path: StorePath; readonly text: string } | null
  /** When the user removed the same line, for a rejected one. */
  readonly rejectedAt: string | null
  readonly undo: UndoWhat
}

export const REVIEW_LINES_SHOWN = 1_000

/** What waits for the user under Review. */
export interface Review {
  /** When the user last looked at everything; null if that was before there was anything. */
  readonly lookedAt: string | null
  readonly until: ObjectId | null
  /** What is most likely wrong comes first, the rest by file. */
  readonly lines: readonly ReviewLine[]
  /** How many lines there are; at most REVIEW_LINES_SHOWN are listed. */
  readonly total: number
  readonly isCut: boolean
  readonly waiting: readonly Waiting[]
  /** What the user keeps until a day, soonest first. */
  readonly expiring: readonly Expiring[]
}

export const ReviewIds = z
  .array(z.string().regex(/^[0-9a-f]{40}$/))
  .max(100_000)
  .readonly()

/** A line that the agent wrote again after the user had removed it. */
export interface Returned {
  readonly commit: ObjectId
  readonly text: string
  /** When the user removed it. */
  readonly rejectedAt: string
}
