import { z } from 'zod'
import { ObjectId, StorePath, Ulid } from './change.ts'
import { Origin } from './origin.ts'
import { TidyProposal, TidySelection } from './tidy.ts'
import { Choices, UndoWhat } from './undoing.ts'

// What waits for the user to decide, of whatever kind: one list under Review, and one place on this device.

/** An undo that the user has begun to decide. */
export const WaitingUndo = z.object({
  kind: z.literal('undo'),
  id: Ulid,
  what: UndoWhat,
  /** It undoes an undo. */
  isRedo: z.boolean(),
  /** Some of the files it is about, and how many there are. */
  paths: z.array(StorePath).max(20).readonly(),
  files: z.number().int(),
  choices: Choices,
  at: z.string().max(40),
})
export type WaitingUndo = Readonly<z.infer<typeof WaitingUndo>>

/** The largest text of one file that waits, in characters. */
export const MAX_HELD_TEXT = 1_000_000

/** What a write that waits makes of one file. */
export const HeldFile = z
  .object({
    path: StorePath,
    /** The version that it was made on; null for none. */
    before: ObjectId.nullable(),
    /** A text, or bytes that the repository has, as of a file that moves; null: no file. */
    after: z.union([z.object({ text: z.string().max(MAX_HELD_TEXT) }), z.object({ id: ObjectId })]).nullable(),
  })
  .readonly()
export type HeldFile = z.infer<typeof HeldFile>

/** What an agent wants to write, and the user decides about first. */
export const WaitingWrite = z
  .object({
    kind: z.literal('write'),
    id: Ulid,
    at: z.string().max(40),
    /** Of the commit, once it is made. */
    origin: Origin,
    files: z.array(HeldFile).min(1).max(500).readonly(),
  })
  .readonly()
export type WaitingWrite = z.infer<typeof WaitingWrite>

/** Of a write that the user did not save, so many paths are told. */
export const MAX_PATHS_TOLD = 20

/** In the user's words; '' for none. */
export const RefusalReason = z.string().max(500)

/** What the agent is still to be told of a write that the user did not save. */
export const RefusedWrite = z
  .object({
    kind: z.literal('refused'),
    id: Ulid,
    at: z.string().max(40),
    origin: Origin,
    paths: z.array(StorePath).max(MAX_PATHS_TOLD).readonly(),
    reason: RefusalReason,
  })
  .readonly()
export type RefusedWrite = z.infer<typeof RefusedWrite>

/** What becomes of one of its files if it is saved now. */
export interface FittedFile {
  readonly path: StorePath
  /** Null for no file, and for what is no text. */
  readonly now: string | null
  /** With what was written since; null for no file, and for what is no text. */
  readonly saved: string | null
  /** Both changed the same place: only the user can decide what it says. */
  readonly isConflict: boolean
}

/** What this device keeps of it. The rest is found where it is: in the folder. */
export const KeptWaiting = z.discriminatedUnion('kind', [WaitingUndo, TidyProposal, WaitingWrite, RefusedWrite])
export type KeptWaiting = WaitingUndo | TidyProposal | WaitingWrite | RefusedWrite

/** What the user accepts of an entry: an undo with their choices, a part of what Tidy proposes, or a write as they edited it. */
export const Acceptance = z
  .object({
    id: Ulid,
    choices: Choices.optional(),
    selection: TidySelection.optional(),
    /** Of a write that changes one file, in place of its text. */
    text: z.string().max(MAX_HELD_TEXT).optional(),
    /** See BringBack. */
    override: z.boolean().optional(),
  })
  .readonly()
export type Acceptance = z.infer<typeof Acceptance>

/** One entry of the list. */
export type Waiting =
  | WaitingUndo
  /** What Tidy proposes: see TidyProposal. */
  | { readonly kind: 'tidy'; readonly id: string; readonly at: string; readonly files: number }
  /** What an agent wants to write. `says` is the first line of it. */
  | {
      readonly kind: 'write'
      readonly id: string
      readonly at: string
      readonly origin: Origin
      readonly paths: readonly StorePath[]
      readonly says: string | null
    }
  /** A file of another program in which the policies hold a secret. */
  | { readonly kind: 'file'; readonly id: string; readonly path: StorePath; readonly rules: readonly string[] }
  /** Policies that another program wrote, or that came with the folder. */
  | { readonly kind: 'policies'; readonly id: string }
  /** What else came with the folder and is not in use until the user trusts it. */
  | { readonly kind: 'folder'; readonly id: string }
