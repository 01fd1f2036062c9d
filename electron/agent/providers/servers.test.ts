import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PRESETS } from '../../../shared/presets.ts'
import { CompatibleServer, DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts'
import { newFolder } from '../../../testing/folders.ts'
import { saying } from '../../../testing/saying.ts'
import { createMemoryKeys, type KeyChain } from '../keys.ts'
import { createModels } from '../models.ts'
import { fails, says, startModelServer, textBlock } from '../testing/model-server.ts'
import { setScene } from '../testing/scene.ts'
import { accessTo, type Wish } from './access.ts'
import { findServers } from './find-servers.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { isLoopback } from './hosts.ts'

const KEY = 'sk-entered-0123456789'
const OFFICIAL = 'https://api.anthropic.com'

interface Case {
  readonly env?: Readonly<Record<string, string>>
  readonly wish?: Wish
  readonly keys?: KeyChain
  /** In Settings. */
  readonly baseUrl?: string
}

/** What one service would be sent. */
function accessIn(id: 'anthropic' | 'compatible', { env = {}, wish = {}, keys = createMemoryKeys(), baseUrl }: Case) {
  const compatible = CompatibleServer.parse({
    preset: 'other',
    baseUrl: baseUrl ?? 'https://typed.example',
    model: 'm',
  })
  return accessTo(id, wish, { settings: { ...DEFAULT_SETTINGS, compatible }, env, keys, fetch })
}

test('a key that was entered for one origin is used for no other, by either kind of service', async () => {
  const keys = createMemoryKeys()
  await keys.set(OFFICIAL, KEY)
  const elsewhere = { ANTHROPIC_BASE_URL: 'https://proxy.example/claude' }
  expect(accessIn('anthropic', { keys })).toMatchObject({ key: KEY, host: 'api.anthropic.com', obstacle: null })
  expect(accessIn('anthropic', { keys, env: elsewhere }).key).toBeUndefined()
  expect(accessIn('anthropic', { keys, wish: { baseUrl: 'https://proxy.example' } }).key).toBeUndefined()
  expect(accessIn('compatible', { keys }).key).toBeUndefined()
  await keys.set('https://proxy.example', 'sk-proxy')
  expect(accessIn('anthropic', { keys, env: elsewhere })).toMatchObject({ key: 'sk-proxy', host: 'proxy.example' })
  expect(accessIn('anthropic', { keys })).toMatchObject({ key: KEY })
  expect(accessIn('compatible', { keys, baseUrl: 'https://proxy.example/v1' }).key).toBe('sk-proxy')
  expect(accessIn('compatible', { keys, baseUrl: 'https://proxy.example:8443' }).key).toBeUndefined()
})

test('a key in the environment goes where the environment or the same command line says', () => {
  const claude = { ANTHROPIC_API_KEY: 'sk-env' }
  expect(accessIn('anthropic', { env: claude }).key).toBe('sk-env')
  expect(accessIn('anthropic', { env: claude, wish: { baseUrl: 'https://other.example' } }).key).toBeUndefined()
  const both = { ...claude, ANTHROPIC_BASE_URL: 'https://proxy.example' }
  expect(accessIn('anthropic', { env: both })).toMatchObject({
    key: 'sk-env',
    host: 'proxy.example',
    addressFrom: 'ANTHROPIC_BASE_URL',
  })
  expect(accessIn('anthropic', { env: both, wish: { baseUrl: OFFICIAL } }).key).toBeUndefined()

  const other = { VARIORUM_MODEL_KEY: 'sk-env' }
  expect(accessIn('compatible', { env: other }).key).toBeUndefined()
  expect(accessIn('compatible', { env: other, wish: { baseUrl: 'https://named.example' } }).key).toBe('sk-env')
  const named = { ...other, VARIORUM_MODEL_URL: 'https://named.example' }
  expect(accessIn('compatible', { env: named })).toMatchObject({
    key: 'sk-env',
    host: 'named.example',
    addressFrom: 'VARIORUM_MODEL_URL',
  })
  expect(accessIn('compatible', { env: named, wish: { baseUrl: 'https://typed.example' } }).key).toBeUndefined()
})

test('with a key, plain http is for this computer alone', async () => {
  const keys = createMemoryKeys()
  const baseUrl = 'http://box.example:8080'
  expect(accessIn('compatible', { keys, baseUrl }).obstacle).toBeNull()
  await keys.set(baseUrl, KEY)
  expect(accessIn('compatible', { keys, baseUrl }).obstacle).toEqual({
    problem: 'wrong-address',
    words: saying('others on the network between you and box.example:8080 could read your key'),
  })
  for (const local of ['http://127.0.0.1:1', 'http://127.9.9.9:1', 'http://[::1]:1', 'http://localhost:1']) {
    await keys.set(local, KEY)
    expect(accessIn('compatible', { keys, baseUrl: local })).toMatchObject({ key: KEY, obstacle: null })
  }
  expect(['http://127.evil.example', 'http://127.0.0.1.evil.example', 'http://x.localhost'].some(isLoopback)).toBe(
    false,
  )
})

test('the key entered for Claude stays at home while ANTHROPIC_BASE_URL points elsewhere', async () => {
  const server = await startModelServer(says('end_turn', textBlock(0, 'ok')))
  onTestFinished(() => server.close())
  const keys = createMemoryKeys()
  await keys.set(OFFICIAL, KEY)
  const scene = await setScene({ env: { ANTHROPIC_BASE_URL: server.url }, keys, settings: { provider: 'anthropic' } })
  await scene.say('Hello')
  expect(server.requests).toHaveLength(1)
  expect(JSON.stringify(server.requests[0]?.headers)).not.toContain(KEY)
  await expect(scene.agent.models.setKey('anthropic', 'sk-for-this-one')).resolves.toBeUndefined()
  expect([keys.get(server.url), keys.get(OFFICIAL)]).toEqual(['sk-for-this-one', KEY])
})

test('a key is not kept for what is no address', async () => {
  const { agent } = await setScene({ settings: at('nowhere') })
  await expect(agent.models.setKey('compatible', KEY)).rejects.toThrow('isn’t a web address')
})

const at = (baseUrl: string): Partial<Settings> => ({
  provider: 'compatible',
  compatible: CompatibleServer.parse({ preset: 'ollama', baseUrl, model: 'small' }),
})

async function serve(listener: RequestListener): Promise<{ readonly url: string; readonly heard: IncomingMessage[] }> {
  const heard: IncomingMessage[] = []
  const server = createServer((request, response) => {
    heard.push(request.resume())
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return { url: `http://127.0.0.1:${address.port}`, heard }
}

const json =
  (body: object): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify(body))

test.each([301, 302, 303, 307, 308])('a redirect with %i is not followed by any request', async (status) => {
  const elsewhere = await serve(json({ data: [{ id: 'small' }] }))
  const first = await serve((request, response) => {
    response.writeHead(status, { location: `${elsewhere.url}${request.url ?? ''}?token=secret` }).end()
  })
  const { host } = new URL(elsewhere.url)
  const scene = await setScene({ settings: at(first.url) })
  await scene.agent.models.setKey('compatible', KEY)
  const { models } = scene.agent
  const words = [(await models.test('compatible')).words, (await models.list('compatible')).problem]
  await scene.say('Hello')
  const end = scene.events.at(-1)
  words.push(end?.type === 'turn.ended' ? end.reason : null)
  for (const each of words) {
    expect(each).toEqual(saying(`tried to redirect the request to ${host}. Nothing was sent there`))
    expect(JSON.stringify(each)).not.toContain('secret')
  }
  expect(
    await findServers(
      guardedFetch(fetch, () => undefined),
      [{ ...PRESETS.ollama, baseUrl: first.url }],
    ),
  ).toEqual([])
  expect(elsewhere.heard).toEqual([])
  expect(first.heard).toHaveLength(5)
})

test('a network that hides where a redirect leads fails as well', async () => {
  const models = createModels({
    home: await newFolder(),
    settings: () => ({ ...DEFAULT_SETTINGS, ...at('http://127.0.0.1:1') }),
    emit: () => undefined,
    env: {},
    network: { fetch: () => Promise.reject(new Error("Attempted to redirect, but redirect policy was 'error'")) },
  })
  expect((await models.test('compatible')).words).toEqual(saying('to another address. Nothing was sent there'))
})

test('only headers of the wire format are sent, whatever the environment holds', async () => {
  vi.stubEnv(
    'ANTHROPIC_CUSTOM_HEADERS',
    'X-Corp-Token: leaked\nAuthorization: Bearer leaked\nx-api-key: leaked\nUser-Agent: leaked\nanthropic-beta: leaked\nCookie: leaked',
  )
  vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'leaked')
  vi.stubEnv('ANTHROPIC_API_KEY', 'leaked')
  onTestFinished(() => void vi.unstubAllEnvs())
  const server = await serve(json({ data: [] }))
  const scene = await setScene({ settings: at(server.url) })
  const askAll = async (): Promise<void> => {
    await scene.agent.models.test('compatible')
    await scene.agent.models.list('compatible')
    await scene.say('Hello')
  }
  await askAll()
  await scene.agent.models.setKey('compatible', KEY)
  await askAll()
  const raw = server.heard.map(({ rawHeaders }) => rawHeaders)
  expect(JSON.stringify(raw)).not.toContain('leaked')
  const names = new Set(raw.flatMap((pairs) => pairs.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())))
  const fromNetwork = ['accept-encoding', 'accept-language', 'connection', 'content-length', 'host', 'sec-fetch-mode']
  expect([...names].filter((name) => !fromNetwork.includes(name)).toSorted()).toEqual([
    'accept',
    'anthropic-version',
    'authorization',
    'content-type',
    'user-agent',
  ])
  const keys = raw.map((pairs) => pairs[pairs.findIndex((name) => name.toLowerCase() === 'authorization') + 1])
  expect(keys.filter((key) => key === `Bearer ${KEY}`).length).toBeGreaterThan(0)
  expect(
    server.heard.slice(0, server.heard.length / 2).every(({ headers }) => headers.authorization === undefined),
  ).toBe(true)
})

test('a failing service is asked again, and each request is counted with what came back', async () => {
  const server = await startModelServer(fails(529, 'overloaded_error', 'busy'), says('end_turn', textBlock(0, 'ok')))
  onTestFinished(() => server.close())
  const sums = { requests: 0, up: 0, down: 0 }
  const scene = await setScene({
    settings: at(server.url),
    network: {
      contacted(host, bytes) {
        expect(host).toBe(new URL(server.url).host)
        if ('up' in bytes) sums.requests += 1
        sums.up += 'up' in bytes ? bytes.up : 0
        sums.down += 'down' in bytes ? bytes.down : 0
      },
    },
  })
  await scene.say('Hello')
  // The list of models, and the message twice.
  expect(sums.requests).toBe(3)
  const lengths = server.requests.map(({ headers }) => Number(headers['content-length']))
  expect(sums.up).toBe(lengths.reduce((all, each) => all + each, 0))
  expect(sums.down).toBeGreaterThan(100)
})
