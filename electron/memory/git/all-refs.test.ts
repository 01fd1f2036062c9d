import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { git, importCommits } from '../../../testing/git.ts'
import { allRefs } from './all-refs.ts'

test('while git packs the refs, each is read as it is', async () => {
  const dir = await newFolder()
  await git(dir, 'init', '-q', '-b', 'main')
  await importCommits(dir, 4)
  const commits = (await git(dir, 'rev-list', 'main')).trim().split('\n')
  const branches = Array.from({ length: 40 }, (_, at) => `refs/heads/branch-${at}`)
  const old: string[] = []
  for (const commit of commits) {
    await Promise.all(branches.map((name) => git(dir, 'update-ref', name, commit)))
    const now = { isPacking: true }
    const packing = git(dir, 'pack-refs', '--all').finally(() => (now.isPacking = false))
    while (now.isPacking) {
      const refs = await allRefs(`${dir}/.git`)
      old.push(...branches.filter((name) => refs.get(name) !== commit))
    }
    await packing
  }
  expect(old).toEqual([])
})
