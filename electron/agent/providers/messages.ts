import { z } from 'zod'
import type { ProviderId } from '../../../shared/settings.ts'
import { type Provider, ProviderError } from '../provider.ts'
import { type Dialect, withoutEmptySignatures } from './dialects.ts'
import { DONE, readEvents } from './event-stream.ts'
import type { Who } from './failures.ts'
import { explain } from './failures.ts'
import { toFault } from './fault.ts'
import { openMessagesClient } from './messages-client.ts'
import { withTaggedThoughts } from './tagged-thoughts.ts'
import type { ServiceAccess } from './transport.ts'

export interface MessagesProviderOptions extends ServiceAccess {
  readonly id: ProviderId
  /** The model's name for people. */
  readonly who: Who
  readonly isOfficial: boolean
  readonly speak: Dialect
}

/** Any service that speaks the Messages format, asked through the SDK. */
export function createMessagesProvider(options: MessagesProviderOptions): Provider {
  return {
    id: options.id,
    async *stream(request, signal) {
      try {
        const events = requestEvents(options, options.speak(request), signal)
        // The official service keeps thoughts apart, so there a tag is what the model writes about.
        yield* options.isOfficial ? events : withTaggedThoughts(events)
      } catch (error) {
        if (signal.aborted) return
        const fault = toFault(error)
        throw new ProviderError(explain(fault, { ...options, format: 'messages', model: request.model }), {
          cause: error,
        })
      }
    },
  }
}

async function* requestEvents(
  access: ServiceAccess,
  { body, betas }: ReturnType<Dialect>,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const client = await openMessagesClient(access)
  const headers = betas.length === 0 ? {} : { 'anthropic-beta': betas.join(',') }
  const response = await client
    .post('/v1/messages', {
      body: withoutEmptySignatures(body),
      stream: true,
      signal,
      headers,
    })
    .asResponse()
  for await (const event of readEvents(response, { ...access, format: 'messages' })) {
    const whole = WholeAnswer.safeParse(event)
    if (whole.success) yield* eventsOf(whole.data)
    else yield event === DONE ? { type: 'message_stop' } : event
  }
}

/** Some servers answer at once, though a stream was asked for. */
const WholeAnswer = z.looseObject({
  type: z.literal('message'),
  content: z.array(z.unknown()),
  stop_reason: z.unknown().optional(),
  usage: z.unknown().optional(),
})

function eventsOf(answer: z.infer<typeof WholeAnswer>): readonly object[] {
  const { content, stop_reason, usage } = answer
  return [
    { type: 'message_start', message: answer },
    ...content.map((content_block, index) => ({ type: 'content_block_start', index, content_block })),
    { type: 'message_delta', delta: { stop_reason }, usage },
  ]
}
