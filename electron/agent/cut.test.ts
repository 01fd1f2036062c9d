import { expect, test } from 'vitest'
import type { AppEvent } from '../../shared/events.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings.ts'
import { saying } from '../../testing/saying.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { PATIENCE } from './ask.ts'
import type { Line } from './conversation/lines.ts'
import type { ConversationLog } from './conversation/log.ts'
import { runTurn } from './loop.ts'
import { OriginalCalls } from './original-calls.ts'
import { speakAnthropic } from './providers/dialects.ts'
import { createMessagesProvider } from './providers/messages.ts'
import { NO_REDACTION } from './redactor.ts'
import { callBlock, end, START, textBlock, type WireEvent } from './testing/model-server.ts'
import { PLAIN_PROMPT, PLAIN_TUNING } from './testing/scene.ts'
import { SkippableRound } from './turn-context.ts'

/** A recorded stream, cut at every byte. */

const bytesOf = (events: readonly WireEvent[]): Uint8Array =>
  new TextEncoder().encode(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
const TEXT = 'Ich schreibe es auf: „Grüße“ 👋.'
const RECORDED = bytesOf([
  START,
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
  { type: 'content_block_stop', index: 0 },
  ...textBlock(1, TEXT.slice(0, 7), TEXT.slice(7)),
  ...callBlock(2, 't1', { command: 'delete', path: '/memories/a' }),
  { type: 'ping' },
  ...end('tool_use'),
])
const SECOND = bytesOf([START, ...textBlock(0, 'Done.'), ...end('end_turn')])

function bodyOf(bytes: Uint8Array, breaks: boolean): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      start(controller) {
        if (bytes.length > 0) controller.enqueue(bytes)
        if (!breaks) controller.close()
      },
      pull: (controller) => controller.error(new TypeError('terminated')),
    },
    { highWaterMark: 0 },
  )
}

async function play(first: Uint8Array, breaks: boolean) {
  const [lines, events, ran]: [Line[], AppEvent[], unknown[]] = [[], [], []]
  let requests = 0
  const fetch = async (): Promise<Response> => {
    requests += 1
    return new Response(requests === 1 ? bodyOf(first, breaks) : bodyOf(SECOND, false), {
      headers: { 'content-type': 'text/event-stream' },
    })
  }
  const started = {
    type: 'turn.started',
    conversation: 'c',
    turn: 1,
    message: newUlid(),
    text: 'Hello',
    provider: 'anthropic',
    model: 'm',
    time: new Date().toISOString(),
  } as const
  lines.push(started)
  const log: ConversationLog = {
    id: 'c',
    lines: () => lines,
    arrive: () => undefined,
    arriving: () => [],
    wait: () => undefined,
    waiting: () => null,
    close: async () => undefined,
    append: async (line) => void lines.push(line),
  }
  const memory = {
    run: async (input: unknown) => {
      ran.push(input)
      return { content: 'ok', isError: false, commit: null, lineage: 'agent', saw: {} } as const
    },
  }
  const provider = createMessagesProvider({
    id: 'anthropic',
    who: 'Claude',
    isOfficial: true,
    speak: speakAnthropic,
    key: 'k',
    baseUrl: 'http://127.0.0.1:1',
    fetch,
  })
  const ended = await runTurn({
    log,
    started,
    provider,
    memory,
    redactor: NO_REDACTION,
    originals: new OriginalCalls(),
    prepare: async () => ({ prompt: PLAIN_PROMPT, tuning: PLAIN_TUNING }),
    emit: (event) => events.push(event),
    signal: new AbortController().signal,
    patience: PATIENCE,
    terms: () => ({ ...DEFAULT_SETTINGS, now: new Date() }),
    job: null,
    round: new SkippableRound(),
  })
  const shown = events.flatMap((event) => (event.type === 'text.streamed' ? event.text : [])).join('')
  const kept = lines
    .flatMap((line) =>
      line.type === 'model.replied' ? line.content.flatMap((block) => (block.type === 'text' ? block.text : [])) : [],
    )
    .join('')
  return { ended, ran, shown, kept }
}

test.each([
  ['ends', false],
  ['breaks', true],
])('a stream that %s at any byte gives a complete answer, a kept partial one, or a clear error', async (_, breaks) => {
  let longest = 0
  const kinds = new Set<string>()
  for (let bytes = 0; bytes <= RECORDED.length; bytes += 1) {
    const { ended, ran, shown, kept } = await play(RECORDED.slice(0, bytes), breaks)
    kinds.add(ended.kind)
    expect(kept).toBe(shown)
    if (ended.kind === 'done') {
      expect(kept).toBe(`${TEXT}Done.`)
      expect(ran).toEqual([{ command: 'delete', path: '/memories/a' }])
    } else {
      expect(ended).toMatchObject({ kind: 'failed', reason: saying(/cut off.*Retry.*Continue/) })
      expect(ran).toEqual([])
      expect(TEXT.startsWith(kept)).toBe(true)
      expect(kept.length).toBeGreaterThanOrEqual(longest)
      longest = kept.length
    }
  }
  expect(longest).toBe(TEXT.length)
  expect([...kinds].toSorted()).toEqual(['done', 'failed'])
})
