import { expect, test } from 'vitest'
import type { AppEvent } from '../../shared/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { deviceOf, newFolder } from '../../testing/folders.ts'
import { importCommits } from '../../testing/git.ts'
import type { Store } from '../memory/store-interface.ts'
import { fileAt, git, gitComplaints, user } from '../memory/tests/store-fixture.ts'
import { openStoreInThread } from './open-in-thread.ts'

/** More than the index catches up with during a query. */
const COMMITS = 2_300

/** A clone of a long history, opened as by a window, with nothing derived from it yet. */
async function withLongHistory(
  work: (dir: string, open: (watch: boolean) => Promise<Store>) => Promise<void>,
): Promise<void> {
  const [dir, derived] = [await newFolder(), await newFolder()]
  await importCommits(dir, COMMITS)
  await work(dir, (watch) => openStoreInThread({ dir, device: deviceOf(dir), derived, watch }))
}

/** A window's queries: newest, oldest, words, a path, what was created or deleted. */
function answers(store: Store): Promise<readonly (readonly string[])[]> {
  const queries = [
    {},
    { oldestFirst: true },
    { words: 'version 1777' },
    { path: 'd/note-3.md', limit: 500 },
    { kind: 'created' as const },
    { kind: 'deleted' as const, within: 1 },
  ]
  return Promise.all(
    queries.map(async (query) => (await store.history({ limit: 20, ...query })).commits.map(({ id }) => id)),
  )
}

test('indexing stops when cancelled, walking gives the same answers, and the next start resumes it', async () => {
  await withLongHistory(async (dir, open) => {
    let store = await open(false)
    const events: AppEvent[] = []
    store.on((event) => events.push(event))
    const reading = store.reindex()
    await store.cancel('history')
    expect([await reading, (await store.status()).indexed]).toEqual([false, false])
    const walked = await answers(store)
    expect(walked.map(({ length }) => length)).toEqual([20, 20, 2, 46, 20, 0])
    const all = (await git(dir, 'rev-list', 'HEAD')).trim().split('\n')
    expect([walked[0], walked[1]]).toEqual([all.slice(0, 20), all.toReversed().slice(0, 20)])
    expect((await store.status()).indexed).toBe(false)
    await store.close()

    store = await open(true)
    await eventually('the index is complete', async () => (await store.status()).indexed)
    expect(await answers(store)).toEqual(walked)
    expect(await store.reindex({ resume: true })).toBe(true)
    expect(await store.reindex()).toBe(true)
    expect(await answers(store)).toEqual(walked)
    await store.close()
  })
})

test('a cancelled check reports it and does nothing more; a later repair still works', async () => {
  await withLongHistory(async (dir, open) => {
    const before = await git(dir, 'rev-parse', 'HEAD')
    const store = await open(false)
    const events: AppEvent[] = []
    store.on((event) => events.push(event))
    for (const repair of [false, true]) {
      const checking = store.check({ repair })
      await store.cancel('check')
      const report = await checking
      expect(report).toMatchObject({ cancelled: true, findings: [] })
      expect(report.commits).toBeLessThan(COMMITS)
      expect(await git(dir, 'rev-parse', 'HEAD')).toBe(before)
    }
    expect(events.findLast(({ type }) => type === 'work.progressed')).toMatchObject({
      work: 'check',
      done: 1,
      total: 1,
    })
    expect(await store.check({ repair: false })).toMatchObject({ cancelled: false, commits: COMMITS, findings: [] })
    expect(await store.put([fileAt('new.md', 'new\n')], user)).toMatchObject({ kind: 'committed' })
    await store.close()
    expect(await gitComplaints(dir)).toBe('')
  })
})
