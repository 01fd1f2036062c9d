import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { say } from '../../../shared/messages/say.ts'
import type { Response as Answer } from '../demo/respond.ts'
import type { Provider } from '../provider.ts'
import { streamOf } from './byte-stream.ts'
import { speakPlainly } from './dialects.ts'
import { createMessagesProvider, type MessagesProviderOptions } from './messages.ts'

export const DEMO_MODEL = 'demo'

/** fetch never opens port 1: without the hook below, the demo model fails instead of contacting anything. */
export const DEMO_OPTIONS: Omit<MessagesProviderOptions, 'fetch'> = {
  id: 'demo',
  who: say('demo-model'),
  isOfficial: false,
  speak: speakPlainly,
  key: undefined,
  baseUrl: 'http://demo.invalid:1',
}

/** Makes streaming visible without a noticeable wait. */
const PAUSE_MS = 6

/** The demo model, behind the same SDK and wire format as every other. */
export function createDemoProvider(): Provider {
  return createMessagesProvider({ ...DEMO_OPTIONS, fetch: answerLocally })
}

async function answerLocally(
  _: unknown,
  init?: { readonly body?: unknown; readonly signal?: AbortSignal | null | undefined },
): Promise<Response> {
  // On first use: most people use another model.
  const [{ respond }, { Messages }] = await Promise.all([import('../demo/respond.ts'), import('../demo/situation.ts')])
  const { messages } = z.object({ messages: Messages }).parse(JSON.parse(z.string().parse(init?.body)))
  const pieces = inTime(eventsOf(respond(messages)), init?.signal ?? undefined)
  const body = streamOf(pieces, () => pieces.return(undefined))
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

interface Event {
  readonly type: string
  readonly [field: string]: unknown
}

async function* inTime(events: readonly Event[], signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (const event of events) {
    signal?.throwIfAborted()
    yield encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    if (event.type === 'content_block_delta') await pause(PAUSE_MS, undefined, signal === undefined ? {} : { signal })
  }
}

/** An answer in the Messages format's server-sent events. */
function eventsOf({ text, calls }: Answer): readonly Event[] {
  const pieces = text.match(/(?:\S+\s*){1,4}|\s+/g) ?? []
  const spoken = {
    start: { type: 'text', text: '' },
    deltas: pieces.map((piece) => ({ type: 'text_delta', text: piece })),
  }
  const called = calls.map((input) => ({
    start: { type: 'tool_use', id: `toolu_demo_${crypto.randomUUID()}`, name: 'memory', input: {} },
    deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }],
  }))
  const [usage, stop] = [
    { input_tokens: 0, output_tokens: 0 },
    { stop_reason: null, stop_sequence: null },
  ]
  const reason = calls.length > 0 ? 'tool_use' : 'end_turn'
  const message = { id: 'msg_demo', type: 'message', role: 'assistant', model: DEMO_MODEL, content: [], ...stop, usage }
  return [
    { type: 'message_start', message },
    ...[...(text === '' ? [] : [spoken]), ...called].flatMap(({ start, deltas }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { ...stop, stop_reason: reason }, usage: { output_tokens: 0 } },
    { type: 'message_stop' },
  ]
}
