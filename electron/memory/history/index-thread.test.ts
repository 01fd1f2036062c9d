import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { AppEvent } from '../../../shared/events.ts'
import { newFolder } from '../../../testing/folders.ts'
import { git, importCommits } from '../../../testing/git.ts'
import { Repository } from '../repo/repository.ts'
import { Chain } from './chain.ts'
import { IndexThread } from './index-thread.ts'
import { type Indexes, openIndexes } from './indexes.ts'
import { Indexing } from './indexing.ts'

/** More than a batch. */
const COMMITS = 1_300

async function withHistory(work: (root: string, folder: string, open: () => Indexes) => Promise<void>): Promise<void> {
  const [root, folder] = [await newFolder(), await newFolder()]
  await importCommits(root, COMMITS)
  const repo = new Repository(root)
  await work(root, folder, () => openIndexes(repo, new Chain(repo), folder))
  repo.close()
}

async function idsIn(indexes: Indexes): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { commit } of indexes.history.entries({})) ids.push(commit)
  return ids
}

test('what a stopped thread has added stays, the next one adds the rest, and it waits when told to', async () => {
  await withHistory(async (root, folder, open) => {
    const all = (await git(root, 'rev-list', 'HEAD')).trim().split('\n')
    const began = Promise.withResolvers<void>()
    const first = new IndexThread(
      { root, gitdir: `${root}/.git`, folder, addresses: new Set() },
      (commits) => commits > 1 && began.resolve(),
    )
    await began.promise
    await first.stop()
    await first.ended
    const indexes = open()
    const kept = await idsIn(indexes)
    expect(kept.length).toBeGreaterThan(1)
    expect(kept).toEqual(all.slice(0, kept.length))
    indexes.history.reset()

    const waits = Promise.withResolvers<void>()
    const second = new IndexThread({ root, gitdir: `${root}/.git`, folder, addresses: new Set() }, () =>
      waits.resolve(),
    )
    second.pause(true)
    await waits.promise
    // Time enough for the whole index, if it did not wait.
    const beside = openIndexes(new Repository(root), new Chain(new Repository(root)), `${folder}/beside`)
    await beside.history.extend(all[0] ?? '', async () => true)
    expect(await idsIn(beside)).toEqual(all)
    expect((await idsIn(indexes)).length).toBeLessThan(2)
    second.pause(false)
    await second.ended
    expect(await idsIn(indexes)).toEqual(all)
    expect([indexes.history.isComplete, indexes.history.hasUnread]).toEqual([true, false])
    for (const { history, files } of [indexes, beside]) for (const index of [history, files]) index.close()
  })
})

test('a thread that meets a damaged history says so', async () => {
  await withHistory(async (root, folder) => {
    await fs.rm(`${root}/.git/objects/pack`, { recursive: true })
    await expect(
      new IndexThread({ root, gitdir: `${root}/.git`, folder, addresses: new Set() }, () => undefined).ended,
    ).rejects.toMatchObject({
      code: 'damaged',
    })
  })
})

test('indexes that are far behind are left to a thread, so that no command waits; near ones are brought forward at once', async () => {
  await withHistory(async (root, folder, open) => {
    const all = (await git(root, 'rev-list', 'HEAD')).trim().split('\n')
    for (const { behind, inThread } of [
      { behind: 400, inThread: true },
      { behind: 20, inThread: false },
    ]) {
      const indexes = open()
      const then = all[behind] ?? ''
      indexes.history.reset()
      await indexes.history.extend(then, async () => true)
      await indexes.files.fill((await git(root, 'rev-parse', `${then}^{tree}`)).trim(), async () => true)
      const events: AppEvent[] = []
      const indexing = new Indexing(
        new Chain(new Repository(root)),
        { ...indexes, place: { root, gitdir: `${root}/.git`, folder, addresses: new Set() } },
        { isBusy: () => false, emit: (event) => events.push(event) },
      )
      expect(await indexing.rebuild({ resume: true })).toBe(true)
      expect(await idsIn(indexes)).toEqual(all)
      expect(events.length > 0).toBe(inThread)
      await indexing.close()
    }
  })
})
