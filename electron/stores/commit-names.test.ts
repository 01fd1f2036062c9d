import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { agent, fileAt, git, newStore, writeOutside } from '../memory/tests/store-fixture.ts'
import { renameCommits } from './commit-names.ts'

test('files that name commits by git’s ids are moved over once; a commit of git keeps its id', async () => {
  await using place = await newStore()
  const { store, dir } = place
  const written = await store.put([fileAt('a.md', 'a\n')], agent)
  if (written.kind !== 'committed') throw new Error('It was not written.')
  const { id, variorumId } = written.commit
  await writeOutside(dir, 'b.md', 'b\n')
  await git(dir, 'add', 'b.md')
  await git(dir, 'commit', '-qm', 'b')
  const ofGit = (await git(dir, 'rev-parse', 'HEAD')).trim()
  const gone = '0'.repeat(40)
  const folder = await newFolder()
  const files = (name: string | null) => ({
    'looked.json': { state: name, at: 'then', kept: [name] },
    'rejected.json': {
      key: 'k',
      returned: [
        { commit: name, rejectedAt: 'then' },
        { commit: gone, rejectedAt: 'then' },
      ],
    },
    'jobs.json': { toString: { goal: id, keptFlags: { 'reworded F1': name } } },
  })
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await fs.readFile(nodePath.join(folder, file), 'utf8'))
  for (const [before, after] of [
    [id, variorumId],
    [ofGit, ofGit],
  ] as const) {
    for (const [file, value] of Object.entries(files(before)))
      await fs.writeFile(nodePath.join(folder, file), JSON.stringify(value))
    await renameCommits(folder, store)
    expect(await read('looked.json')).toEqual({ state: after, at: 'then', kept: [before] })
    expect(await read('rejected.json')).toEqual(files(after)['rejected.json'])
    expect(await read('jobs.json')).toEqual(files(after)['jobs.json'])
    expect(await fs.readdir(folder)).not.toContain('tidy.json')
  }
})
