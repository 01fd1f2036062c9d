import type { TurnPart } from '../../../shared/conversation.ts'
import type { TurnEvent } from '../../../shared/events.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import { applyTurnEvent } from '../../../shared/transcript.ts'
import { newUlid } from '../../disk/new-ulid.ts'
import { PATIENCE } from '../ask.ts'
import type { Line, LineOf } from '../conversation/lines.ts'
import { logOver } from '../conversation/log.ts'
import { transcriptOf } from '../conversation/replay.ts'
import { runTurn } from '../loop.ts'
import { OriginalCalls } from '../original-calls.ts'
import type { Provider } from '../provider.ts'
import { speakAnthropic, speakCompatibly } from '../providers/dialects.ts'
import { createMessagesProvider } from '../providers/messages.ts'
import { createOpenAIProvider } from '../providers/openai/provider.ts'
import type { ServiceAccess } from '../providers/transport.ts'
import { NO_REDACTION } from '../redactor.ts'
import { SkippableRound } from '../turn-context.ts'
import { end, framed, START, textBlock } from './model-server.ts'
import { chunk } from './openai-chunks.ts'
import { PLAIN_PROMPT, PLAIN_TUNING } from './scene.ts'

// A turn over a stream of bytes, without network, disk or store: the loop is the real one.

export type Service = 'anthropic' | 'messages' | 'openai'

export interface Played {
  readonly ended: LineOf<'turn.ended'>
  /** The inputs of the calls that were carried out. */
  readonly ran: readonly unknown[]
  /** What the window shows, from the events as they came. */
  readonly shown: readonly TurnPart[]
  /** What the conversation holds. */
  readonly kept: readonly TurnPart[]
  readonly lines: readonly Line[]
}

const GOOD_BYE: Readonly<Record<'messages' | 'openai', string>> = {
  messages: [START, ...textBlock(0, 'Done.'), ...end('end_turn')].map(framed).join(''),
  openai: `data: ${JSON.stringify(chunk({ content: 'Done.' }, 'stop'))}\n\ndata: [DONE]\n\n`,
}

/** @param breaks whether the connection breaks at the end of the stream, rather than ends */
export async function play(service: Service, stream: Uint8Array, breaks = false): Promise<Played> {
  const ran: unknown[] = []
  const events: TurnEvent[] = []
  const lines: Line[] = []
  const format = service === 'openai' ? 'openai' : 'messages'
  let requests = 0
  const provider = providerOf(service, async () => {
    requests += 1
    const body = requests === 1 ? bodyOf(stream, breaks) : new TextEncoder().encode(GOOD_BYE[format])
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  const started = {
    type: 'turn.started',
    conversation: 'c',
    turn: 1,
    message: newUlid(),
    text: 'Hello',
    provider: provider.id,
    model: 'm',
    time: new Date().toISOString(),
  } as const
  lines.push(started)
  events.push(started)
  const log = logOver('c', lines, { bytes: 0, write: async () => undefined, close: async () => undefined })
  const memory = {
    lineage: () => 'agent' as const,
    run: async (input: unknown) => {
      ran.push(input)
      return { content: 'ok', isError: false, commit: null, lineage: 'agent', saw: {} } as const
    },
  }
  const ended = await runTurn({
    log,
    started,
    provider,
    memory,
    redactor: NO_REDACTION,
    originals: new OriginalCalls(),
    prepare: async () => ({ prompt: PLAIN_PROMPT, tuning: PLAIN_TUNING }),
    emit: (event) => void ('turn' in event && events.push(event)),
    signal: new AbortController().signal,
    patience: PATIENCE,
    terms: () => ({ ...DEFAULT_SETTINGS, now: new Date() }),
    job: null,
    round: new SkippableRound(),
  })
  const [shown] = [...events, ended].reduce(applyTurnEvent, [])
  const [kept] = transcriptOf(lines, 'c')
  return { ended, ran, shown: shown?.parts ?? [], kept: kept?.parts ?? [], lines }
}

function providerOf(service: Service, fetch: ServiceAccess['fetch']): Provider {
  const access = { who: 'The model', key: 'k', baseUrl: 'http://127.0.0.1:1', fetch }
  if (service === 'openai') return createOpenAIProvider({ ...access, id: 'compatible', preset: 'other' })
  return service === 'anthropic'
    ? createMessagesProvider({ ...access, id: 'anthropic', isOfficial: true, speak: speakAnthropic })
    : createMessagesProvider({ ...access, id: 'compatible', isOfficial: false, speak: speakCompatibly })
}

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

/** The text of parts, pieces that follow each other as one. */
export function textIn(parts: readonly TurnPart[]): string {
  return parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('')
}
