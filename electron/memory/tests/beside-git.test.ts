import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { hostname } from 'node:os'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { Repository } from '../repo/repository.ts'
import { createStore } from '../store.ts'
import {
  agent,
  allow,
  bytes,
  countCommits,
  filesOfHead,
  git,
  gitComplaints,
  newStore,
  subjects,
  writeOutside,
} from './store-fixture.ts'

// Native git at work in the same folder.

const PATIENCE = 300

async function watched(files: Record<string, string>): Promise<Awaited<ReturnType<typeof newStore>>> {
  return newStore({
    watch: true,
    patience: PATIENCE,
    prepare: async (dir) => {
      for (const [path, text] of Object.entries(files)) await writeOutside(dir, path, text)
    },
  })
}

async function rests(dir: string): Promise<void> {
  await eventually('git has nothing to say', async () => (await gitComplaints(dir)) === '')
}

test('a commit by native git is taken as it is, and told', async () => {
  await using place = await watched({ 'a.md': 'one\n' })
  const { dir, store } = place
  const told: string[] = []
  store.on((event) => event.type === 'memory.committed' && told.push(event.commit.subject))
  await writeOutside(dir, 'a.md', 'two\n')
  await git(dir, 'commit', '-qam', 'by hand')
  await eventually('it is told', async () => told.includes('by hand'))
  await rests(dir)
  expect(await subjects(dir)).toEqual(['T: by hand', 'Another program: adopt a.md'])
  const { commits } = await store.history({})
  expect(commits.map(({ ours, variorumId, origin }) => [ours, variorumId === null, origin.actor])).toEqual([
    [false, true, 'outside'],
    [true, false, 'outside'],
  ])
})

test('going to another branch and back mixes nothing of one into the other', async () => {
  await using place = await watched({ 'a.md': 'main\n', 'b.md': 'main\n' })
  const { dir, store } = place
  await git(dir, 'checkout', '-q', '-b', 'other')
  await writeOutside(dir, 'a.md', 'other\n')
  await git(dir, 'rm', '-q', 'b.md')
  await git(dir, 'commit', '-qam', 'on the other')
  for (let round = 0; round < 4; round += 1) {
    await git(dir, 'checkout', '-q', round % 2 === 0 ? 'main' : 'other')
    await store.adopt()
  }
  await rests(dir)
  expect((await git(dir, 'log', '--format=%s', 'main')).trim()).toBe('adopt 2 files')
  expect((await git(dir, 'log', '--format=%s', 'other')).trim()).toBe('on the other\nadopt 2 files')
  expect(await store.put('c.md', null, bytes('x'), agent)).toMatchObject({ kind: 'committed' })
  expect((await store.status()).branch).toBe('other')
})

test.for(['merge', 'rebase'])("a %s with a conflict is git's alone until it is finished", async (command) => {
  await using place = await watched({ 'a.md': 'base\n' })
  const { dir, store } = place
  await git(dir, 'checkout', '-q', '-b', 'other')
  await store.put('a.md', (await git(dir, 'rev-parse', 'HEAD:a.md')).trim(), bytes('other\n'), agent)
  await git(dir, 'checkout', '-q', 'main')
  await store.put('a.md', (await git(dir, 'rev-parse', 'HEAD:a.md')).trim(), bytes('main\n'), agent)
  const before = [await git(dir, 'rev-list', '--count', 'main'), await git(dir, 'rev-list', '--count', 'other')]
  await expect(git(dir, command, 'other')).rejects.toThrow()
  await expect(store.put('b.md', null, bytes('x'), agent)).rejects.toMatchObject({
    code: expect.stringMatching(/git-busy|detached-head/),
  })
  expect((await store.status()).blocked).toMatch(/merge|rebase|detached/)
  expect([await git(dir, 'rev-list', '--count', 'main'), await git(dir, 'rev-list', '--count', 'other')]).toEqual(
    before,
  )
  await writeOutside(dir, 'a.md', 'both\n')
  await git(dir, 'add', 'a.md')
  await git(dir, '-c', 'core.editor=true', command, '--continue')
  await eventually('writing goes on', async () => (await store.status()).blocked === null)
  expect(await store.put('b.md', null, bytes('x'), agent)).toMatchObject({ kind: 'committed' })
  expect(await filesOfHead(dir)).toEqual({ 'a.md': 'both\n', 'b.md': 'x' })
  await rests(dir)
  expect((await subjects(dir)).filter((subject) => subject.startsWith('Another'))).toEqual([
    'Another program: adopt a.md',
  ])
})

test('a stash takes the edit away and brings it back, and nothing else', async () => {
  await using place = await watched({ 'a.md': 'one\n' })
  const { dir, store } = place
  await writeOutside(dir, 'a.md', 'two\n')
  await git(dir, 'stash', '-q')
  await store.adopt()
  await rests(dir)
  expect((await filesOfHead(dir))['a.md']).toBe('one\n')
  await git(dir, 'stash', 'pop', '-q')
  await eventually('the edit is in', async () => (await filesOfHead(dir))['a.md'] === 'two\n')
  await rests(dir)
  expect(await countCommits(dir)).toBe(2)
})

test('a pull from a clone, that this folder was behind of, comes in whole', async () => {
  await using place = await watched({ 'a.md': 'one\n' })
  const { dir, store } = place
  const clone = await newFolder()
  await git(clone, 'clone', '-q', dir, '.')
  await writeOutside(clone, 'b.md', 'from afar\n')
  await git(clone, 'add', '.')
  await git(clone, 'commit', '-qm', 'afar')
  await store.put('c.md', null, bytes('here\n'), agent)
  await git(dir, 'pull', '-q', '--no-rebase', '--no-edit', clone, 'main')
  await store.adopt()
  await rests(dir)
  expect(await filesOfHead(dir)).toEqual({ 'a.md': 'one\n', 'b.md': 'from afar\n', 'c.md': 'here\n' })
  expect((await subjects(dir)).filter((subject) => subject.startsWith('Another'))).toEqual([
    'Another program: adopt a.md',
  ])
  const {
    commits: [merge],
  } = await store.history({ limit: 1 })
  expect(merge?.changes.map(({ change }) => change.path)).toEqual(['b.md'])
  const second = await openStore({ dir: clone, gate: allow, watch: false })
  expect([
    (await second.status()).id === (await store.status()).id,
    (await second.history({})).commits.some(({ ours }) => ours),
  ]).toEqual([false, false])
  await second.close()
  await fs.rm(clone, { recursive: true })
})

test('git gc may run at any time, and writing goes on meanwhile', async () => {
  await using place = await watched({ 'a.md': 'one\n' })
  const { dir, store } = place
  const writes = (async () => {
    for (let at = 0; at < 12; at += 1) {
      expect(await store.put(`f${at}.md`, null, bytes(`${at}\n`), agent)).toMatchObject({ kind: 'committed' })
      await store.published()
    }
  })()
  // A gc that meets a commit in the making may complain of it; what counts is what is there afterwards.
  for (let round = 0; round < 3; round += 1) await git(dir, 'gc', '-q', '--prune=now').catch(() => '')
  await writes
  await git(dir, 'gc', '-q', '--prune=now')
  expect((await store.history({ path: 'f3.md' })).commits).toHaveLength(1)
  expect(Object.keys(await filesOfHead(dir))).toHaveLength(13)
  await rests(dir)
  const old = await fs.readdir(`${dir}/.git/objects/pack`)
  await fs.writeFile(`${dir}/.git/gc.pid`, `${process.pid} ${hostname()}`)
  expect(await store.put('b.md', null, bytes('x'), agent)).toMatchObject({ kind: 'committed' })
  await store.published()
  // A command that fails meanwhile leaves what is unfinished to be finished all the same.
  const head = await fs.readFile(`${dir}/.git/HEAD`, 'utf8')
  await fs.writeFile(`${dir}/.git/HEAD`, await git(dir, 'rev-parse', 'HEAD'))
  await expect(store.put('c.md', null, bytes('x'), agent)).rejects.toMatchObject({ code: 'detached-head' })
  await fs.writeFile(`${dir}/.git/HEAD`, head)
  // What a collection that began before the branch moved takes for garbage.
  for (const name of await fs.readdir(`${dir}/.git/objects/pack`))
    if (!old.includes(name)) await fs.rm(`${dir}/.git/objects/pack/${name}`)
  await fs.rm(`${dir}/.git/gc.pid`)
  await expect.poll(() => gitComplaints(dir).catch(String), { timeout: 10_000, message: 'git has it again' }).toBe('')
})

test('what the user staged stays staged, byte for byte', async () => {
  await using place = await watched({ 'a.md': 'one\n', 'b.md': 'one\n' })
  const { dir, store } = place
  await writeOutside(dir, 'a.md', 'staged\n')
  await git(dir, 'add', 'a.md')
  await git(
    dir,
    'update-index',
    '--add',
    '--cacheinfo',
    `100644,${(await git(dir, 'rev-parse', 'HEAD:b.md')).trim()},new.md`,
  )
  await writeOutside(dir, 'a.md', 'on the disk\n')
  await eventually('the edit is in', async () => (await filesOfHead(dir))['a.md'] === 'on the disk\n')
  await store.put('a.md', (await git(dir, 'rev-parse', 'HEAD:a.md')).trim(), bytes('by the agent\n'), agent)
  expect(await git(dir, 'show', ':a.md')).toBe('staged\n')
  expect(await git(dir, 'show', ':new.md')).toBe('one\n')
  expect(await filesOfHead(dir)).toEqual({ 'a.md': 'by the agent\n', 'b.md': 'one\n' })
})

test.for(['deleted', 'cut'])('a %s index is made anew, so that git takes no file for deleted', async (how) => {
  await using place = await watched({ 'a.md': 'one\n', 'b.md': 'two\n' })
  const { dir, store } = place
  if (how === 'deleted') await fs.rm(`${dir}/.git/index`)
  else await fs.writeFile(`${dir}/.git/index`, 'DIRC')
  expect(await store.put('c.md', null, bytes('three\n'), agent)).toMatchObject({ kind: 'committed' })
  await store.published()
  await rests(dir)
})

test('a split index stays as it is, and is said', async () => {
  await using place = await watched({ 'a.md': 'one\n' })
  const { dir, store } = place
  await git(dir, 'update-index', '--split-index')
  const index = await fs.readFile(`${dir}/.git/index`)
  await expect(store.put('c.md', null, bytes('x'), agent)).rejects.toThrow(/--no-split-index/)
  expect(await fs.readFile(`${dir}/.git/index`)).toEqual(index)
  await git(dir, 'update-index', '--no-split-index')
  expect(await store.put('c.md', null, bytes('x'), agent)).toMatchObject({ kind: 'committed' })
  await rests(dir)
})

test('files that the user keeps out of the work tree are not taken for deleted', async () => {
  await using place = await watched({ 'a.md': 'one\n', 'b.md': 'two\n' })
  const { dir, store } = place
  await git(dir, 'update-index', '--skip-worktree', 'b.md')
  await fs.rm(`${dir}/b.md`)
  await store.adopt()
  await store.put('c.md', null, bytes('x'), agent)
  expect(Object.keys(await filesOfHead(dir))).toEqual(['a.md', 'b.md', 'c.md'])
  await rests(dir)
})

test('a detached HEAD is said, written to by nobody, and a memory can still be read', async () => {
  await using place = await watched({ 'a.md': 'one\n' })
  const { dir, store } = place
  await git(dir, 'checkout', '-q', '--detach')
  await expect(store.put('b.md', null, bytes('x'), agent)).rejects.toMatchObject({ code: 'detached-head' })
  const again = await openStore({ dir, gate: allow })
  expect((await again.status()).blocked).toMatch(/detached/)
  expect(await again.look('a.md')).toMatchObject({ kind: 'file' })
  await again.close()
  await git(dir, 'checkout', '-q', 'main')
  expect(await store.put('b.md', null, bytes('x'), agent)).toMatchObject({ kind: 'committed' })
})

test("a commit of git's in the moment between two batches is built upon, not left behind", async () => {
  await using place = await newStore()
  const { dir } = place
  await place.store.close()
  const repo = new Repository(dir)
  const store = createStore(repo, 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  await store.put('d/a.md', null, bytes('a\n'), agent)
  await store.put('d/b.md', null, bytes('b\n'), agent)
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
          'git goes on',
        ],
        { cwd: dir },
      )
    isIn ||= path === repo.indexPath
    return take(path, patience)
  })
  // Of more than one file, so that git has to see what was before.
  expect(await store.remove('d', { ...agent, verb: 'delete' })).toMatchObject({ kind: 'committed' })
  await store.published()
  expect([await subjects(dir), await gitComplaints(dir)]).toEqual([
    ['Agent: delete d', 'T: git goes on', 'Agent: create d/b.md', 'Agent: create d/a.md'],
    '',
  ])
  await store.close()
})
