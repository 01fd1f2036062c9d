import { z } from 'zod'
import { Change, LineCount, ObjectId, Ulid, type StorePath } from './change.ts'
import { shownName } from './invisible.ts'
import type { Message } from './messages/message.ts'
import { Origin } from './origin.ts'
import type { Conflict } from './undoing.ts'

/** The first line that a change removes and the first that it adds, shortened; `null` if there is none. */
export const Excerpt = z.object({ removed: z.string().nullable(), added: z.string().nullable() }).readonly()
export type Excerpt = z.infer<typeof Excerpt>

export const CountedChange = z
  .object({
    change: Change,
    lines: LineCount.nullable(),
    /** Left out by older versions, and for files that are not compared line by line. */
    excerpt: Excerpt.optional(),
  })
  .readonly()
export type CountedChange = z.infer<typeof CountedChange>

/** The record of one command, with who, why and from where. */
export const Commit = z
  .object({
    id: ObjectId,
    /** `null` for commits made by native git. */
    variorumId: Ulid.nullable(),
    parent: ObjectId.nullable(),
    subject: z.string(),
    /** The file or folder that the command named, if its changes do not say so. */
    named: z.string().optional(),
    /** ISO 8601 with the writer's offset, e.g. "2026-11-20T10:41:00+01:00". */
    time: z.string(),
    author: z.string(),
    origin: Origin,
    /** False if the trailers were not written by this device: they are shown "as stated". */
    ours: z.boolean(),
    /** At most CHANGES_SHOWN changes; `changeCount` is their total. */
    changes: z.array(CountedChange).readonly(),
    changeCount: z.number().int(),
    /** Variorum-Id of the commit that undid this one, unless that one was undone itself. */
    undoneBy: Ulid.nullable(),
  })
  .readonly()
export type Commit = z.infer<typeof Commit>

/**
 * What a commit is called outside git: its Variorum-Id, which stays when the history is rewritten; the id of one that has
 * none, because git made it.
 */
export const CommitName = z.union([Ulid, ObjectId])
export type CommitName = z.infer<typeof CommitName>

export function nameOf({ variorumId, id }: Pick<Commit, 'variorumId' | 'id'>): CommitName {
  return variorumId ?? id
}

/** A name and an address, with which git signs a commit. */
const InSignature = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^<>"#;\\\p{Cc}]*$/u)
export const Signature = z.object({ name: InSignature, email: InSignature }).readonly()
export type Signature = z.infer<typeof Signature>

/** The change of a commit that has one, which keeps its file's name; `null` for every other commit. */
export function onlyChange({ changes, changeCount }: Pick<Commit, 'changes' | 'changeCount'>): Change | null {
  const change = changeCount === 1 ? changes[0]?.change : undefined
  return change === undefined || change.from !== undefined ? null : change
}

export const CHANGES_SHOWN = 200

/** Whether the origin of a commit is only what its message says: it was not made by Variorum on this device. */
export function isClaimed({ ours, variorumId }: Pick<Commit, 'ours' | 'variorumId'>): boolean {
  return !ours && variorumId !== null
}

/**
 * The name of the person who made a commit with git itself, on one line ("?" if it has none); `null` for the commits of Variorum, in any copy
 * of it.
 */
export function personOf({ variorumId, author }: Pick<Commit, 'variorumId' | 'author'>): string | null {
  return variorumId === null ? shownName(author.trim()) || '?' : null
}

/**
 * Names a state of the memory: a commit by its id, a unique prefix of it (4 digits or more) or its Variorum-Id; a restore
 * point; a revision of git ("HEAD~3", a branch, a tag); or the end of a day ("yesterday", "2026-11-20").
 */
export const PointRef = z.string().trim().min(1).max(200)
export type PointRef = z.infer<typeof PointRef>

/** What a restore point may be called: one line, and short, since it becomes a file name. */
export const PointName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^\P{Cc}*$/u)

/** The outcome of a request to write. Expected outcomes are values; the reason is a sentence for people. */
export type WriteOutcome =
  | {
      readonly kind: 'committed'
      readonly commit: Commit
      /** What the policies changed, one sentence each; for the model and the user. */
      readonly notes?: readonly Message[]
      /** If one file was brought back: the state it is in again. */
      readonly leadsTo?: LeadsTo
    }
  | {
      readonly kind: 'conflict'
      readonly paths: readonly StorePath[]
      readonly reason: Message
      /** Of an undo: what the user can decide. */
      readonly conflicts?: readonly Conflict[]
    }
  /** `mayOverride`: a policy refused what the user brings back; the user may override it. */
  | { readonly kind: 'refused'; readonly reason: Message; readonly rule?: string; readonly mayOverride?: true }
  | Held

/** A rule leaves it to the user whether this is written. Nothing was. */
export interface Held {
  readonly kind: 'held'
  readonly reason: Message
  readonly rule: string
}

/** A file is as it was `since` then (ISO 8601); `null` if that is older than the versions searched. */
export interface LeadsTo {
  readonly path: StorePath
  readonly since: string | null
}

/** `nothing`: there is no next change to undo, or to redo. */
export type UndoOutcome = WriteOutcome | { readonly kind: 'nothing' }

/** How something is brought back. Only the user's doors offer these options. */
export const BringBack = z
  .object({
    /** Bring it back even if a policy refuses. */
    override: z.boolean().optional(),
    /** Bring back the policies too, with the whole store. */
    withPolicies: z.boolean().optional(),
  })
  .readonly()
export type BringBack = z.infer<typeof BringBack>
