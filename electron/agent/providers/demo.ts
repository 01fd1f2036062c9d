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
  // On first use: its tables of words take some 50 ms.
  const [{ respond }, { Messages }] = await Promise.all([import('../demo/respond.ts'), import('../demo/situation.ts')])
  const { messages } = z.object({ messages: Messages }).parse(JSON.parse(z.string().parse(init?.body)))
  const pieces = inTime(framesOf(respond(messages)), init?.signal ?? undefined)
  return new Response(
    streamOf(pieces, () => pieces.return(undefined)),
    {
      headers: { 'content-type': 'text/event-stream' },
    },
  )
}

async function* inTime(frames: readonly Frame[], signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (const { event, pace } of frames) {
    signal?.throwIfAborted()
    yield encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    if (pace) await pause(PAUSE_MS, undefined, signal === undefined ? {} : { signal })
  }
}

interface Frame {
  readonly event: { readonly type: string; readonly [field: string]: unknown }
  readonly pace: boolean
}

/** An answer in the Messages format's server-sent events. */
function framesOf({ text, calls }: Answer): readonly Frame[] {
  const blocks = [
    ...(text === ''
      ? []
      : [
          {
            start: { type: 'text', text: '' },
            deltas: pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
          },
        ]),
    ...calls.map((input) => ({
      start: { type: 'tool_use', id: `toolu_demo_${crypto.randomUUID()}`, name: 'memory', input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }],
    })),
  ]
  const message = {
    id: 'msg_demo',
    type: 'message',
    role: 'assistant',
    model: DEMO_MODEL,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  }
  const frame = (event: Frame['event'], pace = false): Frame => ({ event, pace })
  return [
    frame({ type: 'message_start', message }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      frame({ type: 'content_block_start', index, content_block: start }),
      ...deltas.map((delta) => frame({ type: 'content_block_delta', index, delta }, true)),
      frame({ type: 'content_block_stop', index }),
    ]),
    frame({
      type: 'message_delta',
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 0 },
    }),
    frame({ type: 'message_stop' }),
  ]
}

/** A few words at a time. */
function pieces(text: string): readonly string[] {
  return text.match(/(?:\S+\s*){1,4}|\s+/g) ?? []
}
