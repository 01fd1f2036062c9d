import type { SyncOutcome } from '../../../shared/devices.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { DeviceKeys } from '../repo/device-keys.ts'
import type { Repository } from '../repo/repository.ts'
import type { Writer } from '../write/writer.ts'
import type { Questions } from './questions.ts'

/** What a round works on. */
export interface SyncParts {
  readonly repo: Repository
  readonly writer: Writer
  readonly devices: DeviceKeys
  readonly questions: Questions
  /** Of this device, for the repository that git sees. */
  readonly folder: string
  /** Why nothing may be brought in now; null if it may. */
  readonly whyNot: () => Promise<Message | null>
}

export type Counts = Omit<SyncOutcome, 'problem'>
export const NOTHING: Counts = { pushed: 0, pulled: 0, merged: 0, waiting: 0 }
