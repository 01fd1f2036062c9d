import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { deviceOf } from '../../../testing/folders.ts'
import * as native from '../../../testing/git.ts'
import { GitLock, GitLocks } from '../git/git-lock.ts'
import { openStore } from '../open-store.ts'
import { Adoption } from '../outside/adoption.ts'
import type { Store } from '../store-interface.ts'
import {
  agent,
  allow,
  fileAt,
  closedStore,
  filesOfHead,
  git,
  gitComplaints,
  newStore,
  subjects,
  writeOutside,
} from '../tests/store-fixture.ts'

// Git moves branches and deletes packs while commands are published.

afterEach(() => void vi.restoreAllMocks())

const put = (store: Store, name: string): Promise<unknown> => store.put([fileAt(name, `${name}\n`)], agent)

/** Every subject in the history of a branch or a restore point, or of another ref. */
async function allSubjects(dir: string): Promise<readonly string[]> {
  return (await native.git(dir, 'log', '--all', '--format=%s')).trimEnd().split('\n')
}

/** Starts a git command and resolves once it waits in its hook, which it does until told to go on. */
async function held(dir: string, hook: string, ...args: readonly string[]): Promise<{ goOn(): Promise<string> }> {
  const path = nodePath.join(dir, '.git', 'hooks', hook)
  const waiting = nodePath.join(dir, '.git', 'waiting')
  await fs.mkdir(nodePath.dirname(path), { recursive: true })
  await fs.writeFile(path, `#!/bin/sh\ntouch ${waiting}\nwhile [ -e ${waiting} ]; do sleep 0.01; done\n`, {
    mode: 0o755,
  })
  const ended = native.git(dir, ...args).catch(String)
  await eventually('the hook runs', async () => existsSync(waiting))
  return {
    async goOn() {
      await fs.rm(path)
      await fs.rm(waiting)
      return ended
    },
  }
}

test.for(['HEAD', 'main'])(
  'a reset to %s that began before commands and ends after them: a restore point keeps them, once',
  async (to) => {
    await using place = await newStore({ watch: true })
    const { dir, store } = place
    await put(store, 'a.md')
    await store.published()
    // A reset has unlocked git's index, and not yet set the branch, when it runs this hook.
    const reset = await held(dir, 'post-index-change', 'reset', '-q', to)
    for (const name of ['b.md', 'c.md']) await put(store, name)
    await store.published()
    const tip = (await git(dir, 'rev-parse', 'HEAD')).trim()
    await reset.goOn()
    await put(store, 'd.md')
    const names = async (): Promise<readonly string[]> => Object.keys(await filesOfHead(dir))
    await eventually('the files are adopted', async () => (await names()).join(' ') === 'a.md b.md c.md d.md')
    await put(store, 'e.md')
    await store.published()
    const points = await store.points()
    expect([points, (await subjects(dir)).includes('Agent: create b.md'), await gitComplaints(dir)]).toEqual([
      [expect.objectContaining({ commit: tip, name: expect.stringContaining('kept') })],
      false,
      '',
    ])
    // A point that the user removes stays removed.
    await store.removePoint(String(points[0]?.name))
    await put(store, 'f.md')
    expect(await store.points()).toEqual([])
  },
)

test('what a reset leaves in the folder is adopted although the next command was sooner than its event', async () => {
  await using place = await closedStore({ 'a.md': 'a.md\n' })
  const { dir } = place
  await writeOutside(dir, 'b.md', 'b.md\n')
  await native.git(dir, 'add', '-A')
  await native.git(dir, 'commit', '-q', '-m', 'b')
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow })
  const names = async (): Promise<string> => Object.keys(await filesOfHead(dir)).join(' ')
  await put(store, 'c.md')
  await writeOutside(dir, 'd.md', 'd.md\n')
  // The look at everything when a store is opened is over by then.
  await eventually('the edit is adopted', async () => (await names()) === 'a.md b.md c.md d.md')
  await store.published()
  // By then git's index is ours again, and nothing is to be seen of the reset.
  vi.spyOn(Adoption.prototype, 'gitChanged').mockResolvedValue()
  execFileSync('git', ['reset', '-q', 'HEAD~3'], { cwd: dir })
  await put(store, 'e.md')
  await eventually('the files are adopted', async () => (await names()) === 'a.md b.md c.md d.md e.md')
  await store.close()
})

test('commands that came while a rebase began are kept when it is aborted', async () => {
  await using place = await newStore({ watch: true })
  const { dir, store } = place
  await put(store, 'a.md')
  await store.published()
  const theirs = await native.git(dir, 'commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'theirs')
  await native.git(dir, 'branch', 'other', theirs.trim())
  await put(store, 'b.md')
  await store.published()
  const rebase = await held(dir, 'pre-rebase', 'rebase', 'other')
  await put(store, 'acknowledged.md')
  await store.published()
  expect(await rebase.goOn()).toContain('but expected')
  await native.git(dir, 'rebase', '--abort')
  expect(await allSubjects(dir)).not.toContain('acknowledged: acknowledged.md')
  await eventually('git is left to itself no longer', async () =>
    put(store, 'later.md').then(
      () => true,
      () => false,
    ),
  )
  await store.published()
  expect((await allSubjects(dir)).toSorted()).toEqual([
    'a: a.md',
    'acknowledged: acknowledged.md',
    'b: b.md',
    'later: later.md',
    'theirs',
  ])
})

test('a point that cannot be written is tried again', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await put(store, 'a.md')
  await store.published()
  const really = GitLock.prototype.commit
  let isFull = false
  vi.spyOn(GitLock.prototype, 'commit').mockImplementation(function (this: GitLock, text) {
    if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    really.call(this, text)
  })
  await put(store, 'acknowledged.md')
  // It takes no lock of git's index.
  execFileSync('git', ['branch', '-m', 'main', 'new'], { cwd: dir })
  isFull = true
  for (const _ of [1, 2]) await expect(store.published()).rejects.toThrow('full')
  isFull = false
  await put(store, 'later.md')
  await store.published()
  expect((await allSubjects(dir)).toSorted()).toEqual(['a: a.md', 'acknowledged: acknowledged.md', 'later: later.md'])
})

test('a repack between the pack and the branch leaves the pack', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await put(store, 'a.md')
  await store.published()
  const packs = (): readonly string[] => readdirSync(`${dir}/.git/objects/pack`).filter((name) => name.endsWith('.idx'))
  const take = GitLocks.prototype.take
  const seen: (readonly string[])[] = []
  vi.spyOn(GitLocks.prototype, 'take').mockImplementation(function (this: GitLocks, path, patience) {
    if (path.endsWith('refs/heads/main')) {
      const before = packs()
      execFileSync('git', ['repack', '-a', '-d', '-q'], { cwd: dir })
      seen.push(before, packs())
    }
    return take.call(this, path, patience)
  })
  await put(store, 'b.md')
  await store.published()
  const [before = [], after = []] = seen
  expect([before.length, before.filter((name) => after.includes(name)).length]).toEqual([2, 1])
  // Nothing is kept for longer than that.
  expect(readdirSync(`${dir}/.git/objects/pack`).filter((name) => name.endsWith('.keep'))).toEqual([])
  await native.git(dir, 'repack', '-a', '-d', '-q')
  expect([packs().length, await gitComplaints(dir)]).toEqual([1, ''])
})
