import { z } from 'zod'
import { ObjectId, StorePath, type FileMode, type Ulid } from './change.ts'
import { BringBack, PointRef, type WriteOutcome } from './commit.ts'
import type { Comparison } from './memory.ts'
import type { Message } from './messages/message.ts'
import { ClientName, ConversationId } from './origin.ts'

// What the user asks to be undone, and what that would do.

const LineNumbers = z.array(z.number().int().positive()).max(100_000).readonly()

/** The two states between which a file changed; `from` is its path in the first one. */
const Between = z.object({ since: ObjectId.nullable(), until: ObjectId, from: StorePath.optional() }).readonly()

/** Some lines of one change: removed lines by their number in the old text, added ones by theirs in the new, from 1. */
export const ChangedLines = z
  .object({
    path: StorePath,
    removed: LineNumbers,
    added: LineNumbers,
    /** Left out, the states around a single commit. */
    between: Between.optional(),
  })
  .readonly()
export type ChangedLines = z.infer<typeof ChangedLines>

/** One file between two states: only what it is called, or only what it contains. */
export const ChangedFile = z.object({ path: StorePath, what: z.enum(['name', 'content']), between: Between }).readonly()
export type ChangedFile = z.infer<typeof ChangedFile>

const Commits = z.array(PointRef).min(1).max(10_000).readonly()

const WithLines = z.object({ commits: Commits, lines: ChangedLines }).readonly()
const WithFile = z.object({ commits: Commits, file: ChangedFile }).readonly()
const Whole = z.object({ commits: Commits }).readonly()
export const UndoPart = z.union([WithLines, WithFile, Whole])
export type UndoPart = z.infer<typeof UndoPart>

/**
 * Some lines that commits wrote, or one of their files; whole commits; several of these together (`parts`); or what a turn, a turn and all after it (`andLater`), a conversation, or
 * another agent on this device (`from` a moment on, ISO 8601) wrote and nobody has undone yet.
 */
export const UndoWhat = z.union([
  WithLines,
  WithFile,
  Whole,
  z.object({ parts: z.array(UndoPart).min(1).max(2_000).readonly() }).readonly(),
  z
    .object({
      conversation: ConversationId,
      turn: z.number().int().positive().optional(),
      andLater: z.boolean().optional(),
    })
    .readonly(),
  z.object({ client: ClientName, from: z.iso.datetime({ offset: true }).optional() }).readonly(),
])
export type UndoWhat = z.infer<typeof UndoWhat>

/** The newest change in effect, which is never an undo; or the newest undo in effect, if no change followed it. */
export const UndoNext = z.object({ next: z.enum(['undo', 'redo']) }).readonly()
export type UndoNext = z.infer<typeof UndoNext>

/** How a conflict is decided: the present text, the text to bring back, both, or a text of the user's own. */
export const Choice = z.union([
  z.enum(['mine', 'theirs', 'both']),
  z.object({ text: z.string().max(5_000_000) }).readonly(),
])
export type Choice = z.infer<typeof Choice>

/** By the conflict's id. */
export const Choices = z.record(z.string().regex(/^[0-9a-f]{40}$/), Choice).readonly()
export type Choices = z.infer<typeof Choices>

export const UndoHow = BringBack.unwrap().extend({ choices: Choices.optional() }).readonly()
export type UndoHow = z.infer<typeof UndoHow>

/** What only a person can decide. `null` stands for no file. */
export interface Conflict {
  /** Stays the same as long as the three versions do. */
  readonly id: string
  /** Where the file is now. */
  readonly path: StorePath
  /** `lines`: any choice. `file`: mine or theirs. `name`: the old name is taken, so the file keeps its present one. */
  readonly kind: 'lines' | 'file' | 'name'
  /** The first line of `mine` in the file, from 1. */
  readonly line: number
  /** The text that was written, and is to be undone. */
  readonly base: string | null
  /** The text as it is now. */
  readonly mine: string | null
  /** The text to bring back. */
  readonly theirs: string | null
  /** A few unchanged lines around it. */
  readonly context: { readonly before: string; readonly after: string }
  readonly choice: Choice | null
}

/** What an undo would do now. The texts of new versions can be read by their ids for a while. */
export interface UndoPreview extends Comparison {
  /** How many commits it undoes. */
  readonly commits: number
  readonly conflicts: readonly Conflict[]
  /** Files in which something written later is kept. */
  readonly keeps: readonly StorePath[]
}

/** A version of a file: known to git, or a new text. */
export type Content =
  | { readonly id: ObjectId; readonly mode: FileMode }
  | { readonly text: string; readonly mode: FileMode }

/** Where a file is now, or was last. */
export interface FilePlace {
  readonly path: string
  /** It was deleted. If there is a file at the path, another one was moved there. */
  readonly isGone: boolean
}

/** What Undo and Redo would reverse next. */
export interface NextSteps {
  readonly undo: NextReversal | null
  readonly redo: NextReversal | null
}

export interface NextReversal {
  readonly id: Ulid
  readonly subject: string
  /** How many files it changes. */
  readonly files: number
}

/** How it went to ask again, after the memory was put back if that was wanted. */
export type AskedAgain =
  | { readonly kind: 'begun'; readonly turn: number; readonly putBack: CommittedOutcome | null }
  /** The memory could not be put back: nothing was changed, and nothing sent. */
  | { readonly kind: 'not-put-back'; readonly outcome: Exclude<WriteOutcome, CommittedOutcome> }
  /** The memory was put back, and then the message could not be sent. */
  | { readonly kind: 'not-sent'; readonly putBack: CommittedOutcome; readonly reason: Message }

type CommittedOutcome = Extract<WriteOutcome, { readonly kind: 'committed' }>
