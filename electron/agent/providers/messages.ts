import type { ProviderId } from '../../../shared/settings.ts'
import { type Provider, ProviderError } from '../provider.ts'
import type { Dialect } from './dialects.ts'
import type { Who } from './failures.ts'
import { explain } from './failures.ts'
import { toFault } from './fault.ts'
import { openMessagesClient } from './messages-client.ts'
import type { ServiceAccess } from './transport.ts'

export interface MessagesProviderOptions extends ServiceAccess {
  readonly id: ProviderId
  /** The model's name for people. */
  readonly who: Who
  readonly isOfficial: boolean
  readonly speak: Dialect
}

/** Any service that speaks the Messages format, behind the SDK. */
export function createMessagesProvider(options: MessagesProviderOptions): Provider {
  return {
    id: options.id,
    async *stream(request, signal) {
      const client = await openMessagesClient(options, 'stream')
      const { body, betas } = options.speak(request)
      try {
        yield* await client.post<AsyncIterable<unknown>>('/v1/messages', {
          body,
          stream: true,
          signal,
          headers: betas.length === 0 ? {} : { 'anthropic-beta': betas.join(',') },
        })
      } catch (error) {
        if (signal.aborted) return
        const fault = toFault(error, options.key)
        throw new ProviderError(explain(fault, { ...options, format: 'messages', model: request.model }), {
          cause: error,
        })
      }
    },
  }
}
