import type { APIError, ClientOptions } from '@anthropic-ai/sdk'
import type { MessageCreateParamsStreaming, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { ProviderId } from '../../../shared/settings.ts'
import { type ModelRequest, type Provider, ProviderError } from '../provider.ts'
import type { WireMessage } from '../wire.ts'
import { describeBrokenAnswer, describeFailure, describeUnreachable, type Failure } from './failures.ts'

/** The only file that runs the SDK. It is loaded with the first message, so that no start waits for it. */

export const OFFICIAL_URL = 'https://api.anthropic.com'
const MAX_ANSWER_TOKENS = 8192

export interface MessagesProviderOptions {
  readonly id: ProviderId
  readonly key: string
  readonly baseUrl?: string | undefined
  /** Answers in place of the network. */
  readonly fetch?: ClientOptions['fetch']
  /** How often a request is made again after a connection error, 408, 409, 429, 5xx or 529. */
  readonly maxRetries?: number
}

export function createMessagesProvider({ id, key, baseUrl = OFFICIAL_URL, fetch, maxRetries = 2 }: MessagesProviderOptions): Provider {
  const isOfficial = baseUrl === OFFICIAL_URL
  const who = isOfficial ? 'Claude' : `The model at ${new URL(baseUrl).host}`
  return {
    id,
    async *stream(request, signal) {
      const sdk = await import('@anthropic-ai/sdk')
      // All of it is given here, so that nothing but key and address comes from the machine: no credential
      // files, no debug log of prompts, no traces.
      const client = new sdk.Anthropic({ apiKey: key, baseURL: baseUrl, maxRetries, fetch, logLevel: 'off', openTelemetry: false, webhookKey: null })
      try {
        yield* await client.messages.create(toParams(request), { signal })
      } catch (error) {
        if (signal.aborted) return
        throw new ProviderError(...explain(error), { cause: error })
      }

      function explain(error: unknown): readonly [message: string, status: number | null] {
        if (error instanceof sdk.APIConnectionError) return [describeUnreachable(who, isOfficial), null]
        if (!(error instanceof sdk.APIError)) return [describeBrokenAnswer(who), null]
        const failure = toFailure(error, key)
        return [describeFailure(who, request.model, failure), failure.status]
      }
    },
  }
}

function toFailure(error: APIError, key: string): Failure {
  const retryAfter = Number.parseFloat(error.headers?.get('retry-after') ?? '')
  return {
    status: error.status ?? null,
    type: error.type,
    said: error.apiMessage?.replaceAll(key, '…') ?? null,
    retryAfterSeconds: retryAfter > 0 ? Math.ceil(retryAfter) : null,
  }
}

/** No `thread`: the conversation is sent whole each time, and nothing of it is held on a server. */
function toParams({ model, system, messages }: ModelRequest): MessageCreateParamsStreaming {
  return {
    model,
    system,
    max_tokens: MAX_ANSWER_TOKENS,
    messages: messages.map(toParam),
    tools: [{ type: 'memory_20250818', name: 'memory' }],
    stream: true,
  }
}

function toParam(message: WireMessage): MessageParam {
  return message.role === 'user' ? { role: 'user', content: [...message.content] } : { role: 'assistant', content: [...message.content] }
}
