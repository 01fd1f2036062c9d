import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { Repository } from '../repo/repository.ts'
import { allow, git, newStore, subjects } from './store-fixture.ts'

// A process killed between taking git's index.lock and writing its first journal record leaves a lock and nothing else.

async function leaveLock(dir: string): Promise<void> {
  const repo = new Repository(dir)
  expect(await repo.locks.take(repo.indexPath, 0)).not.toBeNull()
}

const lockOf = (dir: string): string => nodePath.join(dir, '.git', 'index.lock')

test.each([{ adoptOnOpen: true }, { adoptOnOpen: false }])(
  'opening a store clears the lock of a killed process with an empty journal (%o)',
  async ({ adoptOnOpen }) => {
    const dir = await newFolder()
    await (await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })).close()
    await leaveLock(dir)
    await expect(git(dir, 'add', '-A')).rejects.toThrow('index.lock')
    const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false, adoptOnOpen })
    await store.published()
    await eventually('the lock is gone', async () => !existsSync(lockOf(dir)))
    await git(dir, 'add', '-A')
    await store.close()
  },
)

test.for(['packed-refs', 'refs/heads/other', 'refs/variorum/points/one'])(
  'opening a store clears the lock of %s that a killed process left',
  async (name) => {
    const dir = await newFolder()
    await (await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })).close()
    const repo = new Repository(dir)
    const path = nodePath.join(repo.gitdir, name)
    expect(await repo.locks.take(path, 0)).not.toBeNull()
    const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
    await store.published()
    expect([existsSync(`${path}.lock`), await fs.readdir(nodePath.join(repo.ours, 'locks'))]).toEqual([false, []])
    await git(dir, 'gc', '-q')
    await store.close()
  },
)

test('a running process clears the lock of a killed one, and adopts edits again', async () => {
  await using place = await newStore({ watch: true })
  const { dir } = place
  await leaveLock(dir)
  await fs.writeFile(nodePath.join(dir, 'edited.md'), 'by hand\n')
  await eventually('the lock is gone', async () => !existsSync(lockOf(dir)))
  await eventually('the edit is adopted', async () =>
    (await subjects(dir).catch(() => [])).some((subject) => subject.includes('edited.md')),
  )
})

test("git's own lock stays", async () => {
  await using place = await newStore({ watch: true })
  await fs.writeFile(lockOf(place.dir), '')
  await fs.writeFile(nodePath.join(place.dir, 'edited.md'), 'by hand\n')
  await place.store.status()
  const again = await openStore({
    dir: place.dir,
    device: deviceOf(place.dir),
    gate: allow,
    watch: false,
    adoptOnOpen: false,
  })
  await again.close()
  expect(existsSync(lockOf(place.dir))).toBe(true)
  await fs.rm(lockOf(place.dir))
})
