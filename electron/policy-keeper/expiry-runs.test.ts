import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_POLICIES } from '../../shared/policy.ts'
import { newFolder } from '../../testing/folders.ts'
import { saying } from '../../testing/saying.ts'
import { openCore, type Core } from '../core.ts'

const DAY_MS = 86_400_000
const inDays = (count: number): Date => new Date(Date.now() + count * DAY_MS)

interface Scene {
  readonly core: Core
  readonly dir: string
  readonly write: (path: string, text: string) => Promise<void>
  readonly paths: () => Promise<readonly string[]>
}

/** A store with some files that nobody uses on the next days, on which `used.md` is read. They expire after two of them. */
async function setScene(names: readonly string[], maxShare: number): Promise<Scene> {
  const home = await newFolder()
  const dir = nodePath.join(home, 'memory')
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch: false })
  onTestFinished(() => core.close())
  await core.policies.save({
    ...DEFAULT_POLICIES,
    expiry: { ...DEFAULT_POLICIES.expiry, on: true, days: 2, maxShare },
  })
  const write = async (path: string, text: string): Promise<void> => {
    const before = (await core.store.file(path))?.blob.id ?? null
    expect((await core.saveFile(path, before, text)).kind).toBe('committed')
  }
  for (const name of [...names, 'used.md']) await write(name, `${name}\n`)
  const access = nodePath.join(dir, '.git', 'variorum', 'access')
  await fs.mkdir(access, { recursive: true })
  const reads = [1, 2, 3].map((day) => JSON.stringify({ time: inDays(day).toISOString(), path: 'used.md' }))
  await fs.writeFile(nodePath.join(access, '2000-01.jsonl'), reads.join('\n'))
  return { core, dir, write, paths: async () => (await core.store.tree()).files.map(({ path }) => path) }
}

test('what was changed, or pinned, since the user was asked about it is not removed', async () => {
  const { core, dir, write, paths } = await setScene(['changed.md', 'due.md', 'edited.md', 'pinned.md'], 0)
  const asked = (await core.policies.runExpiry(inDays(3), true))?.ask ?? []
  expect(asked.map(({ path }) => path)).toEqual(['changed.md', 'due.md', 'edited.md', 'pinned.md'])
  await write('changed.md', 'fresh and important\n')
  await fs.writeFile(nodePath.join(dir, 'edited.md'), 'by another program\n')
  await core.policies.pin(['pinned.md'], true)
  expect(await core.policies.expire(asked)).toMatchObject({ kind: 'committed', commit: { changeCount: 1 } })
  await core.store.adopt()
  expect(await paths()).toEqual(['changed.md', 'edited.md', 'pinned.md', 'used.md'])
  expect(await core.policies.expire(asked.filter(({ path }) => path === 'changed.md'))).toMatchObject({
    kind: 'refused',
    reason: saying('changed or removed meanwhile'),
  })
})

test('a pinned file or folder stays, whatever characters its name has', async () => {
  const names = ['recipe {best}.md', '[a-b] {x,y}.md', '{old}/a.md']
  const { core, paths } = await setScene([...names, 'due.md'], 1)
  await core.policies.pin(['recipe {best}.md', '[a-b] {x,y}.md', '{old}'], true)
  expect((await core.policies.runExpiry(inDays(3), false))?.now.map(({ path }) => path)).toEqual(['due.md'])
  expect((await paths()).toSorted()).toEqual([...names, 'used.md'].toSorted())
})

test('what is pinned stays so when the user renames it, or a folder above it, and when that is undone', async () => {
  const { core, paths } = await setScene(['a.md', 'd/b.md', 'due.md', 'f/c.md', 'taken.md'], 1)
  const pins = async () => (await core.policies.state()).policies.pins
  await core.policies.pin(['a.md', 'd/b.md', 'f'], true)
  await core.moveFiles([{ from: 'a.md', to: 'eva.md' }])
  await core.moveFiles([
    { from: 'd', to: 'e' },
    { from: 'f/c.md', to: 'c.md' },
  ])
  const kept = ['a.md', 'd/b.md', 'f', 'eva.md', 'e/b.md', 'c.md']
  expect(await pins()).toEqual(kept)
  for (const [from, to] of [
    ['eva.md', 'taken.md'],
    ['eva.md', '.git/eva.md'],
    ['a.md', 'z.md'],
  ] as const)
    expect((await core.moveFiles([{ from, to }])).kind).not.toBe('committed')
  expect(await pins()).toEqual(kept)
  const plan = await core.policies.runExpiry(inDays(3), false)
  expect(plan?.now.map(({ path }) => path)).toEqual(['due.md', 'taken.md'])
  expect((await paths()).toSorted()).toEqual(['c.md', 'e/b.md', 'eva.md', 'used.md'])
})

test('a renaming is undone before the pin that it brought; none happens while its pin cannot be written', async () => {
  const { core, dir, paths } = await setScene(['a.md'], 1)
  await core.policies.pin(['a.md'], true)
  await core.moveFiles([{ from: 'a.md', to: 'eva.md' }])
  expect((await core.undo({ next: 'undo' })).kind).toBe('committed')
  expect(await paths()).toEqual(['a.md', 'used.md'])
  const file = nodePath.join(dir, '.variorum', 'policies.json')
  await fs.writeFile(file, JSON.stringify({ redaction: { groups: { secrets: 'off' } } }))
  await core.store.adopt()
  expect(await core.moveFiles([{ from: 'a.md', to: 'b.md' }])).toMatchObject({
    kind: 'refused',
    reason: saying(/waits/),
  })
  expect(await paths()).toEqual(['a.md', 'used.md'])
})
