import type { ServiceFailure } from './failures.ts'
import { whereItLed } from './guarded-fetch.ts'
import type { ServiceAccess } from './transport.ts'

/** Why a request failed, whatever the format. */
export type Fault =
  | { readonly kind: 'no-network' }
  | { readonly kind: 'slow' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'broken-answer' }
  | { readonly kind: 'answered'; readonly failure: ServiceFailure }

/** An error that a service answered with, as both SDKs report it. */
interface AnsweredError {
  readonly status: number | undefined
  readonly headers: Headers | undefined
}

type ErrorClass<E> = abstract new (...args: never[]) => E

/** The errors of an SDK; both have the same ones. */
interface SdkErrors<E extends AnsweredError> {
  readonly APIError: ErrorClass<E>
  readonly APIConnectionError: ErrorClass<Error>
  readonly APIConnectionTimeoutError: ErrorClass<Error>
}

interface Circumstances<E> extends Pick<ServiceAccess, 'key' | 'baseUrl'> {
  readonly noRoute: AbortSignal
  /** The service's own name and words for the error. */
  readonly read: (error: E) => Pick<ServiceFailure, 'type' | 'message'>
}

/** @returns what a failed request means; the key is in none of its words */
export function toFault<E extends AnsweredError>(
  error: unknown,
  sdk: SdkErrors<E>,
  { noRoute, key, baseUrl, read }: Circumstances<E>,
): Fault {
  if (noRoute.aborted) return { kind: 'no-network' }
  if (error instanceof sdk.APIConnectionTimeoutError) return { kind: 'slow' }
  if (error instanceof sdk.APIConnectionError) return { kind: 'unreachable' }
  if (!(error instanceof sdk.APIError)) return { kind: 'broken-answer' }
  const { type, message } = read(error)
  const retryAfter = Number.parseFloat(error.headers?.get('retry-after') ?? '')
  return {
    kind: 'answered',
    failure: {
      status: error.status ?? null,
      ledTo: whereItLed(error.status ?? null, error.headers?.get('location') ?? null, baseUrl),
      type,
      message: (key === undefined ? message : message?.replaceAll(key, '…')) ?? null,
      retryAfterSeconds: retryAfter > 0 ? Math.ceil(retryAfter) : null,
    },
  }
}
