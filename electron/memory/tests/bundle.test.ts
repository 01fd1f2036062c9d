import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import * as native from '../../../testing/git.ts'
import type { Store } from '../store-interface.ts'
import { agent, fileAt, git, newStore, user } from './store-fixture.ts'

async function write(store: Store, path: string, text: string): Promise<void> {
  const found = await store.look(path)
  await store.put([fileAt(path, text, found.kind === 'file' ? found.blob.id : null)], agent)
}

/** A history with several versions, a folder that goes, a branch point that only a restore point holds. */
async function fill(store: Store): Promise<void> {
  for (let at = 0; at < 70; at += 1)
    await write(store, `notes/${at % 7}.md`, `# Note\n\n${'a line that stays\n'.repeat(40)}version ${at}\n`)
  await write(store, 'große Liste.md', 'Grüße\n')
  await store.makePoint('before the trip')
  await store.remove(['notes'], { ...user, verb: 'delete' })
}

test('a bundle is what git verifies and clones: every commit, the same ids, and the restore points', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await fill(store)
  const folder = await newFolder()
  const file = `${folder}/memory.bundle`
  expect(await store.writeBundle(file)).toBe(72)
  expect(await native.git(dir, 'bundle', 'verify', file).then(() => 'right', String)).toBe('right')
  await native.git(folder, 'clone', '-q', file, 'copy')
  const [head, count] = [await git(dir, 'rev-parse', 'HEAD'), await git(dir, 'rev-list', '--count', 'HEAD')]
  expect(await native.git(`${folder}/copy`, 'rev-parse', 'HEAD')).toBe(head)
  expect(await native.git(`${folder}/copy`, 'rev-list', '--count', 'HEAD')).toBe(count)
  expect(await native.gitComplaints(`${folder}/copy`)).toBe('')
  expect(await native.git(folder, 'bundle', 'list-heads', file)).toContain('refs/variorum/points/before%20the%20trip')
  // Versions are deltas: the file is far smaller than the texts of all of them.
  expect((await fs.stat(file)).size).toBeLessThan(30_000)
  await expect(store.writeBundle(file)).rejects.toThrow()
})

test('a bundle that is cancelled says so, and a store without history has none', async () => {
  await using place = await newStore()
  const folder = await newFolder()
  await expect(place.store.writeBundle(`${folder}/none`)).rejects.toMatchObject({ code: 'unknown-commit' })
  await fill(place.store)
  const writing = place.store.writeBundle(`${folder}/half`)
  await place.store.cancel('bundle')
  expect(await writing).toBeNull()
})
