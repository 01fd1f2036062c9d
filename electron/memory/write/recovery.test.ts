import * as fs from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { openStore } from '../open-store.ts'
import { Journal } from '../repo/journal.ts'
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
  user,
  writeOutside,
} from '../tests/store-fixture.ts'

/**
 * The disk as a kill leaves it: a commit of three edits (one changes, one adds, one removes) with its journal, and
 * of its steps only those that `reached` names.
 */
async function killedAt(dir: string, reached: 'journal' | 'branch' | 'one file' | 'files'): Promise<void> {
  const id = async (text: string): Promise<string> => {
    await fs.writeFile(`${dir}/.git/text`, text)
    return (await git(dir, 'hash-object', '-w', '.git/text')).trim()
  }
  const [one, two, three] = [await id('one\n'), await id('two\n'), await id('three\n')]
  const parent = (await git(dir, 'rev-parse', 'HEAD')).trim()
  const index = await fs.readFile(`${dir}/.git/index`)
  await git(
    dir,
    'update-index',
    '--add',
    '--cacheinfo',
    `100644,${two},a.md`,
    '--cacheinfo',
    `100644,${three},d/new.md`,
    '--force-remove',
    'gone.md',
  )
  const commit = (
    await git(dir, 'commit-tree', '-p', parent, '-m', 'killed', (await git(dir, 'write-tree')).trim())
  ).trim()
  await fs.writeFile(`${dir}/.git/index`, index)
  const version = (blob: string): { id: string; mode: '100644' } => ({ id: blob, mode: '100644' })
  const journal = new Journal(`${dir}/.git/variorum`)
  journal.append(
    {
      branch: 'refs/heads/main',
      parent,
      commit,
      adopted: false,
      makeFolders: ['made'],
      removeFolders: [],
      files: [
        { path: 'a.md', before: version(one), after: version(two) },
        { path: 'd/new.md', before: null, after: version(three) },
        { path: 'gone.md', before: version(one), after: null },
      ],
    },
    [],
  )
  journal.close()
  if (reached === 'journal') return
  await fs.writeFile(`${dir}/.git/refs/heads/main`, `${commit}\n`)
  if (reached === 'branch') return
  await writeOutside(dir, 'a.md', 'two\n')
  if (reached === 'one file') return
  await writeOutside(dir, 'd/new.md', 'three\n')
  await fs.rm(`${dir}/gone.md`)
}

async function withFiles(): Promise<Awaited<ReturnType<typeof newStore>>> {
  const place = await newStore({
    prepare: async (dir) => {
      await writeOutside(dir, 'a.md', 'one\n')
      await writeOutside(dir, 'gone.md', 'one\n')
    },
  })
  await place.store.close()
  return place
}

const DONE = { 'a.md': 'two\n', 'd/new.md': 'three\n' }

test.for(['journal', 'branch', 'one file', 'files'] as const)(
  'killed after %s: the command is finished at the next start',
  async (reached) => {
    await using place = await withFiles()
    const { dir } = place
    await killedAt(dir, reached)
    const store = await openStore({ dir, gate: allow, watch: false })
    expect([await filesOfHead(dir), await gitComplaints(dir), await subjects(dir)]).toEqual([
      DONE,
      '',
      ['T: killed', 'Another program: adopt 2 files'],
    ])
    expect([
      (await store.history({ limit: 1 })).commits[0]?.ours,
      new Journal(`${dir}/.git/variorum`).isEmpty(),
    ]).toEqual([true, true])
    await store.close()
  },
)

test('who could not have the lease leaves the journal to those who have it', async () => {
  await using place = await withFiles()
  const { dir } = place
  const store = await openStore({ dir, gate: allow, watch: false, patience: 20 })
  await killedAt(dir, 'journal')
  const other = new Repository(dir)
  await other.lease.acquire()
  await expect(store.put('b.md', null, bytes('x'), agent)).rejects.toMatchObject({ code: 'lease-taken' })
  await store.close()
  expect(other.journal.isEmpty()).toBe(false)
  await other.lease.release()
  await (await openStore({ dir, gate: allow, watch: false })).close()
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([DONE, ''])
})

test.for([1, 9, 40])(
  'killed while the record was being written, %s bytes short: the command never was',
  async (short) => {
    await using place = await withFiles()
    const { dir } = place
    await killedAt(dir, 'journal')
    const path = `${dir}/.git/variorum/journal`
    const written = await fs.readFile(path)
    await fs.writeFile(path, written.subarray(0, 16 + written.readUInt32BE(8) - short))
    const store = await openStore({ dir, gate: allow, watch: false })
    expect([await filesOfHead(dir), await gitComplaints(dir), await countCommits(dir)]).toEqual([
      { 'a.md': 'one\n', 'gone.md': 'one\n' },
      '',
      1,
    ])
    expect((await fs.readdir(dir)).toSorted()).toEqual(['.git', 'a.md', 'gone.md'])
    await store.close()
  },
)

test('killed, and the branch was moved elsewhere by git: the command is kept by a name', async () => {
  await using place = await withFiles()
  const { dir } = place
  await killedAt(dir, 'journal')
  await git(dir, 'commit', '-q', '--allow-empty', '-m', 'git goes on')
  const store = await openStore({ dir, gate: allow, watch: false })
  const [kept] = await store.points()
  expect([await subjects(dir), kept?.name, await git(dir, 'log', '-1', '--format=%s', kept?.commit ?? '')]).toEqual([
    ['T: git goes on', 'Another program: adopt 2 files'],
    expect.stringContaining('kept'),
    'killed\n',
  ])
  expect([await gitComplaints(dir), await filesOfHead(dir)]).toEqual(['', { 'a.md': 'one\n', 'gone.md': 'one\n' }])
  await store.close()
})

test.for(['file', 'file in the place of a folder', 'folder in the place of a file'])(
  "somebody's %s that came after the kill stays, and becomes a commit",
  async (what) => {
    await using place = await withFiles()
    const { dir } = place
    await killedAt(dir, 'branch')
    const edits: Record<string, string> =
      what === 'file'
        ? { 'a.md': 'third\n' }
        : what.startsWith('file in')
          ? { d: 'a file\n' }
          : { 'a.md/b.md': 'below\n' }
    if (what.startsWith('folder')) await fs.rm(`${dir}/a.md`)
    for (const [path, text] of Object.entries(edits)) await writeOutside(dir, path, text)
    const store = await openStore({ dir, gate: allow, watch: false })
    const kept: Record<string, string> = { ...DONE, ...edits }
    if (what.startsWith('file in')) delete kept['d/new.md']
    if (what.startsWith('folder')) delete kept['a.md']
    expect([await filesOfHead(dir), await gitComplaints(dir), await countCommits(dir)]).toEqual([kept, '', 3])
    await store.close()
  },
)

test('a journal that nobody can read is set aside', async () => {
  await using place = await withFiles()
  const { dir } = place
  await fs.writeFile(`${dir}/.git/variorum/journal`, '{"commit": "not one of ours"}')
  const store = await openStore({ dir, gate: allow, watch: false })
  expect(await store.put('b.md', null, bytes('x'), agent)).toMatchObject({ kind: 'committed' })
  expect([await gitComplaints(dir), await fs.readFile(`${dir}/.git/variorum/journal.unreadable`, 'utf8')]).toEqual([
    '',
    '{"commit": "not one of ours"}',
  ])
  await store.close()
})

test("our own stale locks and temporary files are cleared, git's lock is left alone", async () => {
  await using place = await withFiles()
  const { dir } = place
  await git(dir, 'branch', 'other')
  const ours = `${dir}/.git/variorum`
  await fs.mkdir(`${ours}/locks`, { recursive: true })
  for (const lock of ['index.lock', 'refs/heads/other.lock']) {
    await fs.writeFile(`${ours}/locks/${lock.replaceAll('/', '~')}`, '')
    await fs.link(`${ours}/locks/${lock.replaceAll('/', '~')}`, `${dir}/.git/${lock}`)
  }
  await fs.writeFile(`${dir}/.git/refs/heads/theirs.lock`, "git's")
  await fs.writeFile(`${ours}/tmp/1-left`, 'half')
  await fs.writeFile(
    `${ours}/lease`,
    JSON.stringify({ nonce: 'dead', pid: 999_999_999, started: '1', boot: 'other', host: 'x' }),
  )
  await fs.utimes(`${ours}/lease`, 0, 0)
  const store = await openStore({ dir, gate: allow, watch: false, patience: 200 })
  // index.lock keeps adoption waiting; a command that needs no git clears what is ours.
  await store.changeSettings({ recordReads: true })
  expect([
    await fs.readdir(`${ours}/locks`),
    await fs.readdir(`${ours}/tmp`),
    (await fs.readdir(`${dir}/.git/refs/heads`)).toSorted(),
  ]).toEqual([[], [], ['main', 'other', 'theirs.lock']])
  expect(await store.put('b.md', null, bytes('x'), agent)).toMatchObject({ kind: 'committed' })
  await store.published()
  await fs.writeFile(`${dir}/.git/index.lock`, "git's")
  await expect(store.put('c.md', null, bytes('x'), agent)).rejects.toMatchObject({ code: 'git-busy' })
  expect(await fs.readFile(`${dir}/.git/index.lock`, 'utf8')).toBe("git's")
  await fs.rm(`${dir}/.git/index.lock`)
  await git(dir, 'commit', '-q', '--allow-empty', '-m', 'git goes on')
  await store.close()
})

test('when the files cannot be put in place, all is as before and the reason is said without a path', async () => {
  await using place = await withFiles()
  const { dir } = place
  const repo = new Repository(dir)
  const store = createStore(repo, 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  const before = (await store.history({})).commits[0]?.id ?? ''
  await store.put('d/e.md', null, bytes('e\n'), agent)
  const head = await git(dir, 'rev-parse', 'HEAD')
  const apply = repo.checkout.apply.bind(repo.checkout)
  vi.spyOn(repo.checkout, 'apply').mockImplementationOnce((edits, folders) => {
    apply(edits.slice(0, 1), folders)
    throw Object.assign(new Error(`EROFS: read-only file system, rename '${dir}/x'`), {
      code: 'EROFS',
      syscall: 'rename',
    })
  })
  const failure = await store.move('a.md', 'x/y.md', { ...user, verb: 'rename' }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'disk', message: expect.stringContaining('can only be read') })
  expect(String(failure)).not.toContain(dir)
  expect([await git(dir, 'rev-parse', 'HEAD'), await gitComplaints(dir), await filesOfHead(dir)]).toEqual([
    head,
    '',
    { 'a.md': 'one\n', 'd/e.md': 'e\n', 'gone.md': 'one\n' },
  ])
  expect(await store.restore(before, '', { ...user, verb: 'restore' })).toMatchObject({ kind: 'committed' })
  expect([await gitComplaints(dir), await filesOfHead(dir)]).toEqual(['', { 'a.md': 'one\n', 'gone.md': 'one\n' }])
  await store.close()
})

test.for(['commit record', 'index'])(
  'a %s that cannot be written does not make a done command a failed one',
  async (what) => {
    await using place = await withFiles()
    const { dir } = place
    const repo = new Repository(dir)
    const store = createStore(repo, 'id', { gate: allow })
    await store.begin({ watch: false, adoptOnOpen: true })
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' })
    if (what === 'index') vi.spyOn(repo, 'writeIndex').mockRejectedValueOnce(full)
    else vi.spyOn(repo, 'tick').mockRejectedValueOnce(full)
    const outcomes = await Promise.all([
      store.put('b.md', null, bytes('b\n'), agent),
      store.put('c.md', null, bytes('c\n'), agent),
    ])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['committed', 'committed'])
    await eventually('git has it all', async () => (await gitComplaints(dir)) === '')
    expect([await gitComplaints(dir), await subjects(dir)]).toEqual([
      '',
      ['Agent: create c.md', 'Agent: create b.md', 'Another program: adopt 2 files'],
    ])
    await store.close()
  },
)

test('a folder swapped for a link out, between the decision and the act, is not written through', async () => {
  const outside = await fs.mkdtemp('/tmp/variorum-outside-')
  let swap = (): void => undefined
  await using place = await newStore({
    gate: () => {
      swap()
      return { kind: 'allow' }
    },
  })
  const { dir, store } = place
  await store.put('d/a.md', null, bytes('a\n'), agent)
  const { renameSync, symlinkSync } = await import('node:fs')
  swap = () => {
    renameSync(`${dir}/d`, `${dir}/moved`)
    symlinkSync(outside, `${dir}/d`)
    swap = () => undefined
  }
  expect(await store.put('d/b.md', null, bytes('b\n'), agent)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('leads out'),
  })
  await store.adopt()
  expect([await fs.readdir(outside), await filesOfHead(dir), await gitComplaints(dir)]).toEqual([
    [],
    { d: outside, 'moved/a.md': 'a\n' },
    '',
  ])
  await fs.rm(outside, { recursive: true })
})
