import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCli } from '../testing/command-line.ts'
import { startTurnServer } from './torture/turn-server.ts'

test('a compatible server answers the built command line, and writes to the memory', async () => {
  const root = await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-compatible-'))
  onTestFinished(() => fs.rm(root, { recursive: true, force: true }))
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

test('without a model the message is kept, and the error says what to do', async () => {
  const root = await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-compatible-'))
  onTestFinished(() => fs.rm(root, { recursive: true, force: true }))
  const env = { VARIORUM_HOME: nodePath.join(root, 'home'), MEMORY_DIR: nodePath.join(root, 'memory') }
  const ran = await runCli(['chat', '-p', 'Remember', '--provider', 'compatible'], env)
  expect(ran.code).toBe(1)
  expect(ran.err).toContain('No model is chosen for this server')
})
