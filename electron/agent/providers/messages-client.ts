import type { Anthropic } from '@anthropic-ai/sdk'
import { openTransport, type ServiceAccess } from './transport.ts'

// Opens the SDK of the Messages format. It is loaded with the first request, so that startup does not wait for it.

const HEADERS = ['accept', 'content-type', 'anthropic-version', 'anthropic-beta']

export async function openMessagesClient(access: ServiceAccess): Promise<Anthropic> {
  const { Anthropic } = await import('@anthropic-ai/sdk')
  const { fetch, timeoutMs } = openTransport(access, HEADERS)
  // Every option is explicit, so that only key and address come from the machine: no credential files, no debug log of
  // prompts, no traces. A server may need no key, but the SDK requires one. What the SDK reads besides, it puts into
  // headers, which are chosen by the transport. Who asks decides whether to ask again, where it can be seen.
  return new Anthropic({
    apiKey: access.key ?? 'none',
    baseURL: access.baseUrl,
    maxRetries: 0,
    timeout: timeoutMs,
    fetch,
    logLevel: 'off',
    openTelemetry: false,
    webhookKey: null,
    defaultHeaders: { 'anthropic-beta': null },
  })
}
