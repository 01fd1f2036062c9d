import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { type Format, PRESETS, type PresetId } from '../../../shared/presets.ts'
import { CompatibleServer } from '../../../shared/settings.ts'
import { saying } from '../../../testing/saying.ts'
import { chunk, sendChunks } from '../testing/openai-chunks.ts'
import { type Scene, setScene } from '../testing/scene.ts'
import { findServers } from './find-servers.ts'

const KEY = 'sk-secret-0123456789-abcdef'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => listener(request.resume(), response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** A server that knows these paths. */
const paths =
  (known: Readonly<Record<string, RequestListener>>): RequestListener =>
  (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const answer = known[path] ?? json(404, { detail: 'Not Found' })
    answer(request, response)
  }

async function choose(url: string, format: Format, preset: PresetId = 'other'): Promise<Scene> {
  const chosen = { preset, baseUrl: url, model: 'small', format }
  const scene = await setScene({ settings: { provider: 'compatible', compatible: CompatibleServer.parse(chosen) } })
  await scene.agent.models.setKey('compatible', KEY)
  return scene
}

const stream: RequestListener = (_, response) => {
  sendChunks(response, chunk({ role: 'assistant', content: 'Hi' }), chunk({}, 'stop'))
  response.end()
}
const COMPLETION = { object: 'chat.completion', choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] }
const MESSAGE = { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }
const error = (status: number, body: object): RequestListener =>
  json(status, { error: { message: `no ${KEY}`, ...body } })

test.each<readonly [string, RequestListener, string | null, string]>([
  ['it answers', stream, null, 'answered, using small'],
  ['it answers at once', json(200, COMPLETION), null, 'answered, using small'],
  ['a wrong key', error(401, { code: 'invalid_api_key' }), 'wrong-key', 'refused the key (401)'],
  ['a key that may not', error(403, {}), 'not-allowed', 'doesn’t allow access to small'],
  ['no such model', error(404, { code: 'model_not_found' }), 'no-model', 'has no model named small'],
  ['no credit', error(429, { code: 'insufficient_quota' }), 'not-allowed', 'no credit left'],
  ['too many requests', error(429, { code: 'rate_limit_exceeded' }), 'busy', 'can’t answer right now (429)'],
  ['another rule', error(400, {}), 'other', 'rejected the request (400): no ….'],
  ['something else', json(200, { hello: 'world' }), 'wrong-format', 'answered, but not in the OpenAI format'],
  ['a page', (_, response) => response.end('<html>'), 'wrong-format', 'answered, but not in the OpenAI format'],
  [
    'no such page',
    (_, response) => response.writeHead(404).end(),
    'wrong-format',
    'enter it without /chat/completions',
  ],
])('the test says what is wrong in the OpenAI format: %s', async (_, listener, problem, words) => {
  const { agent } = await choose(await serve(listener), 'openai')
  const tested = await agent.models.test('compatible')
  expect(tested).toEqual({ problem, words: saying(words) })
  expect(tested.words).not.toContain(KEY)
})

test.each<readonly [Format, string, string]>([
  ['openai', 'the OpenAI format', 'the Messages format'],
  ['messages', 'the Messages format', 'the OpenAI format'],
])('of a server that does not speak the %s format it is said which it speaks', async (format, chosen, spoken) => {
  const url = await serve(
    paths(format === 'openai' ? { '/v1/messages': json(200, MESSAGE) } : { '/v1/chat/completions': stream }),
  )
  expect(await (await choose(url, format)).agent.models.test('compatible')).toEqual({
    problem: 'wrong-format',
    words: saying(new RegExp(`doesn’t speak ${chosen}. It speaks ${spoken}: choose “Another server”`)),
  })
})

test('of a server that speaks neither format, both ways out are named', async () => {
  const { words } = await (await choose(await serve(paths({})), 'openai')).agent.models.test('compatible')
  expect(words).toEqual(saying(/If the server speaks the Messages format instead.*LiteLLM/))
})

const listOf = (...data: readonly unknown[]): RequestListener =>
  paths({ '/v1/models': json(200, { object: 'list', data }) })

async function listed(preset: PresetId, listener: RequestListener) {
  const { agent } = await choose(await serve(listener), 'openai', preset)
  return agent.models.list('compatible')
}

test.each<readonly [PresetId, RequestListener, readonly object[]]>([
  [
    'openai',
    listOf(
      { id: 'gpt-5.1' },
      { id: 'gpt-4.1' },
      { id: 'text-embedding-3-small' },
      { id: 'whisper-1' },
      { nonsense: 1 },
    ),
    [
      { id: 'gpt-5.1', name: 'gpt-5.1', maxOutput: null, abilities: { efforts: ['low', 'medium', 'high'] } },
      { id: 'gpt-4.1', abilities: null },
    ],
  ],
  [
    'groq',
    listOf({ id: 'openai/gpt-oss-20b', context_window: 131_072, max_completion_tokens: 65_536 }),
    [{ maxInput: 131_072, maxOutput: 65_536, abilities: { efforts: ['low', 'medium', 'high'], compact: false } }],
  ],
  [
    'mistral',
    listOf(
      { id: 'mistral-large-latest', max_context_length: 131_072, capabilities: { completion_chat: true } },
      { id: 'mistral-embed', capabilities: { completion_chat: false } },
    ),
    [{ id: 'mistral-large-latest', maxInput: 131_072, abilities: null }],
  ],
  [
    'together',
    paths({
      '/v1/models': json(200, [
        { id: 'a/chat', type: 'chat', display_name: 'A', context_length: 4096 },
        { id: 'a/image', type: 'image' },
      ]),
    }),
    [{ id: 'a/chat', name: 'A', maxInput: 4096 }],
  ],
  [
    'gemini',
    listOf({ id: 'models/gemini-3-flash', display_name: 'Gemini 3 Flash' }),
    [{ id: 'gemini-3-flash', name: 'Gemini 3 Flash', abilities: { efforts: ['low', 'medium', 'high'] } }],
  ],
])('the list of %s is read', async (preset, listener, expected) => {
  const list = await listed(preset, listener)
  expect(list.problem).toBeNull()
  expect(list.models).toMatchObject(expected)
  expect(list.models).toHaveLength(expected.length)
})

test('of a server without a list it is said that the name must be written', async () => {
  expect((await listed('other', paths({}))).problem).toEqual(saying('Enter the model’s name yourself'))
})

const ids = (owner: string | null, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  json(
    200,
    { object: 'list', data: [{ id: 'a', object: 'model', ...(owner === null ? {} : { owned_by: owner }) }] },
    headers,
  )

test.each<readonly [string, RequestListener, PresetId | null, string]>([
  ['llama.cpp', ids('llamacpp'), 'llama-cpp', ''],
  ['mlx-lm', ids(null, { server: 'BaseHTTP/0.6 Python/3.13' }), 'mlx-lm', '/v1'],
  ['KoboldCpp at that port', ids('koboldcpp'), 'koboldcpp', '/v1'],
  ['a server of another kind', ids(null), 'other', '/v1'],
  ['a page', (_, response) => response.end('<html>'), null, ''],
  ['an error', json(500, { data: [] }), null, ''],
])('two kinds of server at one port are told apart: %s', async (_, listener, preset, path) => {
  const url = await serve(listener)
  const shared = [
    { ...PRESETS['llama-cpp'], baseUrl: url },
    { ...PRESETS['mlx-lm'], baseUrl: `${url}/v1` },
  ]
  const format = preset === 'llama-cpp' ? 'messages' : 'openai'
  expect(await findServers(fetch, shared)).toEqual(
    preset === null ? [] : [{ preset, format, baseUrl: `${url}${path}`, models: ['a'] }],
  )
})

test('servers are looked for at the usual ports of this computer alone, each asked once', async () => {
  const asked: string[] = []
  const found = await findServers(async (url) => {
    asked.push(url)
    throw new Error('Nothing is there.')
  })
  expect(found).toEqual([])
  const ports = [11434, 1234, 8080, 8000, 4000, 1337, 5001, 5000]
  expect(asked.toSorted()).toEqual(ports.map((port) => `http://127.0.0.1:${port}/v1/models`).toSorted())
})

test('a chosen server without a format or key header, as older settings have it, gets those of its kind', () => {
  const read = (server: object): unknown => CompatibleServer.parse({ baseUrl: '', model: '', ...server })
  expect(read({ preset: 'ollama' })).toMatchObject({ format: 'messages', keyHeader: 'bearer' })
  expect(read({ preset: 'other' })).toMatchObject({ format: 'messages', keyHeader: 'bearer' })
  expect(read({ preset: 'azure', format: 'messages', keyHeader: 'none' })).toMatchObject({
    format: 'openai',
    keyHeader: 'api-key',
  })
  expect(read({ preset: 'other', format: 'openai', keyHeader: 'none' })).toMatchObject({
    format: 'openai',
    keyHeader: 'none',
  })
})
