import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import { FaultError, toFault } from '../fault.ts'
import type { ServiceAccess } from '../transport.ts'
import { isAnswer, isOfMessages } from './chunk.ts'
import { openOpenAIClient } from './client.ts'
import type { Refusals } from './refusals.ts'

/**
 * The pieces of an answer, unchecked, once the server takes the request: what it refuses by name is left out. Throws a
 * FaultError when what answers speaks the Messages format.
 */
export async function requestPieces(
  access: ServiceAccess,
  body: ChatCompletionCreateParamsStreaming,
  refusals: Refusals,
  signal?: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const client = await openOpenAIClient(access, 'stream')
  for (;;) {
    const sent = refusals.leaveOut(body)
    try {
      return ofThisFormat(
        await client.post<AsyncIterable<unknown>>('/chat/completions', { body: sent, stream: true, signal }),
      )
    } catch (error) {
      if (!refusals.learn(toFault(error, access.key), sent)) throw error
    }
  }
}

async function* ofThisFormat(pieces: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  for await (const piece of pieces) {
    if (isOfMessages(piece)) throw new FaultError({ kind: 'no-stream', found: 'other-format' })
    yield piece
  }
}

/** Reads until something is said. Throws a FaultError when nothing is, in this format. */
export async function expectAnswer(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const piece of pieces) if (isAnswer(piece)) return
  throw new FaultError({ kind: 'no-stream', found: 'nothing' })
}
