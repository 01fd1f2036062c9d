import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { english } from '../shared/messages/english.ts'
import { say } from '../shared/messages/say.ts'
import { newFolder } from '../testing/folders.ts'
import { untagged } from './agent/testing/model-server.ts'
import { startStrictServer } from './agent/testing/strict-server.ts'
import { router } from './contract.ts'
import { openCore } from './core.ts'

const KEY = 'sk-secret-0123456789'

test('through the contract, a key is set, reported as set, cleared and never revealed', async () => {
  const home = await newFolder()
  const core = await openCore({ mode: 'browser', env: { VARIORUM_HOME: home }, watch: false })
  onTestFinished(() => core.close())
  const told: unknown[] = []
  core.on((event) => told.push(event))
  const ask = router.createCaller({ core })
  const anthropic = async () => (await ask.app.state()).providers.find(({ id }) => id === 'anthropic')
  expect(await ask.models.test({ provider: 'anthropic' })).toMatchObject({ problem: 'no-key' })
  await ask.models.setKey({ provider: 'anthropic', key: KEY })
  expect(await anthropic()).toEqual({
    id: 'anthropic',
    ready: true,
    reason: null,
    key: say('key-in-memory'),
    host: 'api.anthropic.com',
    baseUrl: 'https://api.anthropic.com',
    addressFrom: null,
    tried: null,
    isLocal: false,
  })
  expect(told).toEqual([{ type: 'settings.changed' }])
  await expect(ask.models.setKey({ provider: 'anthropic', key: `${KEY} ${KEY}` })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    message: expect.not.stringContaining(KEY),
  })
  await expect(ask.models.setKey({ provider: 'anthropic', key: KEY.repeat(200) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.not.stringContaining(KEY),
  })
  await ask.models.clearKey({ provider: 'anthropic' })
  expect(await anthropic()).toMatchObject({ ready: false, key: null })
  await expect(ask.chat.retry({ id: 'nobody' })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    cause: { said: say('unknown-conversation') },
  })
  expect((await ask.models.list({ provider: 'demo', isFresh: false })).models).toMatchObject([{ id: 'demo' }])
})

test('a key from the environment is reported as such, and an entered key takes precedence', async () => {
  const core = await openCore({
    mode: 'browser',
    env: { VARIORUM_HOME: await newFolder(), ANTHROPIC_API_KEY: 'other' },
    watch: false,
  })
  onTestFinished(() => core.close())
  const where = (): string | null => {
    const key = core.models.states().find(({ id }) => id === 'anthropic')?.key
    return key == null ? null : english(key)
  }
  expect(where()).toBe('From the environment variable ANTHROPIC_API_KEY')
  await core.models.setKey('anthropic', KEY)
  expect(where()).toBe('Kept only until you close Variorum')
  await core.models.clearKey('anthropic')
  expect(where()).toBe('From the environment variable ANTHROPIC_API_KEY')
})

test('the window and the command line send the same for the same settings', async () => {
  const server = await startStrictServer()
  onTestFinished(() => server.close())
  const settings = { provider: 'anthropic', model: 'claude-test', thinking: 'on', effort: 'max', cacheFor: '1h' }
  const sentBy = async (mode: 'browser' | 'cli'): Promise<readonly unknown[]> => {
    const home = await newFolder()
    await writeFile(path.join(home, 'settings.json'), JSON.stringify(settings))
    const env = { VARIORUM_HOME: home, ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url }
    const before = server.requests.length
    const core = await openCore({ mode, env, watch: false })
    const text = 'What do you know of me?'
    const { id } =
      mode === 'browser' ? await router.createCaller({ core }).chat.send({ text }) : await core.send({ text })
    await core.finished(id)
    await core.close()
    return server.requests.slice(before).map(({ body, betas }) => ({ body, betas }))
  }
  const [window, terminal] = [await sentBy('browser'), await sentBy('cli')]
  const first = window[0]
  expect(first).toMatchObject({
    body: {
      thinking: { type: 'adaptive' },
      output_config: { effort: 'max' },
      max_tokens: 32_000,
      cache_control: { ttl: '1h' },
    },
    betas: expect.arrayContaining(['context-management-2025-06-27', 'compact-2026-01-12']),
  })
  expect(untagged(terminal[0])).toEqual(untagged(first))
  expect(terminal).toHaveLength(window.length)
  expect(server.refusals).toEqual([])
})
