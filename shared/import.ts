import { z } from 'zod'
import type { StorePath } from './change.ts'
import type { Message } from './messages/message.ts'

// What is brought in from other programs: their exports, their memories, and the user's own notes and rules.

/** A format that is recognised by its content. `folder`: plain notes; `text`: what was pasted. */
export const ImportKind = z.enum([
  'chatgpt',
  'claude',
  'claude-code',
  'rules',
  'codex',
  'vscode',
  'vault',
  'mem0',
  'server-memory',
  'folder',
  'text',
])
export type ImportKind = z.infer<typeof ImportKind>

/** Something of a source that is not proposed. */
export interface LeftOut {
  /** As the source calls it: an entry of a zip, a conversation's title and id, a file. */
  readonly what: string
  readonly why: Message
}

/** What a source becomes: one text file of the memory. */
export interface FoundFile {
  /** Below the folder that is imported into. */
  readonly path: StorePath
  readonly text: string
  /** When the source says that it was last changed, in ISO 8601; null if it does not say. */
  readonly time: string | null
  /** As the source calls it, for whoever asks where a line came from. */
  readonly from: string
  /** How many memories, notes or files of the source are in it. */
  readonly items: number
}

/** All of a source: `found` is the items of the files and what was left out together. */
export interface FoundInSource {
  readonly kind: ImportKind
  readonly found: number
  readonly files: readonly FoundFile[]
  readonly leftOut: readonly LeftOut[]
}
