import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ReviewLine } from '../../shared/review.ts'
import { newFolder } from '../../testing/folders.ts'
import { gitComplaints } from '../../testing/git.ts'
import { type Core, openCore } from '../core.ts'

const TEXT = 'A long text that stays.\nTwo of it.\nThree of it.\n'

async function opened() {
  const home = await newFolder()
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch: false })
  onTestFinished(() => core.close())
  const dir = nodePath.join(home, 'memory')
  const write = (path: string, text: string | Uint8Array) => fs.writeFile(nodePath.join(dir, path), text)
  await core.saveFile('a.md', null, 'A.\n')
  await core.saveFile('c.md', null, TEXT)
  await core.review.keepAll((await core.store.status()).head)
  return { core, dir, write }
}

const rows = async (core: Core): Promise<readonly ReviewLine[]> => (await core.review.review()).lines
async function undoRow(core: Core, kind: ReviewLine['kind'], path: string): Promise<void> {
  const found = (await rows(core)).find((line) => line.kind === kind && line.path === path)
  if (found === undefined) throw new Error(`no row ${kind} ${path}`)
  expect(await core.undo(found.undo)).toMatchObject({ kind: 'committed' })
}
const textOf = async (core: Core, path: string): Promise<string | null> => (await core.store.file(path))?.text ?? null

test('a file gets its name back, and nothing else that its commit did is undone', async () => {
  const { core, dir, write } = await opened()
  await write('a.md', 'A, by a program.\n')
  await fs.rename(nodePath.join(dir, 'c.md'), nodePath.join(dir, 'd.md'))
  await core.store.adopt()
  await write('d.md', `${TEXT}Four, by a program.\n`)
  await core.store.adopt()
  await undoRow(core, 'moved', 'd.md')
  expect(await textOf(core, 'c.md')).toBe(`${TEXT}Four, by a program.\n`)
  expect(await textOf(core, 'd.md')).toBeNull()
  expect(await textOf(core, 'a.md')).toBe('A, by a program.\n')
  expect((await rows(core)).map(({ kind, path }) => `${kind} ${path}`).toSorted()).toEqual([
    'changed a.md',
    'learned c.md',
  ])
  await core.store.published()
  expect(await gitComplaints(dir)).toBe('')
})

test('moved twice, it gets the first name back', async () => {
  const { core } = await opened()
  const tool = core.memoryTool({ client: { client: 'Codex' } })
  await tool.run({ command: 'rename', old_path: '/memories/c.md', new_path: '/memories/d.md' })
  await tool.run({ command: 'rename', old_path: '/memories/d.md', new_path: '/memories/e.md' })
  await undoRow(core, 'moved', 'e.md')
  expect(await textOf(core, 'c.md')).toBe(TEXT)
  expect(await rows(core)).toEqual([])
})

test('what is no text is undone alone', async () => {
  const { core, write } = await opened()
  await write('a.md', 'A, by a program.\n')
  await write('p.png', Buffer.from([137, 80, 78, 71, 0, 255, 254, 0, 1, 2]))
  await core.store.adopt()
  const [, picture] = (await rows(core)).toSorted((one, other) => (one.path < other.path ? -1 : 1))
  await undoRow(core, picture?.kind ?? 'learned', 'p.png')
  expect((await core.store.tree()).files.map(({ path }) => path)).toEqual(['a.md', 'c.md'])
  expect(await textOf(core, 'a.md')).toBe('A, by a program.\n')
})
