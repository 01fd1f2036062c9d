import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { say } from '../../shared/messages/say.ts'
import { PRESETS } from '../../shared/presets.ts'
import { CompatibleServer, Settings } from '../../shared/settings.ts'
import { newFolder } from '../../testing/folders.ts'
import { saying } from '../../testing/saying.ts'
import { SettingsFile } from '../settings-file.ts'
import { speakPlainly } from './providers/dialects.ts'
import { findServers } from './providers/find-servers.ts'
import { createMessagesProvider } from './providers/messages.ts'
import { isOffline } from './providers/transport.ts'
import { fails, says, startModelServer, textBlock } from './testing/model-server.ts'
import { PLAIN_PROMPT, PLAIN_TUNING, setScene } from './testing/scene.ts'

const KEY = 'sk-secret-0123456789-abcdef'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

async function allOf(stream: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for await (const each of stream) all.push(each)
  return all
}

const json =
  (status: number, body: unknown): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json', 'x-should-retry': 'false' })
    response.end(JSON.stringify(body))
  }
const error = (status: number, type: string): RequestListener =>
  json(status, { type: 'error', error: { type, message: `no ${KEY}` } })
const MESSAGE = { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }

const compatible = (baseUrl: string, model = 'small') =>
  ({ provider: 'compatible', compatible: CompatibleServer.parse({ preset: 'ollama', baseUrl, model }) }) as const

test.each([
  ['it answers', json(200, MESSAGE), null, 'answered, using small'],
  ['a wrong key', error(401, 'authentication_error'), 'wrong-key', 'refused the key (401)'],
  ['a key that may not', error(403, 'permission_error'), 'not-allowed', 'doesn’t allow access to small'],
  ['no such model', error(404, 'not_found_error'), 'no-model', 'has no model named small'],
  ['too many requests', error(429, 'rate_limit_error'), 'busy', 'can’t answer right now (429)'],
  ['a fault', error(529, 'overloaded_error'), 'busy', 'can’t answer right now (529)'],
  ['no money', error(400, 'invalid_request_error'), 'other', 'rejected the request (400): no ….'],
  ['another kind of server', json(200, { hello: 'world' }), 'wrong-format', 'answered, but not in the Messages format'],
  [
    'a web page',
    ((_, response) => response.end('<html>')) satisfies RequestListener,
    'wrong-format',
    'answered, but not in the Messages format',
  ],
  [
    'no such page',
    ((_, response) => response.writeHead(404).end('Not found')) satisfies RequestListener,
    'wrong-format',
    'enter it without /v1/messages',
  ],
] as const)('the test says what is wrong: %s', async (_, listener, problem, words) => {
  const { agent } = await setScene({ settings: compatible(await serve(listener)) })
  await agent.models.setKey('compatible', KEY)
  const tested = await agent.models.test('compatible')
  expect(tested).toEqual({ problem, words: saying(words) })
  expect(tested.words).not.toContain(KEY)
  const tried = () => agent.models.states().find(({ id }) => id === 'compatible')?.tried
  expect(tried()).toEqual({ at: expect.any(String), works: problem === null, words: tested.words })
  await agent.models.setKey('compatible', `${KEY}-2`)
  expect(tried()).toBeNull()
})

test('a server that answers "not found" for a model and an address alike is asked for its list', async () => {
  const url = await serve((request, response) =>
    (request.url?.startsWith('/v1/models')
      ? json(200, { data: [{ id: 'large' }] })
      : json(404, { detail: 'Not found' }))(request, response),
  )
  const { agent } = await setScene({ settings: compatible(url) })
  expect(await agent.models.test('compatible')).toMatchObject({ problem: 'no-model' })
})

test('what is wrong before anything is sent', async () => {
  const tested = async (settings: Partial<Settings>, provider: 'anthropic' | 'compatible' = 'compatible') =>
    (await (await setScene({ settings })).agent.models.test(provider)).problem
  expect(await tested({}, 'anthropic')).toBe('no-key')
  expect(await tested(compatible('localhost:1234'))).toBe('wrong-address')
  expect(await tested(compatible('http://me:secret@localhost:1234'))).toBe('wrong-address')
  expect(await tested(compatible('http://127.0.0.1:1', ''))).toBe('no-model')
  expect(await tested(compatible('http://127.0.0.1:1'))).toBe('wrong-address')
  expect(await tested({ compatible: CompatibleServer.parse({ preset: 'openrouter', baseUrl: '', model: 'x' }) })).toBe(
    'no-key',
  )
})

test('a missing network is detected at once, and a local server needs none', () => {
  const alone = { lo: [{ internal: true }] }
  expect(isOffline('https://api.anthropic.com', alone)).toBe(true)
  expect(isOffline('http://127.0.0.1:11434', alone)).toBe(false)
  expect(isOffline('http://[::1]:80', alone)).toBe(false)
  expect(isOffline('https://api.anthropic.com', { ...alone, eth0: [{ internal: false }] })).toBe(false)
})

test('an unknown host name fails at once, without retries', async () => {
  let asked = 0
  const lost = async (): Promise<never> => {
    asked += 1
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }) })
  }
  const provider = createMessagesProvider({
    id: 'anthropic',
    who: 'Claude',
    isOfficial: true,
    speak: speakPlainly,
    key: KEY,
    baseUrl: 'http://127.0.0.1:1',
    fetch: lost,
  })
  const stream = provider.stream(
    { model: 'm', prompt: PLAIN_PROMPT, messages: [], tuning: PLAIN_TUNING, holdsEdits: false },
    new AbortController().signal,
  )
  await expect(allOf(stream)).rejects.toThrow('No network. You can still read')
  expect(asked).toBe(1)
})

test.each([
  [
    'does not begin to answer',
    (init?: RequestInit) =>
      new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
      ),
    'didn’t start answering in time',
  ],
  [
    'begins and then says nothing',
    async () =>
      new Response(
        new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('event: ping\ndata: {}\n\n')) }),
        { headers: { 'content-type': 'text/event-stream' } },
      ),
    'was cut off in the middle',
  ],
] as const)('a server that %s is given up with a message', async (_, answer, words) => {
  const provider = createMessagesProvider({
    id: 'anthropic',
    who: 'Claude',
    isOfficial: true,
    speak: speakPlainly,
    key: KEY,
    baseUrl: 'http://127.0.0.1:1',
    timeoutMs: 30,
    fetch: (__, init) => answer(init),
  })
  const stream = provider.stream(
    { model: 'm', prompt: PLAIN_PROMPT, messages: [], tuning: PLAIN_TUNING, holdsEdits: false },
    new AbortController().signal,
  )
  await expect(allOf(stream)).rejects.toThrow(words)
})

const OFFICIAL = {
  id: 'claude-x',
  type: 'model',
  display_name: 'Claude X',
  created_at: '2026-01-01T00:00:00Z',
  lifecycle: 'deprecated',
  retires_at: '2027-01-01T00:00:00Z',
  max_input_tokens: 200_000,
  max_tokens: 64_000,
  capabilities: {
    context_management: {
      supported: true,
      clear_tool_uses_20250919: { supported: true },
      compact_20260112: { supported: false },
    },
    effort: { supported: true, low: { supported: true }, max: { supported: false } },
    thinking: {
      supported: true,
      types: { adaptive: { supported: false }, enabled: { supported: true }, disabled: { supported: true } },
    },
  },
}

test('the list of models, with limits and lifecycle, is available when the service is not', async () => {
  const home = await newFolder()
  let listener = json(200, { data: [OFFICIAL, { id: 'plain', max_model_len: 4096 }, { nonsense: 1 }], has_more: false })
  const url = await serve((request, response) => listener(request, response))
  const { agent } = await setScene({ home, settings: compatible(url) })
  const listed = await agent.models.list('compatible')
  expect(listed).toEqual({
    problem: null,
    asOf: expect.any(String),
    models: [
      {
        id: 'claude-x',
        name: 'Claude X',
        lifecycle: 'deprecated',
        retiresAt: '2027-01-01T00:00:00Z',
        maxInput: 200_000,
        maxOutput: 64_000,
        abilities: {
          clearToolUses: true,
          compact: false,
          clearThinking: false,
          strictTools: false,
          thinkBetweenTools: false,
          thinkAdaptive: false,
          thinkBudget: true,
          thinkNever: true,
          efforts: ['low'],
        },
      },
      {
        id: 'plain',
        name: 'plain',
        lifecycle: null,
        retiresAt: null,
        maxInput: 4096,
        maxOutput: null,
        abilities: null,
      },
    ],
  })
  listener = error(500, 'api_error')
  expect(await agent.models.list('compatible', false)).toEqual(listed)
  expect(await agent.models.list('compatible')).toEqual({
    ...listed,
    problem: saying('can’t answer right now (500)'),
  })
  expect(JSON.parse(await readFile(path.join(home, 'models.json'), 'utf8'))).toHaveProperty([`compatible ${url}`])
  expect(await agent.models.list('anthropic')).toMatchObject({
    models: [],
    asOf: null,
    problem: saying('needs a key'),
  })
})

test('the abilities in the list are used in requests', async () => {
  const requests: unknown[] = []
  const url = await serve(async (request, response) => {
    if (request.url?.startsWith('/v1/models')) return json(200, { data: [OFFICIAL] })(request, response)
    requests.push(JSON.parse((await allOf(request)).join('')))
    return says('end_turn', textBlock(0, 'ok'))(response, {
      path: '',
      headers: {},
      body: { model: '', messages: [] },
      json: null,
    })
  })
  const scene = await setScene({
    env: { ANTHROPIC_BASE_URL: url },
    settings: { provider: 'anthropic', model: 'claude-x', thinking: 'on', effort: 'low' },
  })
  await scene.agent.models.list('anthropic')
  await scene.say('Hello')
  expect(requests).toMatchObject([
    { thinking: { type: 'enabled', budget_tokens: 16_000 }, output_config: { effort: 'low' }, max_tokens: 32_000 },
  ])
})

test('servers on this computer are found at their ports, and other programs are not mistaken for them', async () => {
  const one = await serve(json(200, { data: [{ id: 'a' }, { id: 'b' }] }))
  const other = await serve((_, response) => response.end('<html>'))
  const shut = await serve(json(401, {}))
  expect(
    await findServers(fetch, [
      { ...PRESETS.ollama, baseUrl: one },
      { ...PRESETS.vllm, baseUrl: other },
      { ...PRESETS.litellm, baseUrl: shut },
      { ...PRESETS['lm-studio'], baseUrl: shut },
      { ...PRESETS.openrouter, baseUrl: one },
    ]),
  ).toEqual([
    { preset: 'ollama', format: 'messages', baseUrl: one, models: ['a', 'b'] },
    { preset: 'litellm', format: 'messages', baseUrl: shut, models: [] },
  ])
})

test('a key is kept for one address, its place is reported, and it can be cleared', async () => {
  const server = await startModelServer(says('end_turn', textBlock(0, 'ok')), says('end_turn', textBlock(0, 'ok')))
  onTestFinished(() => server.close())
  let chosen = compatible(server.url)
  const scene = await setScene({
    settings: {
      get compatible() {
        return chosen.compatible
      },
      provider: 'compatible',
    },
  })
  const state = () => scene.agent.models.states().find(({ id }) => id === 'compatible')
  await scene.agent.models.setKey('compatible', ` ${KEY}\n`)
  expect(state()).toMatchObject({ ready: true, key: say('key-in-memory') })
  await scene.say('Hello')
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
  await scene.agent.models.clearKey('compatible')
  expect(state()).toMatchObject({ key: null })
  await scene.say('Hello')
  expect(JSON.stringify(server.requests[1]?.headers)).not.toContain(KEY)
  await expect(scene.agent.models.setKey('compatible', `${KEY} ü`)).rejects.toThrow(/^(?!.*sk-secret).*isn’t a key/)
  await scene.agent.models.setKey('compatible', KEY)
  chosen = compatible('http://127.0.0.1:9')
  expect(state()).toMatchObject({ key: null })
})

test('a key is in no file, no event and no message', async () => {
  const failing = fails(400, 'invalid_request_error', `You sent ${KEY}`)
  const server = await startModelServer(
    failing,
    fails(401, 'authentication_error', KEY),
    says('end_turn', textBlock(0, 'ok')),
  )
  onTestFinished(() => server.close())
  const scene = await setScene({ env: { ANTHROPIC_BASE_URL: server.url }, settings: { provider: 'anthropic' } })
  await scene.agent.models.setKey('anthropic', KEY)
  const id = await scene.say('one')
  await scene.say('two', id)
  await scene.say('three', id)
  expect(server.requests[2]?.headers.authorization).toContain(KEY)
  const files = await readdir(scene.home, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')),
  )
  const told = [
    JSON.stringify(scene.events),
    JSON.stringify(await scene.agent.conversations.open(id)),
    JSON.stringify(scene.agent.models.states()),
    ...texts,
  ]
  expect(told.length).toBeGreaterThan(5)
  expect(told.filter((text) => text.includes(KEY))).toEqual([])
})

test('settings of an older version stay valid', async () => {
  const home = await newFolder()
  const old = {
    theme: 'dark',
    locale: 'en',
    textSize: 16,
    letterKeys: false,
    provider: 'anthropic',
    model: 'claude-old',
  }
  await writeFile(path.join(home, 'settings.json'), JSON.stringify(old))
  const file = await SettingsFile.open(home)
  expect(file.current).toMatchObject({
    ...old,
    thinking: 'default',
    contextEditing: { keep: 5 },
    cacheFor: '5m',
    compatible: { preset: 'ollama' },
  })
  expect(Settings.safeParse(file.current).success).toBe(true)
  // Two changes at once leave both.
  await Promise.all([file.change({ textSize: 18 }), file.change({ effort: 'low' })])
  expect((await SettingsFile.open(home)).current).toMatchObject({ textSize: 18, effort: 'low' })
})
