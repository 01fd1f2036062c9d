import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { CompatibleServer } from '../../shared/settings.ts'
import { newUlid } from '../disk/new-ulid.ts'
import {
  breaksAfter,
  callBlock,
  end,
  fails,
  type ModelServer,
  portOf,
  says,
  type Script,
  send,
  START,
  startModelServer,
  textBlock,
  withoutNotes,
} from './testing/model-server.ts'
import { type Scene, setScene } from './testing/scene.ts'

// What random conversations (random-conversations.test.ts) once found wrong in later requests.

async function sceneWith(...scripts: readonly Script[]): Promise<Scene & { readonly server: ModelServer }> {
  const server = await startModelServer(...scripts)
  onTestFinished(() => server.close())
  const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url }
  return { ...(await setScene({ env, settings: { provider: 'anthropic', model: 'claude-test' } })), server }
}

const ok = says('end_turn', textBlock(0, 'ok'))
const down = fails(400, 'invalid_request_error', 'no')
const thought = (index: number, signature = 's') => [
  { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: 'hm', signature } },
  { type: 'content_block_stop', index },
]
const sent = ({ requests }: ModelServer, at: number): string =>
  JSON.stringify(requests.slice(at, at + 1).flatMap(withoutNotes))

async function retry({ agent }: Scene, id: string): Promise<void> {
  await agent.retry({ id })
  await agent.finished(id)
}

test('a message that was refused when it was retried is not sent again', async () => {
  const scene = await sceneWith(breaksAfter('ends', START), says('refusal'), ok)
  const id = await scene.say('refused')
  await retry(scene, id)
  await scene.say('next', id)
  expect(sent(scene.server, 2)).not.toContain('refused')
})

test('after a pause the request before stays the beginning of the next, retried or not', async () => {
  const scene = await sceneWith(says('pause_turn', textBlock(0, 'wait')), down, down, ok)
  const id = await scene.say('go')
  await retry(scene, id)
  await scene.say('next', id)
  const [first, second] = [sent(scene.server, 1), sent(scene.server, 2)]
  expect(second).toBe(first)
  expect(sent(scene.server, 3)).toContain(first.slice(0, -']}]'.length))
})

test('half a character is never sent back, wherever a model wrote it', async () => {
  const half = '\ud83d'
  const scene = await sceneWith(
    says(
      'tool_use',
      thought(0),
      textBlock(1, `Look ${half}`),
      callBlock(2, 't1', { command: 'view', path: `/memories/${half}`, [half]: 1 }),
      callBlock(3, 't2', { command: 'view', path: '/memories' }, half),
    ),
    ok,
  )
  await scene.say('go')
  expect(sent(scene.server, 1)).toContain('Look \ufffd')
  expect(sent(scene.server, 1)).not.toContain('\\ud83d')
})

test.each([
  [
    'no JSON',
    [{ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{' } }],
    'memory',
  ],
  ['a name that services refuse', [], 'my tool'],
  ['no name', [], ''],
])('a thought after a call with %s is shown and not sent back', async (_, deltas, name) => {
  const call = [
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't1', name, input: {} } },
    ...deltas,
    { type: 'content_block_stop', index: 0 },
  ]
  const last = callBlock(2, 't2', { command: 'view', path: '/memories' })
  const scene = await sceneWith(says('tool_use', call, thought(1), last), ok)
  const id = await scene.say('go')
  expect(sent(scene.server, 1)).not.toContain('thinking')
  const parts = (await scene.agent.conversations.open(id))?.transcript.flatMap((turn) => turn.parts)
  expect(parts).toContainEqual({ kind: 'thought', text: 'hm' })
})

test('thoughts that the service refused stay out when the message of then is edited', async () => {
  const refused = fails(400, 'invalid_request_error', 'The thinking block is bound to a different conversation')
  const scene = await sceneWith(says('end_turn', thought(0), textBlock(1, 'ok')), refused, ok, ok)
  const id = await scene.say('one')
  await scene.say('two', id)
  await scene.agent.edit({ id, turn: 2, text: 'three' })
  await scene.agent.finished(id)
  expect([1, 2, 3].map((at) => sent(scene.server, at).includes('"thinking"'))).toEqual([true, false, false])
})

test('a thought is sent back to the server it came from, and not to another one with a model of that name', async () => {
  const answer = says('end_turn', thought(0, 'signed'), textBlock(1, 'ok'))
  const servers = [await startModelServer(answer, ok), await startModelServer(ok)] as const
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))))
  const settings = {
    provider: 'compatible' as const,
    compatible: CompatibleServer.parse({ preset: 'other', baseUrl: servers[0].url, model: 'm', format: 'messages' }),
  }
  const scene = await setScene({ settings })
  const id = await scene.say('one')
  for (const baseUrl of [servers[1].url, servers[0].url]) {
    await scene.agent.send({ id, text: 'next', baseUrl })
    await scene.agent.finished(id)
  }
  expect(sent(servers[1], 0)).not.toContain('signed')
  expect(sent(servers[0], 1)).toContain('signed')
})

test('a message sent twice at the same moment is answered once', async () => {
  const { agent, server } = await sceneWith(ok)
  const request = { id: 'c', text: 'go', message: newUlid() }
  const [one, other] = await Promise.all([agent.send(request), agent.send(request)])
  await agent.finished('c')
  expect(one).toEqual(other)
  expect(server.requests).toHaveLength(1)
})

test('after a stop while the list of models was asked for, the answer to that is still used', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  const thinking: unknown[] = []
  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'GET') {
      arrive()
      await allowed
      const capabilities = { thinking: { types: { adaptive: { supported: true } } } }
      response.writeHead(200, { 'content-type': 'application/json' })
      const entry = { type: 'model', id: 'claude-test', display_name: 'Claude', created_at: '', max_tokens: 64_000 }
      return void response.end(JSON.stringify({ data: [{ ...entry, capabilities }], has_more: false }))
    }
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
    thinking.push(Buffer.concat(chunks).toString().includes('"adaptive"'))
    send(response, START, ...textBlock(0, 'ok'), ...end('end_turn'))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: `http://127.0.0.1:${portOf(server.address())}` }
  const settings = { provider: 'anthropic', model: 'claude-test', thinking: 'on' } as const
  const scene = await setScene({ env, settings })
  const { id } = await scene.agent.send({ text: 'stopped' })
  await arrived
  await scene.agent.stop(id)
  const next = scene.say('next', id)
  allow()
  await next
  expect(thinking).toEqual([true])
})
