import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { hostname } from 'node:os'
import * as nodePath from 'node:path'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { saying } from '../../../testing/saying.ts'
import { openStore } from '../open-store.ts'
import { createStore } from '../store.ts'
import {
  agent,
  allow,
  fileAt,
  countCommits,
  filesOfHead,
  git as gitOnce,
  gitComplaints,
  newStore,
  subjects,
  writeOutside,
  repositoryOf,
} from './store-fixture.ts'

// Native git working in the same folder.

const PATIENCE_MS = 300

async function watched(files: Record<string, string>): Promise<Awaited<ReturnType<typeof newStore>>> {
  return newStore({
    watch: true,
    patience: PATIENCE_MS,
    prepare: async (dir) => {
      for (const [path, text] of Object.entries(files)) await writeOutside(dir, path, text)
    },
  })
}

/** As people do, asks git again while the store has its lock. */
async function git(dir: string, ...args: readonly string[]): Promise<string> {
  for (;;) {
    try {
      return await gitOnce(dir, ...args)
    } catch (error) {
      if (!String(error).includes('index.lock')) throw error
    }
  }
}

/** A commit on a new branch, made in a clone: in its own folder the store may adopt an edit before git commits it. */
async function commitOnBranch(
  dir: string,
  branch: string,
  message: string,
  edit: (clone: string) => Promise<void>,
): Promise<void> {
  const clone = await newFolder()
  await git(clone, 'clone', '-q', dir, '.')
  await edit(clone)
  await git(clone, 'commit', '-qam', message)
  await git(dir, 'fetch', '-q', clone, `HEAD:refs/heads/${branch}`)
}

async function expectNoComplaints(dir: string): Promise<void> {
  await eventually('git has no complaints', async () => (await gitComplaints(dir)) === '')
}

test('a commit by native git is kept as it is, and announced', async () => {
  await using place = await watched({ 'a.md': 'one\n' })
  const { dir, store } = place
  const announced: string[] = []
  store.on((event) => event.type === 'memory.committed' && announced.push(event.commit.subject))
  await commitOnBranch(dir, 'other', 'by hand', (clone) => writeOutside(clone, 'a.md', 'two\n'))
  await git(dir, 'merge', '-q', '--ff-only', 'other')
  await eventually('it is announced', async () => announced.includes('by hand'))
  await expectNoComplaints(dir)
  expect(await subjects(dir)).toEqual(['T: by hand', 'Another program: added outside: a.md'])
  const { commits } = await store.history({})
  expect(commits.map(({ ours, variorumId, origin }) => [ours, variorumId === null, origin.actor])).toEqual([
    [false, true, 'outside'],
    [true, false, 'outside'],
  ])
})

test('switching branches back and forth mixes nothing of one into the other', async () => {
  await using place = await watched({ 'a.md': 'main\n', 'b.md': 'main\n' })
  const { dir, store } = place
  await commitOnBranch(dir, 'other', 'on the other', async (clone) => {
    await writeOutside(clone, 'a.md', 'other\n')
    await fs.rm(nodePath.join(clone, 'b.md'))
  })
  for (let round = 0; round < 5; round += 1) {
    await git(dir, 'checkout', '-q', round % 2 === 0 ? 'other' : 'main')
    await store.adopt()
  }
  await expectNoComplaints(dir)
  expect((await git(dir, 'log', '--format=%s', 'main')).trim()).toBe('added outside: a.md and 1 other')
  expect((await git(dir, 'log', '--format=%s', 'other')).trim()).toBe('on the other\nadded outside: a.md and 1 other')
  expect(await store.put([fileAt('c.md', 'x')], agent)).toMatchObject({ kind: 'committed' })
  expect((await store.status()).branch).toBe('other')
})

test.for(['merge', 'rebase'])(
  'during a %s with a conflict nothing is written until git has finished',
  async (command) => {
    await using place = await watched({ 'a.md': 'base\n' })
    const { dir, store } = place
    await git(dir, 'checkout', '-q', '-b', 'other')
    await store.put([fileAt('a.md', 'other\n', (await git(dir, 'rev-parse', 'HEAD:a.md')).trim())], agent)
    await git(dir, 'checkout', '-q', 'main')
    await store.put([fileAt('a.md', 'main\n', (await git(dir, 'rev-parse', 'HEAD:a.md')).trim())], agent)
    const before = [await git(dir, 'rev-list', '--count', 'main'), await git(dir, 'rev-list', '--count', 'other')]
    await expect(git(dir, command, 'other')).rejects.toThrow()
    await expect(store.put([fileAt('b.md', 'x')], agent)).rejects.toMatchObject({
      code: expect.stringMatching(/git-busy|detached-head/),
    })
    expect((await store.status()).blocked).toEqual(saying(/merge|rebase|detached/))
    expect([await git(dir, 'rev-list', '--count', 'main'), await git(dir, 'rev-list', '--count', 'other')]).toEqual(
      before,
    )
    await writeOutside(dir, 'a.md', 'both\n')
    await git(dir, 'add', 'a.md')
    await git(dir, '-c', 'core.editor=true', command, '--continue')
    await eventually('the store is no longer blocked', async () => (await store.status()).blocked === null)
    expect(await store.put([fileAt('b.md', 'x')], agent)).toMatchObject({ kind: 'committed' })
    expect(await filesOfHead(dir)).toEqual({ 'a.md': 'both\n', 'b.md': 'x' })
    await expectNoComplaints(dir)
    expect((await subjects(dir)).filter((subject) => subject.startsWith('Another'))).toEqual([
      'Another program: added outside: a.md',
    ])
  },
)

test('a stash removes the edit and brings it back, and nothing else', async () => {
  await using place = await watched({ 'a.md': 'one\n' })
  const { dir, store } = place
  await writeOutside(dir, 'a.md', 'two\n')
  await git(dir, 'stash', '-q')
  await store.adopt()
  await expectNoComplaints(dir)
  expect((await filesOfHead(dir))['a.md']).toBe('one\n')
  await git(dir, 'stash', 'pop', '-q')
  await eventually('the edit is adopted', async () => (await filesOfHead(dir))['a.md'] === 'two\n')
  await expectNoComplaints(dir)
  expect(await countCommits(dir)).toBe(2)
})

test('a pull from a clone that is ahead is kept whole', async () => {
  await using place = await watched({ 'a.md': 'one\n' })
  const { dir, store } = place
  const clone = await newFolder()
  await git(clone, 'clone', '-q', dir, '.')
  await writeOutside(clone, 'b.md', 'from afar\n')
  await git(clone, 'add', '.')
  await git(clone, 'commit', '-qm', 'afar')
  await store.put([fileAt('c.md', 'here\n')], agent)
  await git(dir, 'pull', '-q', '--no-rebase', '--no-edit', clone, 'main')
  await store.adopt()
  await expectNoComplaints(dir)
  expect(await filesOfHead(dir)).toEqual({ 'a.md': 'one\n', 'b.md': 'from afar\n', 'c.md': 'here\n' })
  expect((await subjects(dir)).filter((subject) => subject.startsWith('Another'))).toEqual([
    'Another program: added outside: a.md',
  ])
  const {
    commits: [merge],
  } = await store.history({ limit: 1 })
  expect(merge?.changes.map(({ change }) => change.path)).toEqual(['b.md'])
  const second = await openStore({ dir: clone, device: deviceOf(dir), gate: allow, watch: false })
  expect([
    (await second.status()).id === (await store.status()).id,
    (await second.history({})).commits.some(({ ours }) => ours),
  ]).toEqual([false, false])
  await second.close()
})

test('git gc may run at any time, also while we write', async () => {
  await using place = await watched({ 'a.md': 'one\n' })
  const { dir, store } = place
  const writes = (async () => {
    for (let at = 0; at < 12; at += 1) {
      expect(await store.put([fileAt(`f${at}.md`, `${at}\n`)], agent)).toMatchObject({ kind: 'committed' })
      await store.published()
    }
  })()
  // A gc that meets a commit in the making may report an error; only the result afterwards matters.
  for (let round = 0; round < 3; round += 1) await git(dir, 'gc', '-q', '--prune=now').catch(() => '')
  await writes
  await git(dir, 'gc', '-q', '--prune=now')
  expect((await store.history({ path: 'f3.md' })).commits).toHaveLength(1)
  expect(Object.keys(await filesOfHead(dir))).toHaveLength(13)
  await expectNoComplaints(dir)
  const old = await fs.readdir(`${dir}/.git/objects/pack`)
  await fs.writeFile(`${dir}/.git/gc.pid`, `${process.pid} ${hostname()}`)
  expect(await store.put([fileAt('b.md', 'x')], agent)).toMatchObject({ kind: 'committed' })
  await store.published()
  // A command that fails meanwhile must not prevent the unfinished work from being completed.
  const head = await fs.readFile(`${dir}/.git/HEAD`, 'utf8')
  await fs.writeFile(`${dir}/.git/HEAD`, await git(dir, 'rev-parse', 'HEAD'))
  await expect(store.put([fileAt('c.md', 'x')], agent)).rejects.toMatchObject({ code: 'detached-head' })
  await fs.writeFile(`${dir}/.git/HEAD`, head)
  // What a gc that began before the branch moved takes for garbage.
  for (const name of await fs.readdir(`${dir}/.git/objects/pack`))
    if (!old.includes(name)) await fs.rm(`${dir}/.git/objects/pack/${name}`)
  await fs.rm(`${dir}/.git/gc.pid`)
  await expect.poll(() => gitComplaints(dir).catch(String), { message: 'git has it again' }).toBe('')
})

test('what the user staged stays staged, byte for byte', async () => {
  await using place = await watched({ 'a.md': 'one\n', 'b.md': 'one\n' })
  const { dir, store } = place
  const stage = async (path: string, text: string): Promise<void> => {
    // Not in the file itself: it could be adopted before it is staged.
    await fs.writeFile(`${dir}/.git/staged`, text)
    const id = (await git(dir, 'hash-object', '-w', '.git/staged')).trim()
    await git(dir, 'update-index', '--add', '--cacheinfo', `100644,${id},${path}`)
  }
  await stage('a.md', 'staged\n')
  await stage('new.md', 'one\n')
  await writeOutside(dir, 'a.md', 'on the disk\n')
  await eventually('the edit is adopted', async () => (await filesOfHead(dir))['a.md'] === 'on the disk\n')
  await store.put([fileAt('a.md', 'by the agent\n', (await git(dir, 'rev-parse', 'HEAD:a.md')).trim())], agent)
  expect(await git(dir, 'show', ':a.md')).toBe('staged\n')
  expect(await git(dir, 'show', ':new.md')).toBe('one\n')
  expect(await filesOfHead(dir)).toEqual({ 'a.md': 'by the agent\n', 'b.md': 'one\n' })
})

test.for(['deleted', 'truncated'])('a %s index is rebuilt, so that git takes no file for deleted', async (how) => {
  await using place = await watched({ 'a.md': 'one\n', 'b.md': 'two\n' })
  const { dir, store } = place
  if (how === 'deleted') await fs.rm(`${dir}/.git/index`)
  else await fs.writeFile(`${dir}/.git/index`, 'DIRC')
  expect(await store.put([fileAt('c.md', 'three\n')], agent)).toMatchObject({ kind: 'committed' })
  await store.published()
  await expectNoComplaints(dir)
})

test('a split index stays as it is, and the error says so', async () => {
  await using place = await watched({ 'a.md': 'one\n' })
  const { dir, store } = place
  await git(dir, 'update-index', '--split-index')
  const index = await fs.readFile(`${dir}/.git/index`)
  await expect(store.put([fileAt('c.md', 'x')], agent)).rejects.toThrow(/split and sparse indexes off/)
  expect(await fs.readFile(`${dir}/.git/index`)).toEqual(index)
  await git(dir, 'update-index', '--no-split-index')
  expect(await store.put([fileAt('c.md', 'x')], agent)).toMatchObject({ kind: 'committed' })
  await expectNoComplaints(dir)
})

test('files that the user keeps out of the work tree do not count as deleted', async () => {
  await using place = await watched({ 'a.md': 'one\n', 'b.md': 'two\n' })
  const { dir, store } = place
  await git(dir, 'update-index', '--skip-worktree', 'b.md')
  await fs.rm(`${dir}/b.md`)
  await store.adopt()
  await store.put([fileAt('c.md', 'x')], agent)
  expect(Object.keys(await filesOfHead(dir))).toEqual(['a.md', 'b.md', 'c.md'])
  await expectNoComplaints(dir)
})

test('with a detached HEAD the store reports it, writes nothing, and can still be read', async () => {
  await using place = await watched({ 'a.md': 'one\n' })
  const { dir, store } = place
  await git(dir, 'checkout', '-q', '--detach')
  await expect(store.put([fileAt('b.md', 'x')], agent)).rejects.toMatchObject({ code: 'detached-head' })
  const again = await openStore({ dir, device: deviceOf(dir), gate: allow })
  expect((await again.status()).blocked).toEqual(saying(/detached/))
  expect(await again.look('a.md')).toMatchObject({ kind: 'file' })
  await again.close()
  await git(dir, 'checkout', '-q', 'main')
  expect(await store.put([fileAt('b.md', 'x')], agent)).toMatchObject({ kind: 'committed' })
})

test('with a detached HEAD the history of the commit that it names can be read', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.put([fileAt('a.md', 'one\n')], agent)
  await store.put([fileAt('b.md', 'two\n')], agent)
  await git(dir, 'checkout', '-q', '--detach', 'HEAD~1')
  const head = (await git(dir, 'rev-parse', 'HEAD')).trim()
  const newer = (await git(dir, 'rev-parse', 'main')).trim()
  expect((await store.history({ limit: 5 })).commits.map(({ id }) => id)).toEqual([head])
  expect((await store.tree()).files.map(({ path }) => path)).toEqual(['a.md'])
  expect((await store.compare(newer, null, '')).changes.map(({ change }) => change.path)).toEqual(['b.md'])
  expect(await store.status()).toMatchObject({ head, files: 1, blocked: saying(/detached/) })
  expect((await store.check({ repair: false })).commits).toBe(1)
  await expect(store.makePoint('now')).rejects.toMatchObject({ code: 'detached-head' })
})

test('a commit that git makes between two batches becomes the parent of the next', async () => {
  await using place = await newStore()
  const { dir } = place
  await place.store.close()
  const repo = await repositoryOf(dir)
  const store = createStore(repo, 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  await store.put([fileAt('d/a.md', 'a\n')], agent)
  await store.put([fileAt('d/b.md', 'b\n')], agent)
  await store.published()
  const take = repo.locks.take.bind(repo.locks)
  let isIn = false
  vi.spyOn(repo.locks, 'take').mockImplementation((path, patience) => {
    if (path === repo.indexPath && !isIn)
      execFileSync(
        'git',
        [
          '-c',
          'user.name=T',
          '-c',
          'user.email=t@example.invalid',
          'commit',
          '-q',
          '--allow-empty',
          '-m',
          'commit by git',
        ],
        { cwd: dir },
      )
    isIn ||= path === repo.indexPath
    return take(path, patience)
  })
  expect(await store.remove(['d'], { ...agent, verb: 'delete' })).toMatchObject({ kind: 'committed' })
  await store.published()
  expect([await subjects(dir), await gitComplaints(dir)]).toEqual([
    ['Agent: deleted d', 'T: commit by git', 'Agent: b: b', 'Agent: a: a'],
    '',
  ])
  await store.close()
})

test('nothing is made in the place of a folder that was moved away, and it is used again when it is back', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.put([fileAt('a.md', '1\n')], agent)
  await eventually('the store is at rest', async () => !existsSync(`${dir}/.git/variorum/lease`))
  await fs.rename(dir, `${dir}-moved`)
  await expect(store.put([fileAt('b.md', '2\n')], agent)).rejects.toThrow('The memory folder isn’t there any more')
  await expect(fs.stat(dir)).rejects.toThrow('ENOENT')
  await fs.rename(`${dir}-moved`, dir)
  expect((await store.put([fileAt('b.md', '2\n')], agent)).kind).toBe('committed')
  expect(await gitComplaints(dir)).toBe('')
})
