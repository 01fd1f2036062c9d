import { Buffer } from 'node:buffer'
import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { byUser } from '../../../shared/origin.ts'
import { readMessage } from '../repo/commit-message.ts'
import { agent, fileAt, filesOfHead, git, gitComplaints, newStore, writeOutside } from './store-fixture.ts'

// Repositories in which somebody uses what git can do and we never do.

test('a file that is only intended to be added is adopted, and git takes it for no deleted one', async () => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, 'a.md', 'one\n') })
  const { dir, store } = place
  await writeOutside(dir, 'b.md', 'two\n')
  await git(dir, 'add', '-N', 'b.md')
  await store.adopt()
  await store.published()
  expect(await filesOfHead(dir)).toEqual({ 'a.md': 'one\n', 'b.md': 'two\n' })
  expect(await git(dir, 'status', '--porcelain')).toBe('')
  expect(await gitComplaints(dir)).toBe('')
})

test('on a branch that is another name for one, commits go where git puts them', async () => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, 'a.md', 'one\n') })
  const { dir, store } = place
  await git(dir, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main')
  await git(dir, 'symbolic-ref', 'HEAD', 'refs/heads/alias')
  expect(await store.put([fileAt('b.md', 'two\n')], agent)).toMatchObject({ kind: 'committed' })
  await store.published()
  expect(await filesOfHead(dir)).toEqual({ 'a.md': 'one\n', 'b.md': 'two\n' })
  expect(await git(dir, 'rev-parse', 'main')).toBe(await git(dir, 'rev-parse', 'HEAD'))
  expect(await git(dir, 'symbolic-ref', 'refs/heads/alias')).toBe('refs/heads/main\n')
  expect(await store.check({ repair: false })).toMatchObject({ findings: [] })
  expect(await gitComplaints(dir)).toBe('')
})

test('a branch that names itself is damage, and read no further', async () => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, 'a.md', 'one\n') })
  const { dir, store } = place
  await fs.writeFile(`${dir}/.git/refs/heads/main`, 'ref: refs/heads/main\n')
  await expect(store.put([fileAt('b.md', 'two\n')], agent)).rejects.toThrow(/doesn’t point to a commit/)
})

test('a split index is no damage, and no repair sets it aside', async () => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, 'a.md', 'one\n') })
  const { dir, store } = place
  await git(dir, 'update-index', '--split-index')
  const index = await fs.readFile(`${dir}/.git/index`)
  expect(await store.check({ repair: true })).toMatchObject({
    findings: [{ what: { id: 'check-index-unknown' }, done: null, canRepair: false }],
  })
  expect(await fs.readFile(`${dir}/.git/index`)).toEqual(index)
})

test('what a sparse checkout keeps out of the folder is neither deleted nor written over', async () => {
  const files = { 'in/a.md': 'a\n', 'out/b.md': 'precious\n', 'r.md': 'r\n' }
  await using place = await newStore({
    prepare: async (dir) => {
      for (const [path, text] of Object.entries(files)) await writeOutside(dir, path, text)
    },
  })
  const { dir, store } = place
  await git(dir, 'sparse-checkout', 'set', '--cone', 'in')
  await store.adopt()
  expect(await store.look('out/b.md')).toMatchObject({ kind: 'refused', reason: { id: 'path-not-checked-out' } })
  for (const path of ['out/b.md', 'out', 'out/b.md/c.md'])
    expect([path, await store.put([fileAt(path, 'clobber\n')], agent)]).toMatchObject([path, { kind: 'refused' }])
  expect(await store.put([fileAt('in/a.md', 'x')], agent)).toMatchObject({ kind: 'conflict' })
  expect(await store.put([fileAt('new.md', 'new\n')], agent)).toMatchObject({ kind: 'committed' })
  expect(await store.undo({ next: 'undo' }, byUser('undo'))).toMatchObject({ kind: 'committed' })
  await store.published()
  expect(await filesOfHead(dir)).toEqual(files)
  expect(await gitComplaints(dir)).toBe('')
})

test('the file of an old mode is in the history as git has it, and nothing new is adopted', async () => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, 'a.md', 'one\n') })
  const { dir, store } = place
  await fs.writeFile(
    `${dir}/.git/tree`,
    Buffer.concat([
      Buffer.from('100664 a.md\0'),
      Buffer.from((await git(dir, 'rev-parse', 'HEAD:a.md')).trim(), 'hex'),
    ]),
  )
  const tree = (await git(dir, 'hash-object', '-w', '-t', 'tree', '--literally', '.git/tree')).trim()
  const commit = (await git(dir, 'commit-tree', tree, '-p', 'HEAD', '-m', 'old')).trim()
  await git(dir, 'reset', '-q', '--soft', commit)
  await store.adopt()
  expect((await git(dir, 'rev-parse', 'HEAD')).trim()).toBe(commit)
  await store.put([fileAt('b.md', 'two\n')], agent)
  await store.published()
  expect(await filesOfHead(dir)).toEqual({ 'a.md': 'one\n', 'b.md': 'two\n' })
  expect(await git(dir, 'status', '--porcelain')).toBe('')
})

test.for(['z/x.md', 'b.md'])('in a tree with padded modes, %s changes as in any other', async (path) => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, 'a.md', 'one\n') })
  const { dir, store } = place
  await store.put([fileAt('z/x.md', 'x\n')], agent)
  await store.published()
  const [file, folder] = await Promise.all(['HEAD:a.md', 'HEAD:z'].map((each) => git(dir, 'rev-parse', each)))
  const entry = (mode: string, id = ''): readonly Buffer[] => [Buffer.from(`${mode}\0`), Buffer.from(id.trim(), 'hex')]
  await fs.writeFile(`${dir}/.git/tree`, Buffer.concat([...entry('0100644 a.md', file), ...entry('040000 z', folder)]))
  const tree = (await git(dir, 'hash-object', '-w', '-t', 'tree', '--literally', '.git/tree')).trim()
  const commit = (await git(dir, 'commit-tree', tree, '-p', 'HEAD', '-m', 'padded')).trim()
  await git(dir, 'reset', '-q', '--soft', commit)
  if (path === 'b.md') await store.put([fileAt(path, 'b\n')], agent)
  else await store.remove([path], agent)
  await store.published()
  expect(await git(dir, 'ls-tree', '-r', '--name-only', 'HEAD')).toBe(
    path === 'b.md' ? 'a.md\nb.md\nz/x.md\n' : 'a.md\n',
  )
  // The tree of the other program stays as it was; ours are as git's.
  expect((await git(dir, 'cat-file', '-p', 'HEAD^{tree}')).startsWith('100644 blob')).toBe(true)
  expect(await git(dir, 'status', '--porcelain')).toBe('')
})

test('the subject is the one that git shows, whatever is around it', async () => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, 'a.md', 'one\n') })
  const { dir } = place
  const message = '\n \n\tsubject\r\n\r\nbody\r\n'
  await git(dir, 'commit', '-q', '--allow-empty', '--cleanup=verbatim', '-m', message)
  expect(readMessage(message).subject).toBe((await git(dir, 'show', '-s', '--format=%s')).trim())
})
