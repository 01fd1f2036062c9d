import type { StorePath } from './change.ts'
import type { ConversationId } from './commit.ts'

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
