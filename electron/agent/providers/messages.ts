import type { APIError } from '@anthropic-ai/sdk'
import type { ProviderId } from '../../../shared/settings.ts'
import { type Explanation, type Provider, providerError } from '../provider.ts'
import { type ClientAccess, type OpenClient, openClient } from './client.ts'
import type { Dialect } from './dialects.ts'
import {
  describeBrokenAnswer,
  describeFailure,
  describeNoNetwork,
  describeSlow,
  describeUnreachable,
  type ServiceFailure,
} from './failures.ts'
import { whereItLed } from './guarded-fetch.ts'

export interface MessagesProviderOptions extends ClientAccess {
  readonly id: ProviderId
  /** The model's name for people. */
  readonly who: string
  readonly isOfficial: boolean
  readonly speak: Dialect
}

/** Any service that speaks the Messages format, behind the SDK. */
export function createMessagesProvider(options: MessagesProviderOptions): Provider {
  return {
    id: options.id,
    async *stream(request, signal) {
      const opened = await openClient(options)
      const { body, betas } = options.speak(request)
      try {
        yield* await opened.client.post<AsyncIterable<unknown>>('/v1/messages', {
          body,
          stream: true,
          signal: AbortSignal.any([signal, opened.noRoute]),
          headers: betas.length === 0 ? {} : { 'anthropic-beta': betas.join(',') },
        })
      } catch (error) {
        if (signal.aborted) return
        throw providerError(explain(error, opened, options, request.model), { cause: error })
      }
    },
  }
}

function explain(
  error: unknown,
  { sdk, noRoute }: OpenClient,
  { who, isOfficial, key, baseUrl }: MessagesProviderOptions,
  model: string,
): Explanation {
  if (noRoute.aborted) return describeNoNetwork(who)
  if (error instanceof sdk.APIConnectionTimeoutError) return describeSlow(who)
  if (error instanceof sdk.APIConnectionError) return describeUnreachable(who, isOfficial)
  if (!(error instanceof sdk.APIError)) return describeBrokenAnswer(who)
  return describeFailure(who, model, toFailure(error, { key, baseUrl }))
}

export function toFailure(error: APIError, { key, baseUrl }: Pick<ClientAccess, 'key' | 'baseUrl'>): ServiceFailure {
  const retryAfter = Number.parseFloat(error.headers?.get('retry-after') ?? '')
  return {
    status: error.status ?? null,
    ledTo: whereItLed(error.status ?? null, error.headers?.get('location') ?? null, baseUrl),
    type: error.type,
    message: (key === undefined ? error.apiMessage : error.apiMessage?.replaceAll(key, '…')) ?? null,
    retryAfterSeconds: retryAfter > 0 ? Math.ceil(retryAfter) : null,
  }
}
