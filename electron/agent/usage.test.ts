import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Turn } from '../../shared/conversation.ts'
import { applyTurnEvent } from '../../shared/transcript.ts'
import { contextAfter, costOf, DEFAULT_PRICES, sumOf, tokensIn } from '../../shared/usage.ts'
import { callBlock, type Script, send, startModelServer, textBlock } from './testing/model-server.ts'
import { setScene } from './testing/scene.ts'

// The meter against a server that keeps its own bill.

/** What the server read and wrote at once; the prompt is the first four. */
interface Work {
  readonly input: number
  readonly read?: number
  readonly fiveMinutes?: number
  readonly hour?: number
  readonly output: number
  readonly thoughts?: number
}

/** US dollars per million tokens, as the server charges them. */
const TARIFFS: { readonly [model: string]: (prompt: number) => Required<Omit<Work, 'thoughts'>> } = {
  'claude-opus-5-5': () => ({ input: 4, read: 0.2, fiveMinutes: 5, hour: 8, output: 20 }),
  'claude-haiku-5-5': (prompt) =>
    prompt > 100_000
      ? { input: 0.5, read: 0.05, fiveMinutes: 0.625, hour: 1, output: 2.5 }
      : { input: 0.1, read: 0.01, fiveMinutes: 0.125, hour: 0.2, output: 0.5 },
}

const promptOf = ({ input, read = 0, fiveMinutes = 0, hour = 0 }: Work): number => input + read + fiveMinutes + hour

function charge(model: string, work: Work): number {
  const tariff = TARIFFS[model]?.(promptOf(work))
  if (tariff === undefined) return 0
  const { input, read = 0, fiveMinutes = 0, hour = 0, output } = work
  return (
    (input * tariff.input +
      read * tariff.read +
      fiveMinutes * tariff.fiveMinutes +
      hour * tariff.hour +
      output * tariff.output) /
    1e6
  )
}

function onWire({ input, read = 0, fiveMinutes = 0, hour = 0, output }: Work) {
  return {
    input_tokens: input,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: fiveMinutes + hour,
    cache_creation: { ephemeral_5m_input_tokens: fiveMinutes, ephemeral_1h_input_tokens: hour },
    output_tokens: output,
  }
}

interface Answer {
  readonly work: Work
  readonly summary?: Work
  readonly isCall?: boolean
  /** What the server says of it: everything, nothing, or zeros. */
  readonly counts?: 'nothing' | 'zeros'
}

/** Answers as the service does: a beginning of the counts first, the whole at the end. */
function answering({ work, summary, isCall = false, counts }: Answer): Script {
  const { cache_creation: split, ...all } = onWire(counts === 'zeros' ? { input: 0, output: 0 } : work)
  const { output_tokens: written, ...sent } = all
  const iterations = [
    ...(summary === undefined ? [] : [{ type: 'compaction', ...onWire(summary) }]),
    { type: 'message', ...onWire(work) },
  ]
  const usage =
    counts === 'nothing'
      ? {}
      : {
          usage: {
            ...sent,
            output_tokens: written,
            ...(work.thoughts === undefined ? {} : { output_tokens_details: { thinking_tokens: work.thoughts } }),
            ...(summary === undefined ? {} : { iterations }),
          },
        }
  const start =
    counts === 'nothing' ? {} : { usage: { ...sent, cache_creation: split, output_tokens: written === 0 ? 0 : 1 } }
  return (response) => {
    send(
      response,
      { type: 'message_start', message: start },
      ...(isCall ? callBlock(0, 't', { command: 'view', path: '/memories' }) : textBlock(0, 'ok')),
      { type: 'message_delta', delta: { stop_reason: isCall ? 'tool_use' : 'end_turn' }, ...usage },
      { type: 'message_stop' },
    )
    response.end()
  }
}

/** Turns of every kind, each with its requests. */
const KINDS: readonly (readonly Answer[])[] = [
  [{ work: { input: 900, output: 120 } }],
  [
    { work: { input: 40, read: 60_000, fiveMinutes: 2000, output: 300, thoughts: 200 }, isCall: true },
    // The turn as a whole reads more than 100,000 tokens, none of its requests does.
    { work: { input: 30, read: 62_000, fiveMinutes: 500, output: 800, thoughts: 100 } },
  ],
  [{ work: { input: 1500, read: 150_000, hour: 4000, output: 2500 } }],
  [{ work: { input: 23_000, output: 1000 }, summary: { input: 2000, read: 178_000, output: 3500 } }],
  [
    { work: { input: 200, read: 99_000, hour: 300, fiveMinutes: 500, output: 90 }, isCall: true },
    { work: { input: 101, read: 99_900, output: 400, thoughts: 399 } },
  ],
]

test('what 50 mixed turns cost is what the server charges, and unknown where nobody knows', async () => {
  const models = ['claude-opus-5-5', 'claude-haiku-5-5', 'claude-fable-5-2', 'counts-nothing', 'counts-zeros']
  const plan = Array.from({ length: 50 }, (_, at) => ({
    model: models[at % models.length] ?? '',
    answers: KINDS[Math.floor(at / models.length) % KINDS.length] ?? [],
  }))
  const silent = { 'counts-nothing': 'nothing', 'counts-zeros': 'zeros' } as const
  const scripts = plan.flatMap(({ model, answers }) =>
    answers.map((answer) =>
      model === 'counts-nothing' || model === 'counts-zeros'
        ? answering({ work: answer.work, isCall: answer.isCall === true, counts: silent[model] })
        : answering(answer),
    ),
  )
  const server = await startModelServer(...scripts)
  onTestFinished(() => server.close())
  const settings = { provider: 'anthropic', model: '', contextEditing: { on: false, trigger: 1000, keep: 0 } } as const
  const scene = await setScene({ env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url }, settings })
  const id = 'bill'
  for (const { model } of plan) {
    await scene.agent.send({ id, text: 'go', model })
    await scene.agent.finished(id)
  }
  const turns = (await scene.agent.conversations.open(id))?.transcript ?? []
  expect(turns).toHaveLength(50)
  for (const model of models) {
    const bill = plan
      .filter((turn) => turn.model === model)
      .flatMap(({ answers }) => answers)
      .reduce(
        (sum, { work, summary }) => sum + charge(model, work) + (summary === undefined ? 0 : charge(model, summary)),
        0,
      )
    const told = sumOf(
      turns.filter((turn) => turn.model === model),
      ({ requests }) => costOf(requests, model, DEFAULT_PRICES),
    )
    expect({ model, isWhole: told.isWhole }).toEqual({ model, isWhole: TARIFFS[model] !== undefined })
    expect(told.known, model).toBeCloseTo(bill, 9)
  }
  // The thread as it was announced is the thread as it is read again.
  const live = scene.events.reduce<readonly Turn[]>(
    (all, event) => ('turn' in event ? applyTurnEvent(all, event) : all),
    [],
  )
  expect(turns.map(({ requests }) => requests)).toEqual(live.map(({ requests }) => requests))
  const summed = turns.filter((turn) => turn.requests.some((steps) => steps.length > 1))
  expect(summed.map(({ requests }) => contextAfter(requests))).toEqual(summed.map(() => 24_000))
  const silentTurns = turns.filter(({ model }) => model in silent)
  expect(contextAfter(silentTurns.flatMap(({ requests }) => requests))).toBeNull()
  const thinking = turns.find(({ model, requests }) => model === 'claude-opus-5-5' && requests.length === 2)
  expect(tokensIn(thinking?.requests ?? [], 'thoughts')).toEqual({ known: 300, isWhole: true })
})

test('of an answer that breaks off, what it was sent is counted and what it wrote is unknown', async () => {
  const breaks: Script = (response) => {
    send(response, { type: 'message_start', message: { usage: { input_tokens: 5000, output_tokens: 1 } } })
    response.end()
  }
  const server = await startModelServer(breaks)
  onTestFinished(() => server.close())
  const scene = await setScene({
    env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url },
    settings: { provider: 'anthropic', model: 'claude-opus-5-5' },
  })
  const id = await scene.say('go')
  const requests = (await scene.agent.conversations.open(id))?.transcript[0]?.requests ?? []
  expect(tokensIn(requests, 'output')).toEqual({ known: 0, isWhole: false })
  expect(costOf(requests, 'claude-opus-5-5', DEFAULT_PRICES)).toEqual({ known: 0.02, isWhole: false })
})

test('conversations of an earlier version keep their counts', async () => {
  const scene = await setScene()
  const id = await scene.say('hello')
  const turn = 2
  const rows = [
    { type: 'turn.started', conversation: id, turn, message: '01ARZ3NDEKTSV4RRFFQ69G5FAV', text: 'more' },
    { type: 'model.replied', turn, content: [], calls: [], stopReason: 'end_turn', isWhole: true },
    { type: 'turn.ended', conversation: id, turn, kind: 'done', reason: null },
  ]
  const usage = [{}, { input: 10, output: 20, cacheRead: 30, cacheWrite: 40 }, { input: 10, output: 20, context: 100 }]
  const time = '2026-11-20T10:00:00.000Z'
  const text = rows.map((row, at) =>
    JSON.stringify({ ...row, provider: 'anthropic', model: 'claude-opus-5', usage: usage[at], time }),
  )
  await appendFile(path.join(scene.home, 'conversations', `${id}.jsonl`), `${text.join('\n')}\n`)
  const requests = (await scene.agent.conversations.open(id))?.transcript[1]?.requests
  expect(requests).toEqual([
    [{ kind: 'answer', input: 10, output: 20, cacheRead: 30, cacheWrite: 40, cacheWriteHour: 0, thoughts: null }],
  ])
})
