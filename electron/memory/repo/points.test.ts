import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { ObjectId } from '../../../shared/change.ts'
import * as native from '../../../testing/git.ts'
import { GitLock } from '../git/git-lock.ts'
import { agent, fileAt, closedStore, gitComplaints, newStore } from '../tests/store-fixture.ts'
import { makeAutomaticPoint, makePoint, removePoint } from './points.ts'
import { Repository } from './repository.ts'

afterEach(() => void vi.restoreAllMocks())

async function locksIn(dir: string): Promise<readonly string[]> {
  const names = await fs.readdir(nodePath.join(dir, '.git'), { recursive: true })
  return names.filter((name) => name.endsWith('.lock') || nodePath.basename(nodePath.dirname(name)) === 'locks')
}

test.for([
  ['makes a point', (repo: Repository, head: ObjectId) => makePoint(repo, 'new', head)],
  ['makes an automatic point', (repo: Repository, head: ObjectId) => makeAutomaticPoint(repo, 'rename', head)],
  ['removes a point that git has packed', (repo: Repository) => removePoint(repo, 'packed')],
] as const)('what %s unlocks git when the disk is full', async ([, act]) => {
  await using place = await closedStore({ 'a.md': 'a\n' })
  const { dir } = place
  const repo = new Repository(dir)
  const head = ObjectId.parse((await native.git(dir, 'rev-parse', 'HEAD')).trim())
  await makePoint(repo, 'packed', head)
  await native.git(dir, 'pack-refs', '--all')
  const full = vi.spyOn(GitLock.prototype, 'commit').mockImplementation(() => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  })
  await expect(act(repo, head)).rejects.toThrow('full')
  expect(await locksIn(dir)).toEqual([])
  full.mockRestore()
  await act(repo, head)
  await native.git(dir, 'pack-refs', '--all')
})

test('a name of many signs that take several bytes each is no hindrance', async () => {
  await using place = await newStore()
  const { store, dir } = place
  const files = ['a.md', 'b.md'].map((path) => fileAt(path, 'x'))
  await store.put([fileAt('c.md', 'x')], agent)
  await store.makePoint('名'.repeat(24))
  expect(await store.put(files, agent, { word: '名'.repeat(60) })).toMatchObject({ kind: 'committed' })
  // Both can be made within one clock tick, so their order is not fixed.
  const names = (await store.points()).map(({ name }) => name.slice(0, 9))
  expect(names.toSorted()).toEqual(['before “名', '名'.repeat(9)])
  expect(await gitComplaints(dir)).toBe('')
})
