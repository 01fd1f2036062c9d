import nodeFs, { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import * as nodePath from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { Repository } from '../repo/repository.ts'
import { allow, closedStore, git, newStore, subjects } from './store-fixture.ts'

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

describe('on a file system without hard links', () => {
  beforeEach(() => {
    vi.spyOn(nodeFs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error('no links'), { code: 'EPERM' })
    })
    syncBuiltinESMExports()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  test.for(['index', 'packed-refs', 'refs/heads/other'])(
    'the lock of %s is cleared, and never one of git',
    async (name) => {
      const dir = await newFolder()
      await (await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })).close()
      const repo = new Repository(dir)
      const path = nodePath.join(repo.gitdir, name)
      const theirs = ['refs/heads/empty', 'refs/heads/full'].map((ref) => nodePath.join(repo.gitdir, `${ref}.lock`))
      expect(await repo.locks.take(path, 0)).not.toBeNull()
      for (const [at, lock] of theirs.entries()) await fs.writeFile(lock, at === 0 ? '' : `${'0'.repeat(40)}\n`)
      const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
      await store.published()
      const markers = await fs.readdir(nodePath.join(repo.ours, 'locks'))
      expect([existsSync(`${path}.lock`), markers, theirs.map((lock) => existsSync(lock))]).toEqual([
        false,
        [],
        [true, true],
      ])
      await store.close()
    },
  )

  test('a lock keeps saying whose it is until the new content is in place', async () => {
    await using place = await closedStore({ 'a.md': 'a\n' })
    const repo = new Repository(place.dir)
    const path = nodePath.join(repo.gitdir, 'refs', 'heads', 'other')
    const renamed = vi.spyOn(nodeFs, 'renameSync').mockImplementation(() => {
      throw new Error('killed')
    })
    syncBuiltinESMExports()
    const lock = await repo.locks.take(path, 0)
    expect(() => lock?.commit(`${'1'.repeat(40)}\n`)).toThrow('killed')
    renamed.mockRestore()
    syncBuiltinESMExports()
    await repo.locks.clear(repo.gitdir)
    expect([existsSync(`${path}.lock`), existsSync(path)]).toEqual([false, false])
    const again = await repo.locks.take(path, 0)
    expect(await repo.locks.take(path, 0)).toBeNull()
    again?.commit(`${'1'.repeat(40)}\n`)
    const left = await fs.readdir(nodePath.join(repo.ours, 'locks'))
    expect([existsSync(`${path}.lock`), await fs.readFile(path, 'utf8'), left]).toEqual([
      false,
      `${'1'.repeat(40)}\n`,
      [],
    ])
    again?.release()
    expect(existsSync(path)).toBe(true)
  })
})

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
