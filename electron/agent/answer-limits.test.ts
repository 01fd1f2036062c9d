import { stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Format } from '../../shared/presets.ts'
import { CompatibleServer } from '../../shared/settings.ts'
import { saying } from '../../testing/saying.ts'
import { PATIENCE, type Patience } from './ask.ts'
import {
  callBlock,
  end,
  framed,
  says,
  type Script,
  send,
  sendsWithoutEnd,
  START,
  startModelServer,
  textBlock,
  type WireEvent,
} from './testing/model-server.ts'
import { setScene } from './testing/scene.ts'

// An answer has limits wherever its size stands, and a clock that only the answer itself moves.

const ok = says('end_turn', textBlock(0, 'ok'))

interface Asked {
  readonly patience?: Partial<Patience>
  readonly format?: Format
}

async function ask(script: Script, { patience = {}, format = 'messages' }: Asked = {}) {
  const server = await startModelServer(script, ok)
  onTestFinished(() => server.close())
  const compatible = CompatibleServer.parse({ preset: 'other', baseUrl: server.url, model: 'small', format })
  const scene = await setScene({
    settings: { provider: 'compatible', compatible },
    patience: { ...PATIENCE, ...patience },
  })
  const id = await scene.say('Hello')
  return { scene, server, id, ended: scene.events.at(-1) }
}

const start = (index: number, input: unknown): WireEvent => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'tool_use', id: `t${index}`, name: 'memory', input },
})

test('an answer of hundreds of megabytes leaves little behind, and the conversation goes on', async () => {
  const large = { command: 'create', path: '/memories/a.md', file_text: 'x'.repeat(7_000_000) }
  const { scene, id, ended } = await ask(async (response) => {
    send(response, START, start(0, large))
    await sendsWithoutEnd(response, framed(start(1, large)))
  })
  expect(ended).toMatchObject({ kind: 'failed', reason: saying('grew beyond 4 MB') })
  const { size } = await stat(path.join(scene.agent.conversations.directory, `${id}.jsonl`))
  expect(size).toBeLessThan(50_000)
  await scene.say('And now?', id)
  expect(scene.events.at(-1)).toMatchObject({ kind: 'done' })
})

test('an answer in thousands of parts is not read to its end, and nothing of it is carried out', async () => {
  const calls = Array.from({ length: 2000 }, (_, at) => callBlock(at, `t${at}`, { command: 'view', path: '/memories' }))
  const { scene, ended } = await ask(says('tool_use', ...calls))
  expect(ended).toMatchObject({ kind: 'failed', reason: saying('more than 1,000 parts') })
  expect(scene.events.filter(({ type }) => type === 'tool.called')).toEqual([])
})

const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`

test.each<readonly [string, Format, string]>([
  ['the beginning of a call', 'messages', JSON.stringify(start(0, {})).replace('"input":{}', `"input":{"a":${deep}}`)],
  [
    'a summary',
    'messages',
    `{"type":"content_block_start","index":0,"content_block":{"type":"compaction","a":${deep}}}`,
  ],
  [
    'arguments',
    'openai',
    `{"choices":[{"delta":{"tool_calls":[{"function":{"name":"memory","arguments":{"a":${deep}}}}]}}]}`,
  ],
])('what is nested deeply is no fault of ours: %s', async (_, format, event) => {
  const { ended } = await ask(
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`data: ${event}\n\n`)
    },
    { format },
  )
  expect(ended).toMatchObject({ kind: 'failed', reason: saying('nested more deeply than any answer') })
})

const empty = JSON.stringify({ choices: [{ delta: { content: '' } }] })

const IDLE: readonly (readonly [what: string, piece: string, format: Format])[] = [
  ['pings', framed({ type: 'ping' }), 'messages'],
  ['comments', ': alive\n\n', 'messages'],
  ['counts', framed({ type: 'message_delta', delta: {}, usage: { output_tokens: 1 } }), 'messages'],
  [
    'empty pieces',
    framed({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '' } }),
    'messages',
  ],
  ['events of another kind', framed({ type: 'aurora' }), 'messages'],
  ['empty pieces, in the OpenAI format', `data: ${empty}\n\n`, 'openai'],
  ['comments, in the OpenAI format', ': alive\n\n', 'openai'],
]

test.each(IDLE)('a stream of nothing but %s ends in a message', async (_, piece, format) => {
  const endless: Script = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    await sendsWithoutEnd(response, piece.repeat(50))
  }
  const { ended } = await ask(endless, { patience: { idleEvents: 300 }, format })
  expect(ended).toMatchObject({ kind: 'failed', reason: saying('nothing of an answer arrived') })
})

const pinging =
  (...events: readonly WireEvent[]): Script =>
  (response) => {
    send(response, START, ...events)
    const pings = setInterval(() => send(response, { type: 'ping' }), 2)
    response.once('close', () => clearInterval(pings))
  }

test('signs of life do not move the clock of an answer, pieces of it do', async () => {
  const stalled = await ask(pinging(...textBlock(0, 'Half').slice(0, 2)), { patience: { stalledMs: 500 } })
  expect(stalled.ended).toMatchObject({
    kind: 'failed',
    reason: saying('nothing of an answer arrived'),
    next: ['continue', 'retry'],
  })
  let lasted = 0
  const writing: Script = async (response) => {
    const began = performance.now()
    send(response, START, ...textBlock(0).slice(0, 1))
    const piece = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '.' } }
    const pieces = setInterval(() => send(response, piece), 2)
    response.once('close', () => {
      clearInterval(pieces)
      lasted = performance.now() - began
    })
  }
  const slow = await ask(writing, { patience: { answerMs: 900, stalledMs: 500 } })
  expect(slow.ended).toMatchObject({ kind: 'failed', next: ['continue', 'retry'] })
  await expect.poll(() => lasted).toBeGreaterThan(700)
  const opened = await slow.scene.agent.conversations.open(slow.id)
  const [part] = opened?.transcript[0]?.parts ?? []
  expect(part).toMatchObject({ kind: 'text', text: expect.stringMatching(/^\.+$/) })
})

test('an answer is over when it is complete, though its connection stays open', async () => {
  const { ended } = await ask(pinging(...textBlock(0, 'ok'), ...end('end_turn')), { patience: { afterEndMs: 20 } })
  expect(ended).toMatchObject({ kind: 'done' })
})
