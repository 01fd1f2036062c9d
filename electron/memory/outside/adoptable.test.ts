import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { homedir } from 'node:os'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { allow, git, gitComplaints, writeOutside } from '../tests/store-fixture.ts'

const run = promisify(execFile)

async function opening(dir: string): Promise<string> {
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false }).catch(
    (error: unknown) => error,
  )
  if (store instanceof Error) {
    expect(store).toMatchObject({ name: 'AppError', code: 'not-adoptable' })
    expect(store.message).not.toContain(dir)
    return store.message
  }
  await (await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })).close()
  return 'opened'
}

async function origin(dir: string): Promise<string> {
  await git(dir, 'init', '-q', '-b', 'main', 'origin')
  await writeOutside(dir, 'origin/a.md', 'one\n')
  await git(`${dir}/origin`, 'add', '.')
  await git(`${dir}/origin`, 'commit', '-qm', 'one')
  await git(`${dir}/origin`, 'commit', '-q', '--allow-empty', '-m', 'two')
  return `${dir}/origin`
}

const REFUSALS: readonly (readonly [what: string, prepare: (dir: string) => Promise<string>, why: RegExp])[] = [
  ['a bare repository', async (dir) => (await git(dir, 'init', '-q', '--bare', 'x'), `${dir}/x`), /bare/],
  ['core.bare', async (dir) => (await git(await origin(dir), 'config', 'core.bare', 'true'), `${dir}/origin`), /bare/],
  ['SHA-256', async (dir) => (await git(dir, 'init', '-q', '--object-format=sha256', 'x'), `${dir}/x`), /SHA-256/],
  [
    'reftables',
    async (dir) => {
      const repo = await origin(dir)
      await git(repo, 'config', 'core.repositoryformatversion', '1')
      await fs.appendFile(`${repo}/.git/config`, '[extensions]\n\trefStorage = reftable\n')
      return repo
    },
    /reftables/,
  ],
  [
    'reftables, as git lays them out',
    async (dir) => {
      const repo = await origin(dir)
      await git(repo, 'config', 'core.repositoryformatversion', '1')
      await git(repo, 'config', 'extensions.refStorage', 'reftable')
      await fs.rm(`${repo}/.git/refs`, { recursive: true })
      await fs.mkdir(`${repo}/.git/refs`)
      await fs.writeFile(`${repo}/.git/refs/heads`, 'this repository uses the reftable format\n')
      await fs.writeFile(`${repo}/.git/HEAD`, 'ref: refs/heads/.invalid\n')
      return repo
    },
    /reftables/,
  ],
  [
    'a shallow clone',
    async (dir) => (await git(dir, 'clone', '-q', '--depth', '1', `file://${await origin(dir)}`, 'x'), `${dir}/x`),
    /shallow/,
  ],
  [
    'a partial clone',
    async (dir) => {
      await git(await origin(dir), 'config', 'uploadpack.allowFilter', 'true')
      await git(
        dir,
        'clone',
        '-q',
        '-o',
        'upstream',
        '--filter=blob:none',
        '--no-checkout',
        `file://${dir}/origin`,
        'x',
      )
      return `${dir}/x`
    },
    /partial/,
  ],
  [
    'borrowed objects',
    async (dir) => (await git(dir, 'clone', '-q', '--shared', await origin(dir), 'x'), `${dir}/x`),
    /borrows/,
  ],
  [
    'a sparse index',
    async (dir) => {
      const repo = await origin(dir)
      await git(repo, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'd')
      return repo
    },
    /sparse/,
  ],
  [
    'a work tree elsewhere, in the settings of this one alone',
    async (dir) => {
      const repo = await origin(dir)
      await git(repo, 'config', 'extensions.worktreeConfig', 'true')
      await git(repo, 'config', '--worktree', 'core.worktree', dir)
      return repo
    },
    /somewhere else/,
  ],
  [
    'submodules',
    async (dir) => {
      await git(dir, 'clone', '-q', await origin(dir), 'x')
      await git(`${dir}/x`, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `${dir}/origin`, 'sub')
      return `${dir}/x`
    },
    /submodules/,
  ],
  [
    'filters',
    async (dir) => (
      await writeOutside(await origin(dir), 'd/.gitattributes', '*.psd binary filter=lfs\n'),
      `${dir}/origin`
    ),
    /the git attribute “filter”/,
  ],
  [
    'a linked work tree',
    async (dir) => (await git(await origin(dir), 'worktree', 'add', '-q', `${dir}/x`), `${dir}/x`),
    /\.git isn’t a folder/,
  ],
  [
    'a folder in a linked work tree',
    async (dir) => {
      await git(await origin(dir), 'worktree', 'add', '-q', `${dir}/x`)
      await fs.mkdir(`${dir}/x/memory`)
      return `${dir}/x/memory`
    },
    /inside another/,
  ],
  [
    'a detached HEAD',
    async (dir) => (await git(await origin(dir), 'checkout', '-q', '--detach'), `${dir}/origin`),
    /detached/,
  ],
  [
    'a merge in progress',
    async (dir) => {
      const repo = await origin(dir)
      await git(repo, 'checkout', '-q', '-b', 'other', 'HEAD~1')
      await git(repo, 'commit', '-q', '--allow-empty', '-m', 'three')
      await git(repo, 'merge', '-q', '--no-commit', '--no-ff', 'main')
      return repo
    },
    /a merge/,
  ],
  [
    'a folder inside another repository',
    async (dir) => {
      await fs.mkdir(`${await origin(dir)}/memory`)
      return `${dir}/origin/memory`
    },
    /inside another/,
  ],
  ['the home folder', async () => homedir(), /home folder/],
  ["the file system's root", async () => '/', /root of the file system/],
  ['a file', async (dir) => (await writeOutside(dir, 'x', ''), `${dir}/x`), /a file at this path/],
]

test.for(REFUSALS)('%s is refused with a reason', async ([, prepare, why]) => {
  const dir = await newFolder()
  const target = await prepare(dir)
  const before = (await fs.readdir(target).catch(() => [])).toSorted()
  expect(await opening(target)).toMatch(why)
  expect((await fs.readdir(target).catch(() => [])).toSorted()).toEqual(before)
})

test.for(['memory/', '/memory', 'mem*'])(
  'a folder that its surrounding repository ignores (%s) is accepted',
  async (rule) => {
    const dir = await newFolder()
    const repo = await origin(dir)
    await writeOutside(repo, '.gitignore', `${rule}\n`)
    await writeOutside(repo, 'memory/a.md', 'one\n')
    expect(await opening(`${repo}/memory`)).toBe('opened')
    expect(await gitComplaints(`${repo}/memory`)).toBe('')
  },
)

test('a folder with files or a history is adopted with both', async () => {
  const dir = await newFolder()
  await origin(dir)
  await writeOutside(dir, 'origin/new.md', 'new\n')
  await run('git', ['pack-refs', '--all'], { cwd: `${dir}/origin` })
  expect(await opening(`${dir}/origin`)).toBe('opened')
  expect(await git(`${dir}/origin`, 'log', '--format=%an %s')).toBe(
    'Another program added outside: new.md\nT two\nT one\n',
  )
  await writeOutside(dir, 'plain/a.md', 'one\n')
  expect(await opening(`${dir}/plain`)).toBe('opened')
  expect(await git(`${dir}/plain`, 'log', '--format=%an %s')).toBe('Another program added outside: a.md\n')
  expect(await opening(`${dir}/empty`)).toBe('opened')
})

test('a store has one id when opened twice at once, and a new one when a power cut left the id empty', async () => {
  const dir = await newFolder()
  const [a, b] = await Promise.all([
    openStore({ dir, device: deviceOf(dir), gate: allow, watch: false }),
    openStore({ dir, device: deviceOf(dir), gate: allow, watch: false }),
  ])
  expect((await a.status()).id).toBe((await b.status()).id)
  await Promise.all([a.close(), b.close()])
  await fs.writeFile(`${dir}/.git/variorum/store.json`, '')
  expect(await opening(dir)).toBe('opened')
})
