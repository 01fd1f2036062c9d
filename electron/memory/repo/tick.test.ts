import * as fs from 'node:fs'
import { expect, test } from 'vitest'
import { git, newStore, user, fileAt } from '../tests/store-fixture.ts'
import { Repository } from './repository.ts'
import { announcePublished, indexPathOf, indexStamp } from './tick.ts'

test('another process never takes an index of ours for one of git, at any moment of a publication', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.put([fileAt('a.md', 'one\n')], user)
  await store.published()
  const other = new Repository(dir)
  expect(other.isIndexFromGit()).toBe(false)
  const [index, staged] = [indexPathOf(other.gitdir), `${dir}/.git/variorum/staged`]
  for (let write = 0; write < 3; write += 1) {
    fs.copyFileSync(index, staged)
    announcePublished(other.gitdir, null, indexStamp(staged))
    expect(other.isIndexFromGit()).toBe(false)
    fs.renameSync(staged, index)
    expect(other.isIndexFromGit()).toBe(false)
  }
  fs.writeFileSync(`${dir}/b.md`, 'two\n')
  await git(dir, 'add', 'b.md')
  expect(other.isIndexFromGit()).toBe(true)
  // The next write of ours does not make git's own.
  fs.copyFileSync(index, staged)
  announcePublished(other.gitdir, null, indexStamp(staged))
  expect(other.isIndexFromGit()).toBe(true)
  other.close()
})
