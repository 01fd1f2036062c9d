import type { Message } from '../../../shared/messages/message.ts'
import type { ServiceFailure } from './service-failure.ts'

/** Why a request failed, whatever the format. */
export type Fault =
  | { readonly kind: 'no-network' }
  | { readonly kind: 'unknown-host' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'proxy'; readonly trouble: 'sign-in' | 'unusable' }
  | { readonly kind: 'certificate'; readonly trouble: 'untrusted' | 'out-of-date' | 'other-name' }
  | { readonly kind: 'no-encryption' }
  | { readonly kind: 'slow' }
  /** The host, or "another address", that the service wanted to send the request on to. */
  | { readonly kind: 'redirected'; readonly to: string | Message }
  | { readonly kind: 'no-stream'; readonly found: 'page' | 'nothing' | 'other-format' }
  /** @property words what it may be meant to say */
  | { readonly kind: 'no-stream'; readonly found: 'document'; readonly words: string | null }
  | { readonly kind: 'broken-answer' }
  /** Nested deeper than anything that a model or a server writes. */
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'answered'; readonly failure: ServiceFailure }

/** Thrown by the transport. The SDKs wrap what a fetch throws and pass on what a body throws. */
export class FaultError extends Error {
  readonly fault: Fault

  constructor(fault: Fault, options?: ErrorOptions) {
    super(fault.kind, options)
    this.fault = fault
  }
}

/** What a failed request means. */
export function toFault(error: unknown): Fault {
  return faultIn(error) ?? { kind: 'broken-answer' }
}

function faultIn(error: unknown): Fault | null {
  if (error instanceof FaultError) return error.fault
  return error instanceof Error && error.cause !== undefined ? faultIn(error.cause) : null
}
