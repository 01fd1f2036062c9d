import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import { readEvents } from '../event-stream.ts'
import { FaultError, toFault } from '../fault.ts'
import { formatOf } from '../formats.ts'
import type { ServiceAccess } from '../transport.ts'
import { openOpenAIClient } from './client.ts'
import type { Refusals } from './refusals.ts'

/** The pieces of an answer, unchecked. What the server refuses by name, before it answers, is left out. */
export async function* requestPieces(
  access: ServiceAccess,
  body: ChatCompletionCreateParamsStreaming,
  refusals: Refusals,
  signal?: AbortSignal,
): AsyncGenerator<unknown> {
  const client = await openOpenAIClient(access)
  for (let isBegun = false; ;) {
    const sent = refusals.leaveOut(body)
    try {
      const response = await client.post('/chat/completions', { body: sent, stream: true, signal }).asResponse()
      for await (const piece of readEvents(response, { ...access, format: 'openai' })) {
        isBegun ||= formatOf(piece) !== null
        yield piece
      }
      return
    } catch (error) {
      if (isBegun || !refusals.learn(toFault(error), sent)) throw error
    }
  }
}

/** Reads until something is said. Throws a FaultError when nothing is, in this format. */
export async function expectAnswer(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const piece of pieces) if (formatOf(piece) === 'openai') return
  throw new FaultError({ kind: 'no-stream', found: 'nothing' })
}
