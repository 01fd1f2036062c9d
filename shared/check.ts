import type { Message } from './messages/message.ts'

/** A problem in a store's git files, in sentences for the user. */
export interface Finding {
  readonly what: Message
  readonly means: Message
  /** What was done about it; `null` if nothing was. */
  readonly done: Message | null
  readonly canRepair: boolean
}

export interface CheckReport {
  /** What was checked. */
  readonly commits: number
  readonly objects: number
  readonly findings: readonly Finding[]
  /** The check was cancelled; the report covers what was checked and repaired before. */
  readonly cancelled: boolean
}
