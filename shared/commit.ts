import { z } from 'zod'
import { Change, LineCount, ObjectId, Ulid, type StorePath } from './change.ts'
import { shownName } from './invisible.ts'
import type { Message } from './messages/message.ts'
import type { UndoConflict } from './undoing.ts'

/** Who made a commit. `outside` is any other program, native git included. */
export const Actor = z.enum(['agent', 'user', 'outside', 'policy'])
export type Actor = z.infer<typeof Actor>

/** The origin of a text, from most to least trusted; a commit carries the least trusted one that the model was sent. */
export const Lineage = z.enum(['user', 'agent', 'agent-untrusted', 'outside'])
export type Lineage = z.infer<typeof Lineage>

/** The verb of a commit: a command of the memory tool, or one of the store. */
export const Verb = z.enum([
  'view',
  'create',
  'str_replace',
  'insert',
  'delete',
  'rename',
  'edit',
  'adopt',
  'restore',
  'undo',
  'other',
])
export type Verb = z.infer<typeof Verb>

export const CONVERSATION_ID = /^[A-Za-z0-9_-]{1,64}$/
export const ConversationId = z
  .string()
  .regex(CONVERSATION_ID, 'A conversation id is 1 to 64 letters, digits, "_" or "-".')
export type ConversationId = z.infer<typeof ConversationId>

/** What a program that uses the memory is called: one line. */
export const ClientName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'A client’s name is one line.')

/** The origin of a commit, written as trailers of the commit message. */
export const Origin = z
  .object({
    actor: Actor,
    verb: Verb,
    conversation: ConversationId.optional(),
    /** Number of the turn in its conversation, from 1. */
    turn: z.number().int().positive().optional(),
    /** Id of the user message that began the turn. */
    message: Ulid.optional(),
    /** Our own id of the tool call; servers reuse theirs. */
    call: Ulid.optional(),
    /** The service's id of the tool_use block. */
    toolUse: z.string().optional(),
    /** The program that used the memory through the library or `exec`, as whoever runs it named it. */
    client: ClientName.optional(),
    provider: z.string().optional(),
    model: z.string().optional(),
    lineage: Lineage.optional(),
    /** Variorum-Ids of the commits this one undoes. */
    undoes: z.array(Ulid).readonly().optional(),
    /** Variorum-Ids of the commits of which it undoes some lines. They stay in effect. */
    undoesPart: z.array(Ulid).readonly().optional(),
    /** Of a view: about how many tokens it cost to read. */
    tokens: z.number().int().nonnegative().optional(),
    /** Variorum-Id (or object id) of the commit whose state this one restores. */
    restores: z.string().optional(),
  })
  .readonly()
export type Origin = z.infer<typeof Origin>

/** The lineage of a commit's text, also where the commit states none. */
export function lineageOf({ actor, lineage }: Origin): Lineage {
  return lineage ?? (actor === 'policy' ? 'user' : actor)
}

/**
 * What counts of a commit that this device did not write. Anybody can claim to be the user or a policy, or to have read
 * nothing from outside.
 */
export function unverified<Writer extends Pick<Origin, 'actor' | 'lineage'>>(writer: Writer): Writer {
  return { ...writer, actor: writer.actor === 'agent' ? 'agent' : 'outside', lineage: 'outside' }
}

/** Whether text of this lineage may come from somebody that the user does not know. */
export function isUntrusted(lineage: Lineage): boolean {
  return lineage === 'agent-untrusted' || lineage === 'outside'
}

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
      readonly conflicts?: readonly UndoConflict[]
    }
  /** `mayOverride`: a policy refused what the user brings back; the user may override it. */
  | { readonly kind: 'refused'; readonly reason: Message; readonly rule?: string; readonly mayOverride?: true }

/** A file is as it was `since` then (ISO 8601); `null` if that is older than the versions searched. */
export interface LeadsTo {
  readonly path: StorePath
  readonly since: string | null
}

/** The outcome of an Undo or Redo that names no commit. */
export type UndoNextOutcome = WriteOutcome | { readonly kind: 'nothing' }

/** Whether a commit of this verb brings back an earlier version rather than writing something new. */
export function bringsBack(verb: Verb): boolean {
  return verb === 'undo' || verb === 'restore'
}

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
