import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { deviceOf } from '../../../testing/folders.ts'
import { describeOwner } from '../../disk/pid-file.ts'
import { openStore } from '../open-store.ts'
import { Checkout } from '../repo/checkout.ts'
import { Journal } from '../repo/journal.ts'
import {
  agent,
  allow,
  fileAt,
  closedStore,
  countCommits,
  filesOfHead,
  git,
  gitComplaints,
  gitDirOf,
  repositoryOf,
  subjects,
  writeOutside,
  signingOf,
} from '../tests/store-fixture.ts'

/**
 * Leaves the disk as a kill does: a commit of three edits (a change, an addition, a removal) with its journal, done up
 * to the step that `reached` names.
 */
async function killedAt(dir: string, reached: 'journal' | 'branch' | 'one file' | 'files'): Promise<void> {
  const id = async (text: string): Promise<string> => {
    await fs.writeFile(`${gitDirOf(dir)}/text`, text)
    return (await git(dir, 'hash-object', '-w', `${gitDirOf(dir)}/text`)).trim()
  }
  const [one, two, three] = [await id('one\n'), await id('two\n'), await id('three\n')]
  const parent = (await git(dir, 'rev-parse', 'HEAD')).trim()
  const index = await fs.readFile(`${gitDirOf(dir)}/index`)
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
  await fs.writeFile(`${gitDirOf(dir)}/index`, index)
  const version = (blob: string): { id: string; mode: '100644' } => ({ id: blob, mode: '100644' })
  const journal = new Journal(`${gitDirOf(dir)}/variorum`)
  journal.bind(await signingOf(dir))
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
  await fs.writeFile(`${gitDirOf(dir)}/refs/heads/main`, `${commit}\n`)
  if (reached === 'branch') return
  await writeOutside(dir, 'a.md', 'two\n')
  if (reached === 'one file') return
  await writeOutside(dir, 'd/new.md', 'three\n')
  await fs.rm(`${dir}/gone.md`)
}

const FILES = { 'a.md': 'one\n', 'gone.md': 'one\n' }
const DONE = { 'a.md': 'two\n', 'd/new.md': 'three\n' }

test.for(['journal', 'branch', 'one file', 'files'] as const)(
  'killed after the step %s: the next start finishes the command',
  async (reached) => {
    await using place = await closedStore(FILES)
    const { dir } = place
    await killedAt(dir, reached)
    const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
    expect([await filesOfHead(dir), await gitComplaints(dir), await subjects(dir)]).toEqual([
      DONE,
      '',
      ['T: killed', 'Another program: added outside: a.md and 1 other'],
    ])
    expect([
      (await store.history({ limit: 1 })).commits[0]?.ours,
      new Journal(`${gitDirOf(dir)}/variorum`).isEmpty(),
    ]).toEqual([true, true])
    await store.close()
  },
)

test('git finds its index locked until the commands of a killed process are published', async () => {
  await using place = await closedStore(FILES)
  const { dir } = place
  await killedAt(dir, 'journal')
  const left = await repositoryOf(dir)
  expect(await left.locks.take(left.indexPath, 0)).not.toBeNull()
  const read = Journal.prototype.read
  const said: string[] = []
  const reading = vi.spyOn(Journal.prototype, 'read').mockImplementation(function (this: Journal, ...args) {
    const { stderr } = spawnSync(
      'git',
      [`--git-dir=${gitDirOf(dir)}`, 'commit', '--allow-empty', '-m', 'on a state without the command'],
      {
        cwd: dir,
      },
    )
    said.push(stderr.toString())
    return read.apply(this, args)
  })
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  await store.published()
  reading.mockRestore()
  expect([said.length, said.every((each) => each.includes('index.lock'))]).toEqual([1, true])
  expect([await filesOfHead(dir), await gitComplaints(dir), await subjects(dir), await store.points()]).toEqual([
    DONE,
    '',
    ['T: killed', 'Another program: added outside: a.md and 1 other'],
    [],
  ])
  expect([existsSync(`${left.indexPath}.lock`), await fs.readdir(`${left.ours}/locks`)]).toEqual([false, []])
  await store.close()
})

test("what a killed process left is finished later when an open store's first attempt at it fails", async () => {
  await using place = await closedStore(FILES)
  const { dir } = place
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  await store.put([fileAt('b.md', 'b\n')], agent)
  await eventually('the lease is given up', async () => !existsSync(`${gitDirOf(dir)}/variorum/lease`))
  await killedAt(dir, 'journal')
  const applying = vi.spyOn(Checkout.prototype, 'apply').mockImplementationOnce(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  })
  await expect(store.put([fileAt('c.md', 'c\n')], agent)).rejects.toMatchObject({ code: 'disk' })
  await store.published().catch(() => undefined)
  applying.mockRestore()
  await store.put([fileAt('c.md', 'c\n')], agent)
  await store.published()
  expect([await filesOfHead(dir), await gitComplaints(dir), await subjects(dir)]).toEqual([
    { ...DONE, 'b.md': 'b\n', 'c.md': 'c\n' },
    '',
    ['Agent: c: c', 'T: killed', 'Agent: b: b', 'Another program: added outside: a.md and 1 other'],
  ])
  await store.close()
})

test('a process that cannot get the lease leaves the journal to the one that holds it', async () => {
  await using place = await closedStore(FILES)
  const { dir } = place
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false, patience: 20 })
  await killedAt(dir, 'journal')
  const other = await repositoryOf(dir)
  await other.lease.acquire()
  await expect(store.put([fileAt('b.md', 'x')], agent)).rejects.toMatchObject({ code: 'lease-taken' })
  await store.close()
  expect(other.journal.isEmpty()).toBe(false)
  await other.lease.release()
  await (await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })).close()
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([DONE, ''])
})

test.for([1, 9, 40])('killed while writing the record, %s bytes short: the command never happened', async (short) => {
  await using place = await closedStore(FILES)
  const { dir } = place
  await killedAt(dir, 'journal')
  const path = `${gitDirOf(dir)}/variorum/journal`
  const written = await fs.readFile(path)
  await fs.writeFile(path, written.subarray(0, 16 + written.readUInt32BE(8) - short))
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  expect([await filesOfHead(dir), await gitComplaints(dir), await countCommits(dir)]).toEqual([
    { 'a.md': 'one\n', 'gone.md': 'one\n' },
    '',
    1,
  ])
  expect((await fs.readdir(dir)).toSorted()).toEqual(['.git', 'a.md', 'gone.md'])
  await store.close()
})

test('killed, and git moved the branch elsewhere: a restore point keeps the command', async () => {
  await using place = await closedStore(FILES)
  const { dir } = place
  await killedAt(dir, 'journal')
  await git(dir, 'commit', '-q', '--allow-empty', '-m', 'commit by git')
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  const [kept] = await store.points()
  expect([await subjects(dir), kept?.name, await git(dir, 'log', '-1', '--format=%s', kept?.commit ?? '')]).toEqual([
    ['T: commit by git', 'Another program: added outside: a.md and 1 other'],
    expect.stringContaining('kept'),
    'killed\n',
  ])
  expect([await gitComplaints(dir), await filesOfHead(dir)]).toEqual(['', { 'a.md': 'one\n', 'gone.md': 'one\n' }])
  await store.close()
})

test.for(['file', 'file in place of a folder', 'folder in place of a file'])(
  'an outside %s made after the kill stays, and becomes a commit',
  async (what) => {
    await using place = await closedStore(FILES)
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
    const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
    const kept: Record<string, string> = { ...DONE, ...edits }
    if (what.startsWith('file in')) delete kept['d/new.md']
    if (what.startsWith('folder')) delete kept['a.md']
    expect([await filesOfHead(dir), await gitComplaints(dir), await countCommits(dir)]).toEqual([kept, '', 3])
    await store.close()
  },
)

test('an unreadable journal is set aside', async () => {
  await using place = await closedStore(FILES)
  const { dir } = place
  await fs.writeFile(`${gitDirOf(dir)}/variorum/journal`, '{"commit": "not one of ours"}')
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  expect(await store.put([fileAt('b.md', 'x')], agent)).toMatchObject({ kind: 'committed' })
  expect([await gitComplaints(dir), await fs.readFile(`${gitDirOf(dir)}/variorum/journal.unreadable`, 'utf8')]).toEqual(
    ['', '{"commit": "not one of ours"}'],
  )
  await store.close()
})

test("our own stale locks and temporary files are cleared, git's lock stays", async () => {
  await using place = await closedStore(FILES)
  const { dir } = place
  await git(dir, 'branch', 'other')
  const ours = `${gitDirOf(dir)}/variorum`
  await fs.mkdir(`${ours}/locks`, { recursive: true })
  for (const lock of ['index.lock', 'refs/heads/other.lock']) {
    await fs.writeFile(`${ours}/locks/${lock.replaceAll('/', '~')}`, '')
    await fs.link(`${ours}/locks/${lock.replaceAll('/', '~')}`, `${gitDirOf(dir)}/${lock}`)
  }
  await fs.writeFile(`${gitDirOf(dir)}/refs/heads/theirs.lock`, "git's")
  await fs.writeFile(`${ours}/tmp/1-left`, 'half')
  await fs.writeFile(`${ours}/lease`, JSON.stringify(await describeOwner(999_999_999)))
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false, patience: 200 })
  // index.lock makes adoption wait; a command that does not need git clears what is ours.
  await store.changeSettings({ recordReads: true })
  expect([
    await fs.readdir(`${ours}/locks`),
    await fs.readdir(`${ours}/tmp`),
    (await fs.readdir(`${gitDirOf(dir)}/refs/heads`)).toSorted(),
  ]).toEqual([[], [], ['main', 'other', 'theirs.lock']])
  expect(await store.put([fileAt('b.md', 'x')], agent)).toMatchObject({ kind: 'committed' })
  await store.published()
  await fs.writeFile(`${gitDirOf(dir)}/index.lock`, "git's")
  await expect(store.put([fileAt('c.md', 'x')], agent)).rejects.toMatchObject({ code: 'git-busy' })
  expect(await fs.readFile(`${gitDirOf(dir)}/index.lock`, 'utf8')).toBe("git's")
  await fs.rm(`${gitDirOf(dir)}/index.lock`)
  await git(dir, 'commit', '-q', '--allow-empty', '-m', 'commit by git')
  await store.close()
})
