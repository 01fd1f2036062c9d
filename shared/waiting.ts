import { z } from 'zod'
import { ObjectId, StorePath, Ulid } from './change.ts'
import { CommitName } from './commit.ts'
import { type Device } from './devices.ts'
import { ImportSelection } from './import.ts'
import { Origin, DeviceId } from './origin.ts'
import { TidyProposal, TidySelection } from './tidy.ts'
import { Choices, UndoWhat } from './undoing.ts'

// What waits for the user to decide, of whatever kind: one list under Review, and one place on this device.

/** ISO 8601. */
const Time = z.iso.datetime({ offset: true })

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
  at: Time,
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

/** Two devices wrote differently: which text stays is the question. `device`: the other one, if it is known. */
export const DeviceConflict = z
  .object({
    kind: z.enum(['lines', 'deleted', 'file', 'same']),
    device: DeviceId.nullable(),
    /** Of `same`: where the other device noted it. */
    otherPath: StorePath.optional(),
  })
  .readonly()
export type DeviceConflict = z.infer<typeof DeviceConflict>

/** What an agent wants to write, or another device wrote differently, and the user decides about first. */
export const WaitingWrite = z
  .object({
    kind: z.literal('write'),
    id: Ulid,
    at: Time,
    /** Of the commit, once it is made. */
    origin: Origin,
    files: z.array(HeldFile).min(1).max(500).readonly(),
    conflict: DeviceConflict.optional(),
  })
  .readonly()
export type WaitingWrite = z.infer<typeof WaitingWrite>

/** Of a write that the user did not save, so many paths are told. */
export const MAX_PATHS_TOLD = 20

/** In the user's words; '' for none. */
export const RefusalReason = z.string().max(500)

/** Whether an agent wrote it, rather than another device. */
export const isHeld = (entry: KeptWaiting): entry is WaitingWrite =>
  entry.kind === 'write' && entry.conflict === undefined

/** What the agent is still to be told of a write that the user did not save. */
export const RefusedWrite = z
  .object({
    kind: z.literal('refused'),
    id: Ulid,
    at: Time,
    origin: Origin,
    paths: z.array(StorePath).max(MAX_PATHS_TOLD).readonly(),
    reason: RefusalReason,
  })
  .readonly()
export type RefusedWrite = z.infer<typeof RefusedWrite>

/** So many can be undone at once. */
export const MAX_STOPPED_COMMITS = 10_000

/**
 * Somebody who removed or rewrote more of the memory than the policies let pass, and waits for the user: a turn of a
 * conversation, or a program.
 */
export const StoppedWriter = z
  .object({
    kind: z.literal('stopped'),
    id: Ulid,
    at: Time,
    /** Of what was stopped; of another program, of its last commit. */
    origin: Origin,
    /** What they had done before, oldest first. */
    commits: z.array(CommitName).max(MAX_STOPPED_COMMITS).readonly(),
    /** Of the memory as it was before, from 0 to 1: what is gone, or would be. */
    share: z.number(),
    /** When the user decided; what they do from then on counts anew. Null while it waits. */
    releasedAt: Time.nullable(),
  })
  .readonly()
export type StoppedWriter = z.infer<typeof StoppedWriter>

/** What the user is about to bring in; all of it is kept beside the list. */
export const WaitingImport = z
  .object({
    kind: z.literal('import'),
    id: Ulid,
    at: Time,
    /** What the sources are called. */
    names: z.array(z.string().max(1_000)).readonly(),
    paths: z.array(StorePath).max(20).readonly(),
    files: z.number().int(),
  })
  .readonly()
export type WaitingImport = z.infer<typeof WaitingImport>

/** A day in local time: "2026-11-20". */
export const Day = z.iso.date()

/** A change that the user keeps until a day is over; then it is undone. */
export const Expiring = z
  .object({
    kind: z.literal('expiring'),
    id: Ulid,
    at: Time,
    until: Day,
    what: UndoWhat,
    path: StorePath,
    /** What it says, in a line; null where that says nothing. */
    says: z.string().max(1_000).nullable(),
  })
  .readonly()
export type Expiring = z.infer<typeof Expiring>
export const NewExpiring = Expiring.unwrap().pick({ until: true, what: true, path: true, says: true })
export type NewExpiring = Readonly<z.infer<typeof NewExpiring>>

/** Who is stopped as one. */
export const stoppedSource = ({ actor, client = '', conversation, turn }: Origin): string =>
  conversation === undefined ? `${actor} ${client}` : `${conversation} ${turn}`

/** Whether somebody is stopped, and waits for the user. */
export const isStoppedBy = ({ origin, releasedAt }: StoppedWriter, writer: Origin): boolean =>
  releasedAt === null && stoppedSource(origin) === stoppedSource(writer)

/** What becomes of one of its files if it is saved now. */
export interface FittedFile {
  readonly path: StorePath
  /** The version that is there now; null for no file. */
  readonly version: ObjectId | null
  /** Null for no file, and for what is no text. */
  readonly now: string | null
  /** With what was written since; null for no file, and for what is no text. */
  readonly saved: string | null
  /** Both changed the same place: only the user can decide what it says. */
  readonly isConflict: boolean
}

/** What this device keeps of it. The rest is found where it is: in the folder. */
export const KeptWaiting = z.discriminatedUnion('kind', [
  WaitingUndo,
  TidyProposal,
  WaitingWrite,
  RefusedWrite,
  StoppedWriter,
  Expiring,
  WaitingImport,
])
export type KeptWaiting =
  | WaitingUndo
  | TidyProposal
  | WaitingWrite
  | RefusedWrite
  | StoppedWriter
  | Expiring
  | WaitingImport

/** What the user accepts of an entry: a part of an import, an undo with their choices, a part of what Tidy proposes, or a write as they edited it. */
export const Acceptance = z
  .object({
    id: Ulid,
    choices: Choices.optional(),
    selection: TidySelection.optional(),
    /** Of an import; left out: all of it. */
    imported: ImportSelection.optional(),
    /** Of a write that changes one file, in place of its text. */
    text: z.string().max(MAX_HELD_TEXT).optional(),
    /** The version that the user had before them when they said so; left out: the one that is there. */
    on: ObjectId.nullable().optional(),
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
      readonly conflict?: DeviceConflict | undefined
    }
  | WaitingImport
  /** Who was stopped. `writes` are the ids of what they want to write besides. */
  | (Omit<StoppedWriter, 'releasedAt'> & { readonly writes: readonly string[] })
  /** A file of another program in which the policies hold a secret. */
  | { readonly kind: 'file'; readonly id: string; readonly path: StorePath; readonly rules: readonly string[] }
  /** Policies that another program wrote, or that came with the folder. */
  | { readonly kind: 'policies'; readonly id: string }
  /** What else came with the folder and is not in use until the user trusts it. */
  | { readonly kind: 'folder'; readonly id: string }
  /** A device that wants to take part in the store. */
  | { readonly kind: 'device'; readonly id: string; readonly device: Device }
