import type { ServerResponse } from 'node:http'
import { z } from 'zod'

// Answers in the OpenAI format, for tests.

/** Pieces of an answer, as a stream; "[DONE]" ends it. */
export function sendChunks(response: ServerResponse, ...chunks: readonly unknown[]): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const chunk of [...chunks, '[DONE]'])
    response.write(`data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`)
}

export function chunk(delta: object, finish: string | null = null): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finish }],
  }
}

export function usage(counts: object): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [],
    usage: counts,
  }
}

const Event = z.union([
  z.object({
    index: z.number(),
    content_block: z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string() }),
  }),
  z.object({ index: z.number(), delta: z.object({ text: z.string() }) }),
  z.object({ index: z.number(), delta: z.object({ thinking: z.string() }) }),
  z.object({ index: z.number(), delta: z.object({ partial_json: z.string() }) }),
])
const FINISH: Readonly<Record<string, string>> = {
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
}

/** An answer written in the Messages format, as OpenAI would send it. */
export function chunksOf(stopReason: string, events: readonly unknown[]): readonly object[] {
  const calls: number[] = []
  const pieces = events.flatMap((event) => {
    const read = Event.safeParse(event)
    if (!read.success) return []
    const { data } = read
    if ('content_block' in data) {
      const { id, name } = data.content_block
      calls.push(data.index)
      return [toolPiece(calls.length - 1, { id, type: 'function', function: { name, arguments: '' } })]
    }
    if ('thinking' in data.delta) return [chunk({ reasoning_content: data.delta.thinking })]
    return 'text' in data.delta
      ? [chunk({ content: data.delta.text })]
      : [toolPiece(calls.indexOf(data.index), { function: { arguments: data.delta.partial_json } })]
  })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...pieces,
    chunk({}, FINISH[stopReason] ?? 'stop'),
    usage({ prompt_tokens: 1, completion_tokens: 9, total_tokens: 10 }),
  ]
}

function toolPiece(index: number, call: object): object {
  return chunk({ tool_calls: [{ index, ...call }] })
}
