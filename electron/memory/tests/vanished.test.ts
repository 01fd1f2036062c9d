import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { filesOfHead, gitComplaints, gitDirs } from '../../../testing/git.ts'
import { openStore } from '../open-store.ts'
import { gitdirBeside } from '../repo/history-place.ts'
import type { Store } from '../store-interface.ts'
import { agent, allow, fileAt, newStore, user, writeOutside } from './store-fixture.ts'

const NAMES = Array.from({ length: 12 }, (_, at) => `note-${at}.md`)

/** A store beside a folder of some program, with these files in it. */
async function kept(
  names: readonly string[],
  watch: boolean,
): Promise<{ dir: string; open: (watch: boolean) => Promise<Store>; store: Store }> {
  const root = await newFolder()
  const [dir, device] = [`${root}/notes`, `${root}/home/stores`]
  gitDirs.set(dir, gitdirBeside(dir, device))
  for (const name of names) await writeOutside(dir, name, `${name}\n`)
  const open = (watching: boolean): Promise<Store> =>
    openStore({ dir, device, gate: allow, watch: watching, history: 'beside' })
  return { dir, open, store: await open(watch) }
}

const filesNow = async (store: Store): Promise<number> => (await store.tree()).files.length
const textsIn = async (dir: string): Promise<readonly string[]> => (await fs.readdir(dir)).toSorted()

test('a folder that vanishes is no wish to delete: it is shown, the agent waits, and everything can be restored', async () => {
  const { dir, store } = await kept(['a.md', 'b/c.md'], true)
  await fs.rm(dir, { recursive: true })
  await eventually('it is shown', async () => (await store.status()).vanished !== null)
  expect(await store.status()).toMatchObject({ vanished: { kind: 'folder', files: 2 }, files: 2, blocked: null })
  for (const outcome of [store.put([fileAt('n.md', 'n\n')], agent), store.put([fileAt('n.md', 'n\n')], user)])
    expect(await outcome).toMatchObject({ kind: 'refused', reason: { id: 'files-vanished' } })
  await store.adopt()
  expect([await filesNow(store), await fs.access(dir).catch(() => 'gone')]).toEqual([2, 'gone'])
  expect(await store.restore('HEAD', [''], user)).toMatchObject({ kind: 'committed' })
  expect([await textsIn(dir), await fs.readFile(`${dir}/b/c.md`, 'utf8')]).toEqual([['a.md', 'b'], 'b/c.md\n'])
  expect((await store.status()).vanished).toBeNull()
  // What is written into the new folder is seen as before.
  await writeOutside(dir, 'd.md', 'four\n')
  await eventually('it is adopted', async () => (await filesNow(store)) === 3)
  expect(await store.put([fileAt('n.md', 'n\n')], agent)).toMatchObject({ kind: 'committed' })
  await store.close()
  expect(await gitComplaints(dir)).toBe('')
})

test('a folder that must exist is not made when it is missing', async () => {
  const dir = nodePath.join(await newFolder(), 'moved')
  const opening = openStore({ dir, mustExist: true, device: deviceOf(dir), gate: allow })
  await expect(opening).rejects.toThrow('“moved” is no longer where it was')
  await expect(fs.access(dir)).rejects.toThrow('ENOENT')
})

test('a store is opened although its folder is gone, and none is made in its place', async () => {
  const { dir, open, store } = await kept(['a.md'], false)
  await store.close()
  await fs.rm(dir, { recursive: true })
  const again = await open(true)
  expect(await again.status()).toMatchObject({ vanished: { kind: 'folder', files: 1 } })
  expect([await fs.access(dir).catch(() => 'gone'), (await again.file('a.md'))?.text]).toEqual(['gone', 'a.md\n'])
  // The program makes it again, with something else in it.
  await writeOutside(dir, 'new.md', 'new\n')
  await eventually('it is adopted', async () => (await filesNow(again)) === 2)
  expect(await again.status()).toMatchObject({ vanished: { kind: 'files', files: 1 } })
  await again.close()
})

test('files that vanish all at once are held, whatever is written meanwhile, until they are meant to be gone', async () => {
  const { dir, open, store } = await kept(NAMES, true)
  for (const name of NAMES.slice(1)) await fs.rm(`${dir}/${name}`)
  await eventually('it is shown', async () => (await store.status()).vanished?.files === 11)
  for (let at = 0; at < 20; at += 1) await writeOutside(dir, `new-${at}.md`, `${at}\n`)
  await writeOutside(dir, 'note-0.md', 'changed\n')
  await eventually('they are adopted', async () => (await filesNow(store)) === 32)
  expect(await store.put([fileAt('n.md', 'n\n')], agent)).toMatchObject({ kind: 'refused' })
  expect(await store.put([fileAt('n.md', 'n\n')], user)).toMatchObject({ kind: 'committed' })
  await store.close()
  const again = await open(false)
  expect((await again.status()).vanished).toEqual({ kind: 'files', files: 11 })
  // One that comes back is in question no longer, and is deleted like any other.
  await writeOutside(dir, 'note-1.md', 'note-1.md\n')
  await again.adopt()
  expect((await again.status()).vanished).toEqual({ kind: 'files', files: 10 })
  await fs.rm(`${dir}/note-1.md`)
  await again.adopt()
  expect([await filesNow(again), (await again.status()).vanished]).toEqual([32, { kind: 'files', files: 10 }])
  await again.acceptVanished()
  expect([await filesNow(again), (await again.status()).vanished]).toEqual([22, null])
  await again.published()
  expect(await gitComplaints(dir)).toBe('')
  await again.close()
})

test('a folder is brought back alone, and what else vanished is still asked about', async () => {
  const { dir, store } = await kept(['d/a.md', 'd/b.md', 'e.md'], false)
  await fs.rm(dir, { recursive: true })
  await store.adopt()
  expect(await store.restore('HEAD', ['d'], user)).toMatchObject({ kind: 'committed' })
  expect([await textsIn(`${dir}/d`), (await store.status()).vanished]).toEqual([
    ['a.md', 'b.md'],
    { kind: 'files', files: 1 },
  ])
  await store.published()
  expect(Object.keys(await filesOfHead(dir))).toEqual(['d/a.md', 'd/b.md', 'e.md'])
  await store.close()
})

test('one file of several is deleted, and all files of a folder are moved, without a question', async () => {
  const { dir, store } = await kept(NAMES, false)
  await fs.rm(`${dir}/note-3.md`)
  await store.adopt()
  expect([await filesNow(store), (await store.status()).vanished]).toEqual([11, null])
  await fs.mkdir(`${dir}/d`)
  for (const name of NAMES) await fs.rename(`${dir}/${name}`, `${dir}/d/${name}`).catch(() => undefined)
  await store.adopt()
  expect([
    (await store.tree()).files.every(({ path }) => path.startsWith('d/')),
    (await store.status()).vanished,
  ]).toEqual([true, null])
  await store.close()
})

test('what is deleted from a folder with its history in it is deleted', async () => {
  await using place = await newStore({ history: 'inside' })
  const { dir, store } = place
  for (const name of NAMES) await writeOutside(dir, name, `${name}\n`)
  await store.adopt()
  for (const name of NAMES) await fs.rm(`${dir}/${name}`)
  await store.adopt()
  expect(await store.status()).toMatchObject({ files: 0, vanished: null })
})

test('a file comes in the place of a folder that vanished', async () => {
  const { dir, store } = await kept(
    NAMES.map((name) => `d/${name}`),
    false,
  )
  await fs.rm(`${dir}/d`, { recursive: true })
  await store.adopt()
  expect((await store.status()).vanished).toEqual({ kind: 'files', files: 12 })
  await writeOutside(dir, 'd', 'a file\n')
  await store.adopt()
  expect([(await store.tree()).files.map(({ path }) => path), (await store.status()).vanished]).toEqual([['d'], null])
  await store.published()
  expect(await gitComplaints(dir)).toBe('')
  await store.close()
})
