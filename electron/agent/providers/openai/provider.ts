import type { PresetId } from '../../../../shared/presets.ts'
import type { ProviderId } from '../../../../shared/settings.ts'
import { type Provider, ProviderError } from '../../provider.ts'
import { orPing } from '../event-stream.ts'
import type { Who } from '../failures.ts'
import { explain } from '../failures.ts'
import { toFault } from '../fault.ts'
import { withTaggedThoughts } from '../tagged-thoughts.ts'
import type { ServiceAccess } from '../transport.ts'
import { speakOpenAI } from './dialect.ts'
import { Translator } from './events.ts'
import { habitsOf } from './habits.ts'
import { openRefusals } from './refusals.ts'
import { requestPieces } from './request.ts'

export interface OpenAIProviderOptions extends ServiceAccess {
  readonly id: ProviderId
  /** The model's name for people. */
  readonly who: Who
  readonly preset: PresetId
}

/** Any service that speaks the OpenAI format, asked through its SDK. Its events are those of the Messages format. */
export function createOpenAIProvider(options: OpenAIProviderOptions): Provider {
  const { id, who, preset } = options
  const refusals = openRefusals()
  return {
    id,
    async *stream(request, signal) {
      try {
        const pieces = requestPieces(options, speakOpenAI(request, habitsOf(preset)), refusals, signal)
        yield* withTaggedThoughts(translated(pieces))
      } catch (error) {
        if (signal.aborted) return
        const service = { who, model: request.model, isOfficial: false, format: 'openai' } as const
        throw new ProviderError(explain(toFault(error), service), { cause: error })
      }
    },
  }
}

async function* translated(pieces: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  const translator = new Translator()
  for await (const piece of pieces) yield* orPing(translator.take(piece))
}
