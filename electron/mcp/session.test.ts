import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { openCore } from '../core.ts'
import type { Call } from './call.ts'
import { McpSession } from './session.ts'

const CODEX = { name: 'codex', tools: 'eight', readOnly: false } as const

async function opened() {
  const home = await newFolder()
  const env = { VARIORUM_HOME: home, HOME: home }
  const dir = nodePath.join(home, 'memory')
  const core = await openCore({ mode: 'cli', env, dir, watch: false })
  onTestFinished(() => core.close())
  const session = new McpSession(core, CODEX)
  onTestFinished(() => session.end())
  const run = async (input: Call['input']): Promise<string> =>
    (await session.call({ kind: 'command', input }, undefined)).content
  const create = (path: string, file_text = 'tea\n'): Promise<string> => run({ command: 'create', path, file_text })
  return { core, dir, home, run, create }
}

test('what an agent writes is news in Review under its name, and its folder holds from the next call on', async () => {
  const { core, create } = await opened()
  expect(await create('/memories/work/a.md')).toBe('File created successfully at: /memories/work/a.md')
  const { lines } = await core.review.review()
  expect(lines.map(({ path, by }) => [path, by.client])).toEqual([['work/a.md', 'codex']])
  await core.clients.change('codex', { folder: 'work' })
  expect(await create('/memories/b.md')).toContain('may only use /memories/work')
  expect(await create('/memories/work/b.md')).toContain('successfully')
  await core.clients.change('codex', { folder: '' })
  expect(await create('/memories/b.md')).toContain('successfully')
})

test('an agent that must ask is told that its writes wait, and nothing is written before the user says so', async () => {
  const { core, dir, run, create } = await opened()
  await create('/memories/a.md', 'one\n')
  await core.clients.change('codex', { access: 'ask' })
  expect(await create('/memories/b.md')).toContain('waits for them')
  expect(await run({ command: 'delete', path: '/memories/a.md' })).toContain('waits for them')
  expect(await run({ command: 'rename', old_path: '/memories/a.md', new_path: '/memories/c.md' })).toContain('waits')
  expect(await run({ command: 'view', path: '/memories/a.md' })).toContain('one')
  const files = async (): Promise<readonly string[]> => (await fs.readdir(dir)).filter((name) => name.endsWith('.md'))
  expect(await files()).toEqual(['a.md'])
  const { waiting } = await core.review.review()
  expect(waiting).toMatchObject([{ paths: ['b.md'] }, { paths: ['a.md'] }, { paths: ['a.md', 'c.md'] }])
  await core.accept({ id: waiting[0]?.id ?? '' })
  expect((await files()).toSorted()).toEqual(['a.md', 'b.md'])
  await core.clients.change('codex', { access: 'write' })
  expect(await create('/memories/d.md')).toContain('successfully')
})

test('what it has seen stays known when its rights change, and trust that is taken away is gone at once', async () => {
  const { core, dir, run, create } = await opened()
  await core.clients.change('codex', { trusted: true })
  await create('/memories/work/a.md', 'one\ntwo\nthree\n')
  await run({ command: 'view', path: '/memories/work/a.md' })
  await fs.writeFile(nodePath.join(dir, 'work', 'a.md'), 'new\none\ntwo\nthree\n')
  await core.clients.change('codex', { folder: 'work', trusted: false })
  await run({ command: 'insert', path: '/memories/work/a.md', insert_line: 2, insert_text: 'after two' })
  expect(await fs.readFile(nodePath.join(dir, 'work', 'a.md'), 'utf8')).toBe('new\none\ntwo\nafter two\nthree\n')
  const { commits } = await core.store.history({ client: 'codex' })
  expect(commits.map(({ origin }) => origin.lineage)).toEqual(['outside', 'agent'])
})

test('rights that cannot be read are the answer', async () => {
  const { core, home, create } = await opened()
  await fs.rm(nodePath.join(home, 'clients.json'), { force: true })
  await fs.mkdir(nodePath.join(home, 'clients.json'))
  expect(await create('/memories/a.md')).toMatch(/^Error: /)
  expect((await core.store.tree()).files).toEqual([])
})
