import { z } from 'zod'
import { ObjectId, StorePath, Ulid } from './change.ts'
import type { Message } from './messages/message.ts'
import { Said } from './messages/said.ts'

/** The longest text of one file that is proposed, in characters. */
export const MAX_IMPORTED_TEXT = 1_000_000

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
  /** How many items it stands for; one where it isn't said. */
  readonly count?: number
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

/** What was said in turn: a message of the user, and all that the assistant answered until the next. */
export interface ImportedTurn {
  readonly text: string
  /** Null if there was none. */
  readonly answer: string | null
  /** As the source calls the model; '' if it does not say. */
  readonly model: string
  /** In ISO 8601; null if the source does not say. */
  readonly began: string | null
  readonly ended: string | null
}

/** A conversation with another assistant, as a source has it. */
export interface ImportedConversation {
  readonly kind: ImportKind
  /** As the source knows it, from one export to the next. */
  readonly id: string
  readonly title: string
  readonly began: string | null
  /** When it was changed last. */
  readonly changed: string | null
  /** At least one. */
  readonly turns: readonly ImportedTurn[]
}

/** What became of the conversations of an import: `found` is added, known and left out together. */
export interface ImportedConversations {
  readonly found: number
  /** New ones, and those that went on since they came in. */
  readonly added: number
  /** Those that came in before and are the same. */
  readonly known: number
  readonly leftOut: readonly LeftOut[]
}

/** All of a source: `found` is the items of the files and what was left out together. */
export interface FoundInSource {
  readonly kind: ImportKind
  readonly found: number
  readonly files: readonly FoundFile[]
  readonly leftOut: readonly LeftOut[]
}

/** A line of a source that is said already, and where. */
export const FoldedLine = z
  .object({
    /** What of the source it was in. */
    from: z.string().max(1_000),
    text: z.string().max(1_000),
    /** A path of the memory, or of the import. */
    path: StorePath,
  })
  .readonly()
export type FoldedLine = z.infer<typeof FoldedLine>

/** One source of an import, and what became of all of it: `found` is proposed, folded and left out together. */
export const ImportedSource = z
  .object({
    name: z.string().max(1_000),
    kind: ImportKind,
    /** Of all that was read of it: SHA-256 in hex. */
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    found: z.number().int(),
    proposed: z.number().int(),
    folded: z.number().int(),
    leftOut: z.array(z.object({ what: z.string(), why: Said, count: z.number().int() }).readonly()).readonly(),
    /** What an earlier import of it brought, and is no longer in it. */
    vanished: z.array(z.string()).readonly(),
  })
  .readonly()
export type ImportedSource = z.infer<typeof ImportedSource>

/** A file that an import would write. */
export const ImportedText = z
  .object({
    path: StorePath,
    /** The version that it was made on; null for none. */
    before: ObjectId.nullable(),
    text: z.string().max(MAX_IMPORTED_TEXT),
    /** Which of the sources it is of, from 0, and what it is called there. */
    source: z.number().int().nonnegative(),
    from: z.string().max(1_000),
    /** The same in each import of the source: the path that it has by itself. */
    key: z.string(),
    time: z.string().max(40).nullable(),
    /** The text as it was read, but for what the policies keep out, and its hash. */
    said: z.string(),
    hash: z.string(),
    items: z.number().int(),
  })
  .readonly()
export type ImportedText = z.infer<typeof ImportedText>

/** All that an import would write, as this device keeps it until the user decides. */
export const ImportProposal = z
  .object({
    id: Ulid,
    at: z.string().max(40),
    sources: z.array(ImportedSource).readonly(),
    files: z.array(ImportedText).readonly(),
    /** At most MAX_FOLDED_SHOWN. */
    folded: z.array(FoldedLine).readonly(),
  })
  .readonly()
export type ImportProposal = z.infer<typeof ImportProposal>

export const MAX_FOLDED_SHOWN = 1_000

/** What the user takes of it: these files, each as it is or as they edited it. */
export const ImportSelection = z
  .array(z.object({ path: StorePath, text: z.string().max(MAX_IMPORTED_TEXT).optional() }).readonly())
  .max(20_000)
  .readonly()
export type ImportSelection = z.infer<typeof ImportSelection>

export type ImportProgress =
  /** In bytes. */
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  /** `waiting` is the id of what waits; null where nothing is new. */
  | {
      readonly kind: 'done'
      readonly waiting: string | null
      readonly sources: readonly ImportedSource[]
      /** Null if they were not asked for. */
      readonly conversations: ImportedConversations | null
    }

/** So many bytes are sent at a time. */
export const UPLOAD_PIECE = 4_000_000
