import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { newFolder } from '../../../testing/folders.ts'
import { filesOfHead, git, gitComplaints, gitDirs } from '../../../testing/git.ts'
import { inspectFolder } from '../inspect-folder.ts'
import { openStore } from '../open-store.ts'
import { removeHistory, whyKeepHistory } from '../remove-history.ts'
import { gitdirBeside } from '../repo/history-place.ts'
import type { Store } from '../store-interface.ts'
import type { StoreOptions } from '../store-options.ts'
import { agent, allow, fileAt, user, writeOutside } from './store-fixture.ts'

const run = promisify(execFile)

afterEach(() => void vi.unstubAllEnvs())

interface Place {
  readonly dir: string
  readonly device: string
  readonly gitdir: string
  open(options?: Partial<StoreOptions>): Promise<Store>
}

/** A folder of some program, and a device that does not know it yet. */
async function newPlace(name = 'notes'): Promise<Place> {
  const root = await newFolder()
  const [dir, device] = [`${root}/${name}`, `${root}/home/stores`]
  await writeOutside(dir, 'a.md', 'one\n')
  const gitdir = gitdirBeside(dir, device)
  gitDirs.set(dir, gitdir)
  return { dir, device, gitdir, open: (more) => openStore({ dir, device, gate: allow, watch: false, ...more }) }
}

test('beside, nothing of ours is in the folder, the history is private, and git reads it by --git-dir', async () => {
  const { dir, gitdir, open } = await newPlace('our "notes"; \\ all # of them')
  const store = await open({ history: 'beside' })
  await store.put([fileAt('b.md', 'two\n')], agent)
  await store.close()
  expect((await fs.readdir(dir)).toSorted()).toEqual(['a.md', 'b.md'])
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([{ 'a.md': 'one\n', 'b.md': 'two\n' }, ''])
  expect((await run('git', ['--git-dir', gitdir, 'status', '--porcelain'])).stdout).toBe('')
  for (const folder of [gitdir, `${gitdir}/..`]) expect((await fs.stat(folder)).mode & 0o777).toBe(0o700)
})

test('a known folder is found again without saying where its history is, and the other place is refused', async () => {
  for (const history of ['inside', 'beside'] as const) {
    const { dir, device, open } = await newPlace()
    const first = await open({ history })
    const id = await first.id()
    await first.close()
    const again = await open()
    expect([await again.id(), (await again.history({})).commits.length]).toEqual([id, 1])
    await again.close()
    const other = history === 'inside' ? 'beside' : 'inside'
    await expect(open({ history: other })).rejects.toMatchObject({ code: 'not-adoptable' })
    expect(await inspectFolder(dir, { device })).toMatchObject({ kind: 'store', storeId: id, history })
  }
})

test('another program’s .git is no history of ours: it is neither read, nor changed, nor taken for a change', async () => {
  const { dir, open } = await newPlace()
  const theirs = async (message: string): Promise<void> => {
    await fs.rm(`${dir}/.git`, { recursive: true, force: true })
    await run('git', ['init', '-q', '-b', 'baseline', dir])
    await run('git', ['-C', dir, 'add', '.'])
    await run('git', ['-C', dir, '-c', 'user.name=C', '-c', 'user.email=c@x.invalid', 'commit', '-qm', message])
  }
  const all = async (): Promise<string> =>
    (await run('sh', ['-c', 'find .git -type f | sort | xargs sha1sum'], { cwd: dir })).stdout
  await theirs('first')
  const store = await open({ history: 'beside', watch: true })
  await theirs('second')
  const before = await all()
  await store.put([fileAt('b.md', 'two\n')], agent)
  await writeOutside(dir, 'c.md', 'three\n')
  await eventually('the edit is adopted', async () => 'c.md' in (await filesOfHead(dir)))
  expect((await store.history({})).commits.map(({ origin }) => origin.actor)).toEqual(['outside', 'agent', 'outside'])
  expect((await store.status()).leftOut).toEqual([])
  expect(await store.undo({ next: 'undo' }, user)).toMatchObject({ kind: 'committed' })
  await store.close()
  expect(await all()).toBe(before)
  // A file that names another place is theirs, too.
  await fs.rm(`${dir}/.git`, { recursive: true })
  await fs.writeFile(`${dir}/.git`, 'gitdir: /nowhere\n')
  const again = await open()
  expect([(await again.status()).leftOut, (await again.status()).blocked]).toEqual([[], null])
  await again.close()
})

test('of processes that add a folder at once, one makes the history, and all have the same', async () => {
  for (let at = 0; at < 5; at += 1) {
    const { dir, device, gitdir, open } = await newPlace()
    const opened = await Promise.allSettled([
      open({ history: 'beside' }),
      open({ history: 'inside' }),
      open(),
      open({ history: 'beside' }),
    ])
    const stores = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(new Set(await Promise.all(stores.map((store) => store.id()))).size).toBe(1)
    const isThere = (path: string): Promise<boolean> =>
      fs.access(path).then(
        () => true,
        () => false,
      )
    expect([await isThere(`${dir}/.git`), await isThere(gitdir)].filter(Boolean)).toHaveLength(1)
    for (const store of stores) await store.close()
    expect((await fs.readdir(device)).filter((name) => /^[0-9A-Z]{26}$/.test(name))).toHaveLength(1)
  }
})

test('the memories of Codex always have their history beside, and the reason is said', async () => {
  const { dir, device, gitdir, open } = await newPlace('memories')
  vi.stubEnv('CODEX_HOME', dir.slice(0, -'/memories'.length))
  await expect(open({ history: 'inside' })).rejects.toThrow(/Codex replaces/)
  expect(await inspectFolder(dir, { device })).toMatchObject({
    history: 'beside',
    onlyBeside: { id: 'history-beside-codex' },
  })
  const store = await open()
  await store.close()
  expect([await fs.readdir(dir), (await fs.stat(gitdir)).isDirectory()]).toEqual([['a.md'], true])
})

test('a folder in a repository of the user’s may have its history beside it, and no other', async () => {
  const { dir, open } = await newPlace('project/notes')
  await run('git', ['init', '-q', `${dir}/..`])
  await expect(open()).rejects.toThrow(/inside another git repository/)
  const store = await open({ history: 'beside' })
  await store.close()
  expect(await fs.readdir(dir)).toEqual(['a.md'])
})

test('a history beside is removed with the store, or found again when the folder is added again', async () => {
  const { dir, device, gitdir, open } = await newPlace()
  const first = await open({ history: 'beside' })
  const id = await first.id()
  await first.close()
  const again = await open()
  expect([await again.id(), (await again.history({})).commits.length]).toEqual([id, 1])
  await again.close()
  expect(await whyKeepHistory(dir, { device })).toBeNull()
  expect(await removeHistory(dir, { device })).toBe(id)
  expect([await fs.readdir(dir), await fs.readdir(nodePath.dirname(gitdir))]).toEqual([['a.md'], []])
  const anew = await open()
  expect(await anew.id()).not.toBe(id)
  await anew.close()
})

test('where the app’s data is on another disk, files are written, replaced and removed all the same', async () => {
  const { dir } = await newPlace()
  const device = await fs.mkdtemp('/dev/shm/variorum-test-').catch(() => null)
  if (device === null || (await fs.stat(device)).dev === (await fs.stat(dir)).dev) return
  try {
    gitDirs.set(dir, gitdirBeside(dir, device))
    const store = await openStore({ dir, device, gate: allow, watch: false, history: 'beside' })
    await store.put([fileAt('b.md', 'two\n'), fileAt('c.md', 'three\n')], agent)
    await store.remove(['b.md'], agent)
    await fs.chmod(`${dir}/c.md`, 0o755)
    await store.adopt()
    await store.restore('HEAD~2', [''], user)
    await store.published()
    expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([
      { 'a.md': 'one\n', 'b.md': 'two\n', 'c.md': 'three\n' },
      '',
    ])
    await store.close()
  } finally {
    await fs.rm(device, { recursive: true })
  }
})

test('git is told of the folder', async () => {
  const { dir, open } = await newPlace()
  await (await open({ history: 'beside' })).close()
  expect((await git(dir, 'rev-parse', '--show-toplevel')).trim()).toBe(dir)
})
