import { z } from 'zod'
import type { ObjectId } from './change.ts'
import { CommitName } from './commit.ts'
import { Message } from './messages/message.ts'
import { ConversationId, DeviceId } from './origin.ts'
import type { WaitingWrite } from './waiting.ts'

// A store on several computers: each is a device with a name and a key, and they meet in one branch of a git remote.

/** Of a longer message, the beginning. */
export const MAX_SAID_LENGTH = 500

/** What people call a device: one line. */
export const DeviceName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\p{Cf}]*$/u)
export type DeviceName = z.infer<typeof DeviceName>

/** What is typed to admit a device: it is shown on that device, and belongs to its key. */
export const DeviceCode = z
  .string()
  .trim()
  .toUpperCase()
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{8}$/))
  .transform((text) => `${text.slice(0, 4)}-${text.slice(4)}`)

/**
 * `here`: this one. `admitted`: what its key signs counts as what it says it is. `unknown`: it wants to take part; until
 * it is admitted its text is text from outside. `removed`: it was admitted before.
 */
export const DeviceState = z.enum(['here', 'admitted', 'unknown', 'removed'])
export type DeviceState = z.infer<typeof DeviceState>

export const Device = z.object({ id: DeviceId, name: DeviceName, state: DeviceState, code: z.string() }).readonly()
export type Device = z.infer<typeof Device>

/** What the user said in a turn that changed the memory, for the other devices. */
export const SaidTurn = z
  .object({
    conversation: ConversationId,
    turn: z.number().int().positive(),
    title: z.string().max(200),
    text: z.string().max(MAX_SAID_LENGTH),
  })
  .readonly()
export type SaidTurn = z.infer<typeof SaidTurn>

/** The same, and the device that tells it. */
export interface Said extends Pick<SaidTurn, 'title' | 'text'> {
  readonly device: DeviceId
}

/** What the user changes: this device's name, whether its sentences travel, or whether another device counts. */
export const DevicesChange = z.union([
  z.object({ name: DeviceName }).readonly(),
  z.object({ tellsSentences: z.boolean() }).readonly(),
  z.object({ admit: z.string().trim().min(1).max(100) }).readonly(),
  z.object({ remove: z.string().trim().min(1).max(100) }).readonly(),
])
export type DevicesChange = z.infer<typeof DevicesChange>

/** What is known of a store's remote, as of the last round. */
export interface RemoteState {
  /** As it may be shown: without a password. */
  readonly address: string
  /** How many commits of this device the remote lacks. */
  readonly ahead: number
  /** When a round last worked, in ISO 8601; null for never. */
  readonly syncedAt: string | null
  /** Why the last round did not work; null if it did. */
  readonly problem: SyncProblem | null
}

/**
 * `offline`: it could not be reached, which is normal. `unrelated`: it has another history, and the user must say that
 * they belong together. `rewound`: it lacks what it had before. `failed`: anything else.
 */
export const SyncProblem = z
  .object({ kind: z.enum(['offline', 'unrelated', 'rewound', 'failed']), reason: Message })
  .readonly()
export type SyncProblem = z.infer<typeof SyncProblem>

/** Our commits that went on top of the remote's, oldest first, and the newest one that both had. */
export const Replayed = z.object({ base: CommitName.nullable(), commits: z.array(CommitName).readonly() }).readonly()
export type Replayed = z.infer<typeof Replayed>

/** What a merge with another device leaves to be taken, by its commit. */
export interface LeftByMerge {
  readonly commit: ObjectId
  readonly writes: readonly WaitingWrite[]
  readonly replayed: Replayed
}

export interface DevicesState {
  readonly remote: RemoteState | null
  /** Whether the titles of conversations here, and the sentences that lines come from, go to the other devices. */
  readonly tellsSentences: boolean
  /** This one first; empty for a store without a remote. */
  readonly devices: readonly Device[]
}

/** What a round of syncing did. */
export interface SyncOutcome {
  /** Commits that the remote got, and that came from there. */
  readonly pushed: number
  readonly pulled: number
  /** Files in which changes of both sides were merged. */
  readonly merged: number
  /** What only the user can decide. */
  readonly waiting: number
  readonly problem: SyncProblem | null
}
