import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { createConnecting } from './connecting.ts'
import { tryStart } from './try-start.ts'

const CONNECT = { program: 'cursor', change: 'connect' } as const

async function computer() {
  const folder = await newFolder()
  const file = nodePath.join(folder, '.cursor', 'mcp.json')
  await fs.mkdir(nodePath.dirname(file))
  const script = nodePath.join(folder, 'cli.js')
  await fs.writeFile(script, '')
  const system = { platform: process.platform, env: { PATH: '' }, userHome: folder, project: folder }
  const parts = { system, home: nodePath.join(folder, 'app'), store: async () => undefined, storeFolder: () => folder }
  return { file, parts, connecting: createConnecting({ ...parts, running: { node: process.execPath, script } }) }
}

test('only what was shown is carried out', async () => {
  const { file, connecting } = await computer()
  const plan = await connecting.plan(CONNECT)
  const meanwhile = '{ "mcpServers": { "variorum": { "command": "theirs" } } }'
  await fs.writeFile(file, meanwhile)
  await expect(connecting.carryOut(CONNECT, plan?.diff ?? '')).rejects.toThrow('that Variorum didn’t write')
  expect(await fs.readFile(file, 'utf8')).toBe(meanwhile)
  await fs.writeFile(file, '{ "mcpServers": { "a": {} } }')
  await expect(connecting.carryOut(CONNECT, plan?.diff ?? '')).rejects.toThrow('in the meantime')
  const shown = await connecting.plan(CONNECT)
  expect(await connecting.carryOut(CONNECT, shown?.diff ?? '')).not.toBeNull()
  expect(await connecting.plan(CONNECT)).toBeNull()
})

test('an app that cannot be started, without the command that can, says what to install', async () => {
  const { parts } = await computer()
  const connecting = createConnecting(parts)
  await expect(connecting.plan(CONNECT)).rejects.toThrow('npm install --global variorum')
  await expect(connecting.test('cursor')).rejects.toThrow('is not connected')
})

test('a command that is gone, and one that does not answer, are told apart', async () => {
  const start = { args: ['mcp', '--client', 'codex'], env: {} }
  expect(await tryStart({ ...start, command: '/nowhere/variorum' })).toMatchObject({
    kind: 'fails',
    why: { id: 'connect-test-no-command' },
  })
  expect(await tryStart({ ...start, command: process.execPath, args: ['-e', '0', ...start.args] })).toMatchObject({
    kind: 'fails',
    why: { id: 'connect-test-failed' },
  })
})
