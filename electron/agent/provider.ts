import type { NextStep } from '../../shared/conversation.ts'
import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { ModelAbilities } from '../../shared/models.ts'
import type { ProviderId, Settings } from '../../shared/settings.ts'
import type { Prompt } from './prompt.ts'
import type { WireMessage } from './wire.ts'

/** The user's options for requests; each kind of server uses those it supports. */
export interface Tuning extends Pick<Settings, 'thinking' | 'effort' | 'contextEditing' | 'compaction' | 'cacheFor'> {
  /** What the model can do; `null` if unknown. */
  readonly abilities: ModelAbilities | null
  /** How much the model can be sent, in tokens; `null` if unknown. */
  readonly maxInput: number | null
  /** The model's maximum answer, in tokens; `null` if unknown. */
  readonly maxOutput: number | null
  /** The service leaves out old tool results itself. */
  readonly serviceClears: boolean
}

export interface ModelRequest {
  readonly model: string
  readonly prompt: Prompt
  /** The whole conversation: no server keeps anything between requests. */
  readonly messages: readonly WireMessage[]
  readonly tuning: Tuning
  /** The service must leave out and sum up nothing in this request. */
  readonly holdsEdits: boolean
}

/** A source of answers. Every provider speaks the Messages format, so the loop treats them alike. */
export interface Provider {
  readonly id: ProviderId
  /**
   * The events of one streamed answer, unchecked. Throws a `provider` error when the answer fails; ends early without
   * an error when `signal` is aborted.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<unknown>
}

/** Why a model did not answer: what happened, what it means, what to do; and the next steps to offer. */
export interface Explanation {
  readonly words: Message
  readonly next: readonly NextStep[]
  /** What the loop itself can mend: thoughts sent back that the service no longer accepts, pictures for a model that takes none. */
  readonly problem?: 'thoughts-refused' | 'pictures-refused'
  /** Set when asking again soon may help: what happened, as a short sentence, and the wait the service wants. */
  readonly again?: { readonly what: Message; readonly afterMs: number | null }
}

export class ProviderError extends AppError {
  readonly explanation: Explanation

  constructor(explanation: Explanation, options?: ErrorOptions) {
    super('provider', explanation.words, { ...options, data: { next: explanation.next } })
    this.explanation = explanation
  }
}
