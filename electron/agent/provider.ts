import type { NextStep } from '../../shared/conversation.ts'
import { AppError } from '../../shared/errors.ts'
import type { ModelAbilities } from '../../shared/models.ts'
import type { ProviderId, Settings } from '../../shared/settings.ts'
import type { WireMessage } from './wire.ts'

/** How the user wants models to be asked; each kind of server takes from it what it knows. */
export interface Tuning extends Pick<Settings, 'thinking' | 'effort' | 'contextEditing' | 'compaction'> {
  /** What the model can do; `null` where nobody said. */
  readonly abilities: ModelAbilities | null
  /** The longest answer the model gives, in tokens; `null` where nobody said. */
  readonly maxOutput: number | null
}

export interface ModelRequest {
  readonly model: string
  readonly system: string
  /** The whole conversation: nothing is held on a server between requests. */
  readonly messages: readonly WireMessage[]
  readonly tuning: Tuning
}

/** Somebody who answers. Every provider speaks the Messages format, so the loop knows no difference. */
export interface Provider {
  readonly id: ProviderId
  /**
   * The events of one streamed answer, unchecked. Throws a ProviderError when the answer fails; ends early and
   * quietly when `signal` is aborted.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<unknown>
}

export interface Told {
  readonly words: string
  readonly next: readonly NextStep[]
}

/** Why a model did not answer: what happened, what it means, what to do; and what the window offers next. */
export function providerError({ words, next }: Told, options?: ErrorOptions): AppError {
  return new AppError('provider', words, { ...options, data: { next } })
}
