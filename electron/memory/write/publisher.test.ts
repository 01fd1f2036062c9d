import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import * as native from '../../../testing/git.ts'
import { copyFolder } from '../../../testing/systems.ts'
import { GitLock, GitLocks } from '../git/git-lock.ts'
import { openStore } from '../open-store.ts'
import { Journal } from '../repo/journal.ts'
import type { Store } from '../store-interface.ts'
import { createStore } from '../store.ts'
import {
  agent,
  allow,
  fileAt,
  closedStore,
  filesOfHead,
  git,
  gitComplaints,
  repositoryOf,
  subjects,
} from '../tests/store-fixture.ts'
import { failureOf } from './failure.ts'
import { GitTurns } from './git-turns.ts'
import { PublicationThread } from './publication-thread.ts'
import { failedPublication, publish, type Publication } from './publication.ts'
import { Publisher } from './publisher.ts'

afterEach(() => void vi.restoreAllMocks())

/** Holds up the next publication when it has been taken, and before it is written. */
function holdNext(): { readonly taken: Promise<Publication>; readonly letGo: () => void } {
  const [taken, held] = [Promise.withResolvers<Publication>(), Promise.withResolvers<void>()]
  const really = PublicationThread.prototype.publish
  vi.spyOn(PublicationThread.prototype, 'publish').mockImplementationOnce(async function (
    this: PublicationThread,
    publication,
  ) {
    taken.resolve(publication)
    await held.promise
    return really.call(this, publication)
  })
  return { taken: taken.promise, letGo: held.resolve }
}

const put = (store: Store, name: string): Promise<unknown> => store.put([fileAt(name, `${name}\n`)], agent)
const isLocked = (dir: string): boolean => existsSync(`${dir}/.git/index.lock`)

test('commands are answered while one before them is published, and git builds on nothing that misses them', async () => {
  await using place = await closedStore({ 'a.md': 'one\n' })
  const { dir } = place
  const store = createStore(await repositoryOf(dir), 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  const next = holdNext()
  await put(store, 'b.md')
  await next.taken
  await put(store, 'c.md')
  await put(store, 'd.md')
  await expect(native.git(dir, 'add', '-A')).rejects.toThrow('index.lock')
  expect((await native.git(dir, 'rev-list', '--count', 'HEAD')).trim()).toBe('1')
  next.letGo()
  await eventually('git has everything', async () => !isLocked(dir))
  expect([await native.gitComplaints(dir), (await subjects(dir)).slice(0, 3)]).toEqual([
    '',
    ['Agent: d: d.md', 'Agent: c: c.md', 'Agent: b: b.md'],
  ])
  await store.close()
})

test.for(['nothing', 'pack', 'branch', 'index'] as const)(
  'killed when a publication has written %s, with more commands in the journal: recovery finishes all',
  async (reached) => {
    await using place = await closedStore({ 'a.md': 'one\n' })
    const { dir } = place
    const repo = await repositoryOf(dir)
    const store = createStore(repo, 'id', { gate: allow })
    await store.begin({ watch: false, adoptOnOpen: true })
    const copy = await newFolder()
    const next = holdNext()
    await put(store, 'b.md')
    const publication = await next.taken
    await put(store, 'c.md')
    if (reached !== 'nothing')
      await publish(repo, {
        ...publication,
        branch: reached === 'pack' ? null : publication.branch,
        index: reached === 'index' ? new Uint8Array(publication.index ?? []) : null,
      })
    await put(store, 'd.md')
    // Locks are hard links, and have to stay such; the lease's owner is dead.
    copyFolder(dir, copy)
    await fs.rm(`${copy}/.git/variorum/lease`)
    next.letGo()
    await store.close()
    await fs.rm(dir, { recursive: true })
    await fs.rename(copy, dir)
    const after = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
    expect([await gitComplaints(dir), await subjects(dir), await filesOfHead(dir)]).toEqual([
      '',
      ['d', 'c', 'b'].map((name) => `Agent: ${name}: ${name}.md`).concat('Another program: added outside: a.md'),
      { 'a.md': 'one\n', 'b.md': 'b.md\n', 'c.md': 'c.md\n', 'd.md': 'd.md\n' },
    ])
    await after.close()
  },
)

test('a branch that is moved without its lock while commands are published: theirs stays, a point keeps ours', async () => {
  await using place = await closedStore({ 'a.md': 'one\n' })
  const { dir } = place
  const store = createStore(await repositoryOf(dir), 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  const theirs = execFileSync('git', ['commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'theirs'], {
    cwd: dir,
    encoding: 'utf8',
    env: {
      ...process.env,
      GIT_AUTHOR_NAME: 'T',
      GIT_AUTHOR_EMAIL: 't@x',
      GIT_COMMITTER_NAME: 'T',
      GIT_COMMITTER_EMAIL: 't@x',
    },
  }).trim()
  const next = holdNext()
  await put(store, 'b.md')
  await next.taken
  await fs.writeFile(`${dir}/.git/refs/heads/main`, `${theirs}\n`)
  await put(store, 'c.md')
  next.letGo()
  // So close to each other that the batch does not end by itself.
  for (let at = 0; at < 12; at += 1) await put(store, `d${at}.md`)
  await store.published()
  const kept = await Promise.all((await store.points()).map(({ commit }) => git(dir, 'log', '--format=%s', commit)))
  expect(kept.some((log) => log.includes('c: c.md\nb: b.md\n'))).toBe(true)
  expect((await subjects(dir)).includes('T: theirs')).toBe(true)
  expect((await filesOfHead(dir))['d11.md']).toBe('d11.md\n')
  await store.close()
})

test("git's index is unlocked only when the journal is empty", async () => {
  await using place = await closedStore({ 'a.md': 'one\n' })
  const repo = await repositoryOf(place.dir)
  const store = createStore(repo, 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  const left: boolean[] = []
  const release = GitLock.prototype.release
  vi.spyOn(GitLock.prototype, 'release').mockImplementation(function (this: GitLock) {
    if (repo.ahead === null && isLocked(place.dir)) left.push(repo.journal.isEmpty())
    release.call(this)
  })
  vi.spyOn(GitTurns.prototype, 'isOverdue', 'get').mockReturnValueOnce(false).mockReturnValueOnce(true)
  for (const name of ['b.md', 'c.md', 'd.md', 'e.md']) await put(store, name)
  await store.close()
  expect(left.length).toBeGreaterThan(1)
  expect(left.every(Boolean)).toBe(true)
})

test("git's index is unlocked when a look at it fails", async () => {
  await using place = await closedStore({ 'a.md': 'one\n' })
  const repo = await repositoryOf(place.dir)
  const store = createStore(repo, 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  // So long ago that git may not be in the middle of anything: the first look is under the lock.
  vi.spyOn(repo, 'indexChangedAt').mockReturnValue(0)
  const look = vi.spyOn(repo, 'isIndexFromGit').mockImplementation(() => {
    throw new Error('input/output error')
  })
  await expect(put(store, 'b.md')).rejects.toThrow('input/output error')
  expect(isLocked(place.dir)).toBe(false)
  look.mockRestore()
  await put(store, 'b.md')
  await store.close()
})

test('a thread publishes the same, and when it ends in the middle nothing is lost', async () => {
  await using place = await closedStore({ 'a.md': 'one\n' })
  const { dir } = place
  const repo = await repositoryOf(dir)
  const store = createStore(repo, 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  const threads: PublicationThread[] = []
  const really = PublicationThread.prototype.publish
  const ends: boolean[] = [false, true, false]
  vi.spyOn(PublicationThread.prototype, 'publish').mockImplementation(async function (
    this: PublicationThread,
    publication,
  ) {
    if (!threads.includes(this)) {
      threads.push(this)
      await this.start()
    }
    const published = really.call(this, publication)
    if (ends.shift() === true) await this.stop()
    return published
  })
  for (const name of ['b.md', 'c.md', 'd.md']) {
    await put(store, name)
    await store.published().catch(() => undefined)
  }
  await store.close()
  expect([threads.length, ends.length, await gitComplaints(dir), (await subjects(dir)).slice(0, 3)]).toEqual([
    1,
    0,
    '',
    ['Agent: d: d.md', 'Agent: c: c.md', 'Agent: b: b.md'],
  ])
})

test('what could not be made durable behind the commands is made so before the journal is cleared', async () => {
  await using place = await closedStore({ 'a.md': 'one\n' })
  const store = createStore(await repositoryOf(place.dir), 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  await store.published()
  const really = PublicationThread.prototype.sync
  const happened: string[] = []
  vi.spyOn(PublicationThread.prototype, 'sync').mockImplementation(async function (this: PublicationThread, syncing) {
    const failure = happened.length === 0 ? failureOf(new Error('no disk')) : await really.call(this, syncing)
    if (syncing.paths.includes('b.md')) happened.push(failure === null ? 'synced' : 'failed')
    return failure
  })
  const clear = Journal.prototype.clear
  vi.spyOn(Journal.prototype, 'clear').mockImplementation(function (this: Journal) {
    happened.push('cleared')
    clear.call(this)
  })
  await put(store, 'b.md')
  await eventually('the journal is cleared', async () => happened.includes('cleared'))
  expect(happened.slice(0, 3)).toEqual(['failed', 'synced', 'cleared'])
  await store.close()
})

test('a merge that began just before our lock is left to its end', async () => {
  await using place = await closedStore({ 'a.md': 'one\n' })
  const { dir } = place
  const store = createStore(await repositoryOf(dir), 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  await store.published()
  const take = GitLocks.prototype.take
  vi.spyOn(GitLocks.prototype, 'take').mockImplementationOnce(async function (this: GitLocks, path, patience) {
    await fs.writeFile(`${dir}/.git/MERGE_HEAD`, '')
    return take.call(this, path, patience)
  })
  await expect(put(store, 'b.md')).rejects.toMatchObject({ code: 'git-busy' })
  expect(isLocked(dir)).toBe(false)
  await fs.rm(`${dir}/.git/MERGE_HEAD`)
  expect(await put(store, 'b.md')).toMatchObject({ kind: 'committed' })
  await store.close()
})

test('a publication under way is waited for: before the batch is abandoned, and before what it could not do is done', async () => {
  await using place = await closedStore({ 'a.md': 'one\n' })
  const repo = await repositoryOf(place.dir)
  const publisher = new Publisher(repo)
  await publisher.begin()
  const blob = repo.objects.add('blob', Buffer.from('fresh'))
  const failing = Promise.withResolvers<void>()
  vi.spyOn(PublicationThread.prototype, 'publish').mockImplementationOnce(async () => {
    await failing.promise
    return { loose: null, branch: null, indexStamp: null, failure: failureOf(new Error('no disk')) }
  })
  const behind = publisher.publishBehind().catch(() => 'failed')
  const published = publisher.publish()
  failing.resolve()
  expect([await behind, await published, repo.objects.stored.hasAll([blob.id])]).toEqual(['failed', undefined, true])

  repo.objects.add('blob', Buffer.from('fresher'))
  const next = holdNext()
  void publisher.publishBehind()
  await next.taken
  const happened: string[] = []
  const abandoned = publisher.abandon().then(() => happened.push('abandoned'))
  await new Promise((resolve) => setImmediate(resolve))
  happened.push('written')
  next.letGo()
  await abandoned
  expect(happened).toEqual(['written', 'abandoned'])
  repo.close()
})

test('a publication that fails when the branch has moved already knows it', async () => {
  await using place = await closedStore({ 'a.md': 'one\n' })
  const repo = await repositoryOf(place.dir)
  const { branch, commit } = await repo.readHead()
  const who = repo.objects.readCommit(commit ?? '').author
  const update = (to: string): Publication => ({
    kind: 'publication',
    objects: [],
    branch: { head: { branch, commit: null }, to, who, why: '' },
    ownCommits: [],
    index: null,
  })
  const branchAfter = (to: string): unknown => failedPublication(repo, update(to), new Error('no disk')).branch
  expect([branchAfter(commit ?? ''), branchAfter('f'.repeat(40))]).toEqual(['moved', null])
  repo.close()
})
