import * as fs from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { git, importCommits } from '../../../testing/git.ts'
import { Repository } from '../repo/repository.ts'
import { Chain } from './chain.ts'
import { CommitReader } from './commit-reader.ts'
import { STOP } from './index-thread.ts'
import { ReadingThread } from './reading-thread.ts'

/** Two batches and a part of one. */
const COMMITS = 2_300

const newSignal = (): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

let root = ''
let all: readonly string[] = []
beforeEach(async () => {
  root = await newFolder()
  await importCommits(root, COMMITS)
  all = (await git(root, 'rev-list', 'HEAD')).trim().split('\n')
})

test('batches read ahead are what this thread reads, also for who asks for another than the next', async () => {
  const repo = new Repository(root)
  const here = new CommitReader(new Chain(repo))
  const thread = new ReadingThread({ root, gitdir: `${root}/.git`, addresses: new Set(), signal: newSignal() })
  const read: string[] = []
  for (let newest = all[0] ?? null; newest !== null;) {
    const batch = await thread.batch(newest)
    expect(batch).toEqual(here.batch(newest))
    read.push(...batch.map(({ entry }) => entry.commit))
    newest = batch.at(-1)?.entry.parent ?? null
  }
  expect(read).toEqual(all)
  for (const at of [1, 5, 1_500, 0]) expect(await thread.batch(all[at] ?? '')).toEqual(here.batch(all[at] ?? ''))
  await thread.close()
  repo.close()
})

test('a history that is damaged is said to be, and the rest can still be read', async () => {
  const tree = (await git(root, 'rev-parse', 'HEAD^{tree}')).trim()
  await fs.writeFile(
    `${root}/orphan`,
    `tree ${tree}\nparent ${'1'.repeat(40)}\nauthor A <a@example.invalid> 1 +0000\ncommitter A <a@example.invalid> 1 +0000\n\nx\n`,
  )
  const orphan = (await git(root, 'hash-object', '-t', 'commit', '-w', 'orphan')).trim()
  const thread = new ReadingThread({ root, gitdir: `${root}/.git`, addresses: new Set(), signal: newSignal() })
  await expect(thread.batch(orphan)).rejects.toMatchObject({ code: 'damaged' })
  expect((await thread.batch(all[0] ?? '')).length).toBeGreaterThan(1)
  await thread.close()
})

test('told to stop, it reads no further commit', async () => {
  const signal = newSignal()
  const thread = new ReadingThread({ root, gitdir: `${root}/.git`, addresses: new Set(), signal })
  Atomics.store(signal, 0, STOP)
  expect((await thread.batch(all[0] ?? '')).length).toBe(1)
  await thread.close()
})
