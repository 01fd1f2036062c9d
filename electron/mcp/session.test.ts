import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { openCore } from '../core.ts'
import { McpSession } from './session.ts'

const CODEX = { name: 'codex', tools: 'eight', readOnly: false } as const

test('what an agent writes is news in Review under its name, and its folder holds from the next call on', async () => {
  const home = await newFolder()
  const env = { VARIORUM_HOME: home, HOME: home }
  const core = await openCore({ mode: 'cli', env, dir: nodePath.join(home, 'memory'), watch: false })
  onTestFinished(() => core.close())
  const session = new McpSession(core, CODEX)
  const create = async (path: string): Promise<string> =>
    (await session.call({ kind: 'command', input: { command: 'create', path, file_text: 'tea\n' } }, undefined)).content
  expect(await create('/memories/work/a.md')).toBe('File created successfully at: /memories/work/a.md')
  const { lines } = await core.review.review()
  expect(lines.map(({ path, by }) => [path, by.client])).toEqual([['work/a.md', 'codex']])
  await core.clients.change('codex', { folder: 'work' })
  expect(await create('/memories/b.md')).toContain('may only use /memories/work')
  expect(await create('/memories/work/b.md')).toContain('successfully')
  await core.clients.change('codex', { folder: '' })
  expect(await create('/memories/b.md')).toContain('successfully')
  await session.end()
})
