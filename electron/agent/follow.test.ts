import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Turn } from '../../shared/conversation.ts'
import { CompatibleServer, type Settings } from '../../shared/settings.ts'
import { applyTurnEvent } from '../../shared/transcript.ts'
import { type Redactor, NO_REDACTION } from './redactor.ts'
import {
  callBlock,
  end,
  fails,
  says,
  type ModelServer,
  type Script,
  send,
  START,
  startModelServer,
  textBlock,
  withoutNotes,
} from './testing/model-server.ts'
import { type Scene, setScene } from './testing/scene.ts'

async function sceneWith(
  scripts: readonly Script[],
  settings: Partial<Settings> = {},
): Promise<Scene & { readonly server: ModelServer }> {
  const server = await startModelServer(...scripts)
  onTestFinished(() => server.close())
  const compatible = CompatibleServer.parse({ preset: 'ollama', baseUrl: server.url, model: 'small' })
  const scene = await setScene({
    env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url },
    settings: { provider: 'anthropic', model: 'claude-test', compatible, ...settings },
  })
  return { ...scene, server }
}

const create = (id: string, name: string, index = 0): ReturnType<typeof callBlock> =>
  callBlock(index, id, { command: 'create', path: `/memories/${name}`, file_text: `${name}\n` })
const cut: Script = (response) => {
  send(response, START, ...textBlock(0, 'Half a sen').slice(0, 2))
  response.end()
}
const down = fails(500, 'api_error', 'x', { 'x-should-retry': 'false' })
const ok = says('end_turn', textBlock(0, 'ok'))
const lastEnd = (scene: Scene) => scene.events.findLast((event) => event.type === 'turn.ended')
const contents = (server: ModelServer, at: number): unknown =>
  server.requests
    .slice(at, at + 1)
    .flatMap(withoutNotes)
    .map(({ role, content }) => [
      role,
      ...content.map((block) => block['text'] ?? block['content'] ?? block['id'] ?? block.type),
    ])

async function again(scene: Scene, kind: 'retry' | 'continue', id: string, more: object = {}): Promise<void> {
  await scene.agent[kind]({ id, ...more })
  await scene.agent.finished(id)
}

test('retry answers the last message again, without the half answer; the thread keeps both', async () => {
  const scene = await sceneWith([cut, ok])
  const id = await scene.say('Hello')
  await again(scene, 'retry', id)
  expect(contents(scene.server, 1)).toEqual([['user', 'Hello']])
  expect((await scene.agent.conversations.open(id))?.transcript).toMatchObject([
    { text: 'Hello', parts: [{ text: 'Half a sen' }], end: { kind: 'failed' } },
    { text: 'Hello', parts: [{ text: 'ok' }], end: { kind: 'done' }, follows: { kind: 'retry', turn: 1 } },
  ])
})

test('retry resumes after completed calls: no command runs twice', async () => {
  const scene = await sceneWith([says('tool_use', create('t1', 'a.md')), down, down, ok])
  const id = await scene.say('Remember a')
  await again(scene, 'retry', id)
  await again(scene, 'retry', id)
  const sent = [
    ['user', 'Remember a'],
    ['assistant', 't1'],
    ['user', 'File created successfully at: /memories/a.md'],
  ]
  expect([contents(scene.server, 2), contents(scene.server, 3)]).toEqual([sent, sent])
  expect((await scene.store.history({})).commits).toHaveLength(1)
  expect(lastEnd(scene)).toMatchObject({ kind: 'done', turn: 3 })
})

test('a refused message can be retried, and is then sent once', async () => {
  const scene = await sceneWith([says('refusal', textBlock(0, 'No.')), down, ok])
  const id = await scene.say('Hello')
  await again(scene, 'retry', id)
  await again(scene, 'retry', id)
  expect([contents(scene.server, 1), contents(scene.server, 2)]).toEqual([[['user', 'Hello']], [['user', 'Hello']]])
})

test.each([
  ['cut off', cut],
  ['too long', says('max_tokens', textBlock(0, 'Half a sen'))],
])('continue resumes an answer that was %s', async (_, script) => {
  const scene = await sceneWith([script, ok])
  const id = await scene.say('Hello')
  await again(scene, 'continue', id)
  expect(contents(scene.server, 1)).toEqual([
    ['user', 'Hello'],
    ['assistant', 'Half a sen'],
    ['user', expect.stringContaining('cut off')],
  ])
  expect((await scene.agent.conversations.open(id))?.transcript[1]).toMatchObject({
    text: 'Go on.',
    follows: { kind: 'continue', turn: 1 },
  })
})

test('if nothing was cut off, continue answers again', async () => {
  const scene = await sceneWith([down, ok])
  const id = await scene.say('Hello')
  await again(scene, 'continue', id)
  expect(contents(scene.server, 1)).toEqual([['user', 'Hello']])
})

test('retrying a conversation that does not exist creates nothing', async () => {
  const scene = await sceneWith([ok])
  await expect(scene.agent.retry({ id: 'nobody' })).rejects.toMatchObject({ code: 'unknown-conversation' })
  await expect(scene.agent.conversations.list()).resolves.toEqual([])
})

test('a message retried twice under one id is answered once', async () => {
  const scene = await sceneWith([cut, ok])
  const id = await scene.say('Hello')
  const message = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
  await again(scene, 'retry', id, { message })
  await again(scene, 'retry', id, { message })
  expect(scene.server.requests).toHaveLength(2)
})

test("another provider continues: the first one's thoughts are left out, calls keep their ids, repeated ids become unique", async () => {
  const thought = [
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: 'hm', signature: 'c2ln' } },
    { type: 'content_block_stop', index: 0 },
  ]
  const scene = await sceneWith([
    says('tool_use', thought, create('t1', 'a.md', 1)),
    says('end_turn', thought, textBlock(1, 'Done')),
    says('tool_use', create('t1', 'b.md')),
    ok,
    ok,
  ])
  const id = await scene.say('one')
  expect(contents(scene.server, 1)).toEqual([
    ['user', 'one'],
    ['assistant', 'thinking', 't1'],
    ['user', expect.any(String)],
  ])
  await scene.agent.send({ id, text: 'two', provider: 'compatible' })
  await scene.agent.finished(id)
  expect(contents(scene.server, 2)).toEqual([
    ['user', 'one'],
    ['assistant', 't1'],
    ['user', expect.any(String)],
    ['assistant', 'Done'],
    ['user', 'two'],
  ])
  await scene.say('three', id)
  const body = scene.server.requests[4]?.body
  expect(JSON.stringify(body).match(/"thinking":"hm"/g)).toHaveLength(2)
  const uses =
    body?.messages.flatMap(({ content }) =>
      content.filter(({ type }) => type === 'tool_use').map((block) => block['id']),
    ) ?? []
  const results = body?.messages.flatMap(({ content }) =>
    content.filter(({ type }) => type === 'tool_result').map((block) => block['tool_use_id']),
  )
  expect(uses).toEqual(['t1', expect.stringMatching(/^toolu_[0-9A-Z]{26}$/)])
  expect(results).toEqual(uses)
})

const compaction = (summary: string): Parameters<typeof says>[1] => [
  {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'compaction', content: null, encrypted_content: null },
  },
  {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'compaction_delta', content: summary, encrypted_content: 'abc' },
  },
  { type: 'content_block_stop', index: 0 },
]

test('a compaction is marked in the thread and sent back unchanged', async () => {
  const scene = await sceneWith([says('compaction', compaction('They met.')), ok, ok])
  const id = await scene.say('Hello')
  expect(scene.server.requests[1]?.body.messages[1]?.content).toEqual([
    { type: 'compaction', content: 'They met.', encrypted_content: 'abc' },
  ])
  expect(scene.events.filter((event) => event.type === 'context.edited')).toMatchObject([
    { turn: 1, edit: { kind: 'compacted', summary: 'They met.' } },
  ])
  expect((await scene.agent.conversations.open(id))?.transcript[0]?.parts).toMatchObject([
    { kind: 'edit' },
    { kind: 'text', text: 'ok' },
  ])
  await scene.agent.send({ id, text: 'and', provider: 'compatible' })
  await scene.agent.finished(id)
  expect(JSON.stringify(scene.server.requests[2]?.body)).not.toContain('compaction')
})

test('a summary with a secret is kept redacted, and without the signature of the original', async () => {
  const server = await startModelServer(says('compaction', compaction('The PIN is 4711.')), ok)
  onTestFinished(() => server.close())
  const redactor: Redactor = { ...NO_REDACTION, redact: (text) => text.replaceAll('4711', '[redacted]') }
  const scene = await setScene({
    env: { ANTHROPIC_BASE_URL: server.url },
    settings: { provider: 'anthropic', model: 'claude-test' },
    redactor,
  })
  const id = await scene.say('Hello')
  expect(contents(server, 1)).toEqual([
    ['user', 'Hello'],
    ['assistant', 'The PIN is [redacted].'],
    ['user', 'Go on.'],
  ])
  expect(server.requests[1]?.body.messages[1]?.content).toEqual([
    { type: 'compaction', content: 'The PIN is [redacted].', encrypted_content: null },
  ])
  expect(scene.events.findIndex(({ type }) => type === 'context.edited')).toBeLessThan(
    scene.events.findIndex(({ type }) => type === 'text.streamed'),
  )
  const kept = await readFile(path.join(scene.agent.conversations.directory, `${id}.jsonl`), 'utf8')
  expect([kept, JSON.stringify(scene.events)].filter((text) => text.includes('4711'))).toEqual([])
})

test('results left out are marked when their number grew, and the page derives the same from disk', async () => {
  const cleared =
    (count: number): Script =>
    (response) => {
      const [delta, stop] = end('end_turn')
      send(
        response,
        START,
        ...textBlock(0, 'ok'),
        {
          type: 'message_delta',
          ...delta,
          context_management: {
            applied_edits: [
              { type: 'clear_tool_uses_20250919', cleared_tool_uses: count, cleared_input_tokens: 900 },
              { type: 'newer' },
            ],
          },
        },
        stop ?? START,
      )
      response.end()
    }
  const scene = await sceneWith([cleared(2), cleared(2), cleared(5)])
  const id = await scene.say('one')
  await scene.say('two', id)
  await scene.say('three', id)
  expect(scene.events.flatMap((event) => (event.type === 'context.edited' ? [[event.turn, event.edit]] : []))).toEqual([
    [1, { kind: 'cleared', toolUses: 2, tokens: 900 }],
    [3, { kind: 'cleared', toolUses: 5, tokens: 900 }],
  ])
  const live = scene.events.reduce<readonly Turn[]>(
    (turns, event) => ('turn' in event ? applyTurnEvent(turns, event) : turns),
    [],
  )
  expect((await scene.agent.conversations.open(id))?.transcript).toEqual(live)
})

test("the store's instructions reach every model", async () => {
  const scene = await sceneWith([ok, ok])
  await scene.store.changeSettings({ systemPrompt: 'Answer in rhymes.', keepOrganised: true, onlyAbout: 'the\ngarden' })
  const id = await scene.say('one')
  await scene.agent.send({ id, text: 'two', provider: 'compatible' })
  await scene.agent.finished(id)
  for (const { body } of scene.server.requests) {
    expect(body['system']).toContain('Answer in rhymes.')
    expect(body['system']).toContain('up-to-date, coherent and organized')
    expect(body['system']).toContain('Only write down information relevant to the garden in your memory system.')
  }
})
