import type { PresetId } from '../../../../shared/presets.ts'
import type { ProviderId } from '../../../../shared/settings.ts'
import { type Provider, ProviderError } from '../../provider.ts'
import type { Who } from '../failures.ts'
import { explain } from '../failures.ts'
import { FaultError, toFault } from '../fault.ts'
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

/** Any service that speaks the OpenAI format, behind its SDK. Its events are those of the Messages format. */
export function createOpenAIProvider(options: OpenAIProviderOptions): Provider {
  const { id, who, preset, key } = options
  const habits = habitsOf(preset)
  const refusals = openRefusals()
  return {
    id,
    async *stream(request, signal) {
      const body = speakOpenAI(request, habits)
      const translator = new Translator(habits)
      try {
        const pieces = await requestPieces(options, body, refusals, signal)
        for await (const piece of pieces) yield* translator.take(piece)
        yield* translator.end()
      } catch (error) {
        if (signal.aborted) return
        // What breaks after the end of an answer does not break the answer.
        if (translator.isWhole && !(error instanceof FaultError)) return yield* translator.end()
        const service = { who, model: request.model, isOfficial: false, format: 'openai' } as const
        throw new ProviderError(explain(toFault(error, key), service), { cause: error })
      }
    },
  }
}
