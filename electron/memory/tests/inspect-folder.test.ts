import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { isLargeAdoption } from '../../../shared/stores.ts'
import { newFolder } from '../../../testing/folders.ts'
import { askFolderThread } from '../../store-thread/ask-folder-thread.ts'
import { inspectFolder } from '../inspect-folder.ts'
import { git } from './store-fixture.ts'

const here = (root: string): { readonly device: string; readonly home: string } => ({
  device: nodePath.join(root, 'home', 'stores'),
  home: nodePath.join(root, 'home'),
})

/** A file of this size that takes no room on the disk. */
function writeSparse(path: string, size: number): void {
  fs.writeFileSync(path, '')
  fs.truncateSync(path, size)
}

test('a preview counts files and bytes without reading new files, and names the first two hundred', async () => {
  const root = await newFolder()
  const dir = nodePath.join(root, 'notes')
  fs.mkdirSync(nodePath.join(dir, 'd'), { recursive: true })
  for (let at = 0; at < 1_200; at += 1) fs.writeFileSync(`${dir}/d/note-${String(at).padStart(4, '0')}.md`, 'x\n')
  const { uncommitted, isHidden } = await inspectFolder(dir, here(root))
  expect(uncommitted).toMatchObject({ count: 1_200, bytes: 2_400, isComplete: true })
  expect([uncommitted.names.length, uncommitted.names[0]]).toEqual([200, 'd/note-0000.md'])
  expect([isLargeAdoption(uncommitted), isHidden]).toEqual([true, false])
  fs.rmSync(`${dir}/d`, { recursive: true })
  // Reading a terabyte would take hours.
  writeSparse(`${dir}/large.bin`, 1_000_000_000_000)
  const large = await inspectFolder(dir, here(root))
  expect(large.uncommitted).toEqual({ count: 1, bytes: 1_000_000_000_000, names: ['large.bin'], isComplete: true })
  expect(isLargeAdoption(large.uncommitted)).toBe(true)
})

test('a preview reads only so much of the files that git knows, and says that there may be more', async () => {
  const root = await newFolder()
  const dir = nodePath.join(root, 'notes')
  fs.mkdirSync(dir)
  await git(dir, 'init', '-q')
  for (const name of ['a.md', 'z.bin']) fs.writeFileSync(`${dir}/${name}`, 'x\n')
  await git(dir, 'add', '.')
  await git(dir, 'commit', '-qm', 'first')
  writeSparse(`${dir}/z.bin`, 1_000_000_000_000)
  fs.writeFileSync(`${dir}/a.md`, 'changed\n')
  const { uncommitted } = await inspectFolder(dir, here(root))
  expect([uncommitted.isComplete, isLargeAdoption(uncommitted)]).toEqual([false, true])
  expect(uncommitted.count).toBeLessThanOrEqual(1)
})

test('looking at a folder ends at its time limit, with a message', async () => {
  const root = await newFolder()
  const dir = nodePath.join(root, 'notes')
  fs.mkdirSync(dir)
  await expect(askFolderThread({ kind: 'inspect', dir, here: here(root) }, 0)).rejects.toThrow('takes too long')
  expect((await askFolderThread({ kind: 'inspect', dir, here: here(root) }, 10_000)).kind).toBe('new')
  await expect(askFolderThread({ kind: 'inspect', dir: '/', here: here(root) }, 10_000)).rejects.toMatchObject({
    name: 'AppError',
    code: 'not-adoptable',
  })
})
