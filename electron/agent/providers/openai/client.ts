import type { OpenAI } from 'openai'
import { openTransport, type ServiceAccess } from '../transport.ts'

// Opens the SDK of the OpenAI format. It is loaded with the first request, so that startup does not wait for it.

export async function openOpenAIClient(access: ServiceAccess): Promise<OpenAI> {
  const { OpenAI } = await import('openai')
  const { fetch, timeoutMs } = openTransport(access, ['accept', 'content-type'])
  // Every option is explicit, so that only key and address come from the machine: no organisation, project, region or
  // other key, no debug log of prompts. A server may need no key, but the SDK requires one. What the SDK reads besides,
  // it puts into headers, which are chosen by the transport. Who asks decides whether to ask again.
  return new OpenAI({
    apiKey: access.key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: access.baseUrl,
    maxRetries: 0,
    timeout: timeoutMs,
    fetch,
    logLevel: 'off',
  })
}
