import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import { expect, onTestFinished, test } from 'vitest'
import { runCli } from '../testing/command-line.ts'
import { newFolder } from '../testing/folders.ts'
import { startScriptedModel } from './scripted-model.ts'
import { startTurnServer } from './torture/turn-server.ts'

test('a compatible server answers the built command line, and writes to the memory', async () => {
  const root = await newFolder()
  const server = await startTurnServer()
  onTestFinished(() => server.close())
  const env = { VARIORUM_HOME: nodePath.join(root, 'home'), MEMORY_DIR: nodePath.join(root, 'memory') }
  const ran = await runCli(
    ['chat', '-p', 'Remember', '--provider', 'compatible', '--base-url', `${server.url}/v1/`, '--model', 'small'],
    env,
  )
  expect(ran).toMatchObject({ code: 0, out: 'It is written.\n' })
  expect(server.wrong).toEqual([])
  expect(await fs.readdir(nodePath.join(root, 'memory', 'lines'))).toHaveLength(3)
})

test('a server of the OpenAI format answers as well, with the header that it reads the key from', async () => {
  const root = await newFolder()
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  const input = { command: 'create', path: '/memories/a.md', file_text: 'a\n' }
  mock
    .on({ hasToolResult: false }, { toolCalls: [{ name: 'memory', arguments: JSON.stringify(input) }] })
    .on({ hasToolResult: true }, { content: 'It is written.' })
  const url = await mock.start()
  onTestFinished(() => mock.stop())
  const env = { VARIORUM_HOME: nodePath.join(root, 'home'), MEMORY_DIR: nodePath.join(root, 'memory') }
  const ran = await runCli(
    [
      'chat',
      '-p',
      'Remember',
      '--provider',
      'compatible',
      '--base-url',
      url,
      '--model',
      'small',
      '--format',
      'openai',
      '--key-header',
      'api-key',
    ],
    { ...env, VARIORUM_MODEL_KEY: 'sk-of-the-server' },
  )
  expect(ran).toMatchObject({ code: 0, out: 'It is written.\n' })
  expect(await fs.readFile(nodePath.join(root, 'memory', 'a.md'), 'utf8')).toBe('a\n')
  // The mock hides the keys that it received.
  expect(mock.getRequests().map(({ path, headers }) => [path, headers['api-key'], headers['authorization']])).toEqual(
    Array.from({ length: 2 }, () => ['/v1/chat/completions', '[REDACTED]', undefined]),
  )
})

test('without a model the message is kept, and the error says what to do', async () => {
  const root = await newFolder()
  const env = { VARIORUM_HOME: nodePath.join(root, 'home'), MEMORY_DIR: nodePath.join(root, 'memory') }
  const ran = await runCli(['chat', '-p', 'Remember', '--provider', 'compatible'], env)
  expect(ran.code).toBe(1)
  expect(ran.err).toContain('No model is chosen for this server')
})

test('the command line says what it waits for', async () => {
  const root = await newFolder()
  const model = await startScriptedModel()
  onTestFinished(() => model.close())
  const env = { VARIORUM_HOME: nodePath.join(root, 'home'), MEMORY_DIR: nodePath.join(root, 'memory') }
  const chat = (...more: readonly string[]) =>
    runCli(
      ['chat', '-p', 'Hello', '--provider', 'compatible', '--base-url', model.url, '--model', 'small', ...more],
      env,
    )
  const busy = { status: 529, headers: { 'x-should-retry': 'true', 'retry-after-ms': '1' } }
  model.answers(busy, { text: 'Aye.' })
  const ran = await chat()
  expect(ran).toMatchObject({ code: 0, out: 'Aye.\n' })
  expect(ran.err).toContain('Overloaded. Trying again (2 of 3)…\n')
  model.answers(busy, { text: 'Aye.' })
  const events = (await chat('--json')).out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const waiting = { kind: 'again', what: 'Overloaded.', attempt: 2, of: 3, until: expect.any(String) }
  expect(events.flatMap((event) => (event.type === 'turn.waiting' ? [event.waiting] : []))).toEqual([waiting, null])
})
