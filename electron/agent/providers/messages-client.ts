import type { Anthropic } from '@anthropic-ai/sdk'
import { type Fault, toFault } from './fault.ts'
import { openTransport, type ServiceAccess } from './transport.ts'

// Opens the SDK of the Messages format. It is loaded with the first request, so that startup does not wait for it.

export interface MessagesClient {
  readonly client: Anthropic
  /** Aborted when there is no route to the service: no retries, the failure is reported at once. */
  readonly noRoute: AbortSignal
  /** What a failed request means. */
  readonly faultOf: (error: unknown) => Fault
}

const SENT_HEADERS = ['accept', 'content-type', 'anthropic-version', 'anthropic-beta']

export async function openMessagesClient(access: ServiceAccess): Promise<MessagesClient> {
  const sdk = await import('@anthropic-ai/sdk')
  const { fetch, noRoute, maxRetries, timeoutMs } = openTransport(access, SENT_HEADERS)
  // Every option is explicit, so that only key and address come from the machine: no credential files, no debug log of
  // prompts, no traces. A server may need no key, but the SDK requires one. What the SDK reads besides, it puts into
  // headers, which are chosen by the transport.
  const client = new sdk.Anthropic({
    apiKey: access.key ?? 'none',
    baseURL: access.baseUrl,
    maxRetries,
    timeout: timeoutMs,
    fetch,
    logLevel: 'off',
    openTelemetry: false,
    webhookKey: null,
    defaultHeaders: { 'anthropic-beta': null },
  })
  return {
    client,
    noRoute,
    faultOf: (error) =>
      toFault(error, sdk, {
        ...access,
        noRoute,
        read: ({ type, apiMessage }) => ({ type, message: apiMessage ?? null }),
      }),
  }
}
