import type { Budget } from '../../shared/budget.ts'
import type { Ulid } from '../../shared/change.ts'
import type { PointRef } from '../../shared/commit.ts'
import type { JobSessionRef } from '../../shared/jobs/names.ts'
import type { Picture } from '../../shared/pictures.ts'
import type { Secrets } from '../../shared/policy-state.ts'
import type { Format, KeyHeader } from '../../shared/presets.ts'
import type { Saving } from '../../shared/saving.ts'
import type { ProviderId } from '../../shared/settings.ts'

/** What the user sends: words, pictures or both. */
export interface MessageRequest {
  readonly text: string
  readonly pictures?: readonly Picture[] | undefined
  /** `redact`: only the redacted text is kept and sent. Otherwise it is kept and sent as it is. */
  readonly secrets?: Secrets | undefined
  /** The user asks to save something: where only that is saved, this turn may write. Never from what a model says. */
  readonly remember?: boolean | undefined
}

export interface SendRequest extends MessageRequest {
  /** The conversation; created if left out or missing. */
  readonly id?: string | undefined
  /** The id of the store that the message is for: in another one it is refused. */
  readonly store?: string | undefined
  /** A new conversation looks at the memory as it was at this commit, and cannot change it. */
  readonly at?: PointRef | undefined
  /** A new conversation is kept in memory only; it reads the memory and writes nothing. */
  readonly temporary?: true | undefined
  /** The message's id: sent twice, it is answered once. */
  readonly message?: Ulid | undefined
  /** What becomes of what the agent writes, from this message on. */
  readonly saving?: Saving | undefined
  /** Changes the conversation's budget from this message on. */
  readonly budget?: Partial<Budget> | undefined
  /** Overrides the settings for this turn. */
  readonly provider?: ProviderId | undefined
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
  readonly format?: Format | undefined
  readonly keyHeader?: KeyHeader | undefined
}

/** How a conversation of a special kind begins. Not for the page: what it says goes to the model as the app's own words. */
export interface Opening {
  readonly job?: JobSessionRef | undefined
  /** What its system text says besides the usual. */
  readonly guidance: string
  /** Told before the first message. */
  readonly note: string | null
  /** What the conversation is called. */
  readonly title: string
}

/** A turn without its own message. */
export type FollowRequest = Omit<SendRequest, keyof MessageRequest | 'id' | 'at' | 'temporary'> & {
  readonly id: string
}

/** A turn that takes the place of an earlier one, and of all after it. */
export type InsteadRequest = FollowRequest & {
  readonly turn: number
  /**
   * Runs when nothing but the disk can stop the new turn any more, with the first turn that it replaces. If it throws,
   * nothing is sent.
   */
  readonly before?: ((replaced: number) => Promise<void>) | undefined
}

/** A turn by its conversation and number. */
export interface TurnRef {
  readonly id: string
  readonly turn: number
}
