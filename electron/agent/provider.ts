import type { ProviderId } from '../../shared/settings.ts'
import type { WireMessage } from './wire.ts'

export interface ModelRequest {
  readonly model: string
  readonly system: string
  /** The whole conversation: nothing is held on a server between requests. */
  readonly messages: readonly WireMessage[]
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

/** Why a model did not answer, in words for the user: what happened, what it means, what to do. */
export class ProviderError extends Error {
  /** The HTTP status, where there was one. */
  readonly status: number | null
  constructor(message: string, status: number | null = null, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderError'
    this.status = status
  }
}
