import { z } from 'zod'
import type { ObjectId, StorePath } from './change.ts'
import type { Message } from './messages/message.ts'
import type { ConversationId } from './origin.ts'

// What keeps a memory useful: which files are read, and what in them needs attention.

/** Whoever reads nothing for so long does not need it. */
export const UNREAD_DAYS = 60

/** A conversation that read a file. */
export interface Reader {
  readonly conversation: ConversationId
  readonly reads: number
  /** ISO 8601. */
  readonly lastRead: string
}

export const READERS_SHOWN = 20

/** How a file is used. */
export interface FileUse {
  readonly path: StorePath
  readonly bytes: number
  readonly reads: number
  /** ISO 8601; `null` if no read of it is recorded. */
  readonly lastRead: string | null
  /** The conversations that read it, the latest first; at most READERS_SHOWN. */
  readonly readers: readonly Reader[]
  readonly readerCount: number
  /** About how many tokens all reads of it cost together. */
  readonly tokens: number
  /** When it was last changed, as far as known. */
  readonly lastWritten: string | null
  /** Neither read nor changed for UNREAD_DAYS, while reads were recorded all that time. */
  readonly isUnread: boolean
}

export interface MemoryUse {
  /** Since when reads are recorded; `null` if none is. */
  readonly since: string | null
  readonly files: readonly FileUse[]
}

export const FindingKind = z.enum([
  'dead-link',
  'not-in-index',
  'gone-from-memory',
  'index-too-large',
  'same-line',
  'same-file',
  'contradiction',
  'past',
  'unread',
])
export type FindingKind = z.infer<typeof FindingKind>

/** Lines of a file in place of others. No line has a line end. */
export interface LinesEdit {
  readonly path: StorePath
  /** The version that the line numbers are of; `null` makes the file. */
  readonly before: ObjectId | null
  /** The first line that is replaced, from 1; without removed lines, the line before which the others are added. */
  readonly at: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** A file that goes. `before` is its version. */
export interface FileRemoval {
  readonly path: StorePath
  readonly before: ObjectId
  readonly isRemoved: true
}

export type FixEdit = LinesEdit | FileRemoval

/** What a fix does, for the button that does it. */
export type FixName =
  | 'remove-line'
  | 'remove-link'
  | 'link-there'
  | 'add-line'
  | 'shorten'
  | 'keep-this'
  | 'keep-other'
  | 'delete-file'

export interface Fix {
  readonly name: FixName
  readonly edits: readonly FixEdit[]
}

export interface PlacedLine {
  readonly path: StorePath
  /** From 1. */
  readonly line: number
  readonly text: string
}

/** Something in the memory that is worth a look. Nothing is changed unless the user applies a fix. */
export interface Finding {
  /** Stays the same as long as the lines it is about do. */
  readonly id: string
  readonly kind: FindingKind
  readonly path: StorePath
  /** The line it is about, from 1; `null` for the whole file. */
  readonly line: number | null
  readonly text: string
  /** What is wrong, in one sentence. */
  readonly what: Message
  /** The line that it repeats or contradicts. */
  readonly other: PlacedLine | null
  /** The first one is the likelier; none if only a person can say. */
  readonly fixes: readonly Fix[]
}

export interface Findings {
  /** The memory they are about. */
  readonly of: ObjectId | null
  /** At most FINDINGS_SHOWN; what is wrong comes before what may be. */
  readonly list: readonly Finding[]
  readonly total: number
  /** How many are not listed because the user dismissed them. */
  readonly dismissed: number
}

export const FINDINGS_SHOWN = 500

export type FindingsProgress =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly findings: Findings }

export const FindingIds = z
  .array(z.string().regex(/^[0-9a-f]{40}$/))
  .min(1)
  .max(FINDINGS_SHOWN)
  .readonly()

/** Which of its fixes is applied to each finding, by its place in the list. */
export const FixRequests = z
  .array(z.object({ id: z.string().regex(/^[0-9a-f]{40}$/), fix: z.number().int().min(0).max(9) }))
  .min(1)
  .max(FINDINGS_SHOWN)
  .readonly()
export type FixRequests = z.infer<typeof FixRequests>
