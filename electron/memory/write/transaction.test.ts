import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { newFolder } from '../../../testing/folders.ts'
import { saying } from '../../../testing/saying.ts'
import type { FileEdit } from '../repo/file-edit.ts'
import type { Repository } from '../repo/repository.ts'
import { createStore } from '../store.ts'
import {
  agent,
  allow,
  fileAt,
  closedStore,
  filesOfHead,
  git,
  gitComplaints,
  gitDirOf,
  newStore,
  subjects,
  user,
  repositoryOf,
} from '../tests/store-fixture.ts'

const FILES = { 'a.md': 'one\n', 'gone.md': 'one\n' }

test('when the files cannot be put in place, everything is put back, and the reason has no host path', async () => {
  await using place = await closedStore(FILES)
  const { dir } = place
  const repo = await repositoryOf(dir)
  const store = createStore(repo, 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  const before = (await store.history({})).commits[0]?.id ?? ''
  await store.put([fileAt('d/e.md', 'e\n')], agent)
  const head = await git(dir, 'rev-parse', 'HEAD')
  const apply = repo.checkout.apply.bind(repo.checkout)
  vi.spyOn(repo.checkout, 'apply').mockImplementationOnce((edits, folders) => {
    apply(edits.slice(0, 1), folders)
    throw Object.assign(new Error(`EROFS: read-only file system, rename '${dir}/x'`), {
      code: 'EROFS',
      syscall: 'rename',
    })
  })
  const failure = await store
    .move([{ from: 'a.md', to: 'x/y.md' }], { ...user, verb: 'rename' })
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'disk', message: expect.stringContaining('read-only') })
  expect(String(failure)).not.toContain(dir)
  expect([await git(dir, 'rev-parse', 'HEAD'), await gitComplaints(dir), await filesOfHead(dir)]).toEqual([
    head,
    '',
    { 'a.md': 'one\n', 'd/e.md': 'e\n', 'gone.md': 'one\n' },
  ])
  expect(await store.restore(before, [''], { ...user, verb: 'restore' })).toMatchObject({ kind: 'committed' })
  expect([await gitComplaints(dir), await filesOfHead(dir)]).toEqual(['', { 'a.md': 'one\n', 'gone.md': 'one\n' }])
  await store.close()
})

test.for(['commit record', 'index'])('a command succeeds although the %s cannot be written', async (what) => {
  await using place = await closedStore(FILES)
  const { dir } = place
  const repo = await repositoryOf(dir)
  const store = createStore(repo, 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  await store.published()
  const [path, aside] = [`${gitDirOf(dir)}/${what === 'index' ? 'index' : 'variorum/tick'}`, `${dir}.aside`]
  const outcomes = Promise.all([store.put([fileAt('b.md', 'b\n')], agent), store.put([fileAt('c.md', 'c\n')], agent)])
  expect((await outcomes).map(({ kind }) => kind)).toEqual(['committed', 'committed'])
  // A folder in its place cannot be replaced by a file. At once, since git is brought up to date behind this.
  renameSync(path, aside)
  mkdirSync(`${path}/x`, { recursive: true })
  const failed = await store.published().then(
    () => false,
    () => true,
  )
  expect(failed).toBe(what === 'index')
  rmSync(path, { recursive: true })
  renameSync(aside, path)
  await eventually('git is up to date', async () => (await gitComplaints(dir)) === '')
  expect([await gitComplaints(dir), await subjects(dir)]).toEqual([
    '',
    ['Agent: c: c', 'Agent: b: b', 'Another program: added outside: a.md and 1 other'],
  ])
  await store.close()
})

test('a folder swapped for a link that leads out, after the decision, is not written through', async () => {
  const outside = await newFolder()
  let swap = (): void => undefined
  await using place = await newStore({
    gate: () => {
      swap()
      return { kind: 'allow' }
    },
  })
  const { dir, store } = place
  await store.put([fileAt('d/a.md', 'a\n')], agent)
  swap = () => {
    renameSync(`${dir}/d`, `${dir}/moved`)
    symlinkSync(outside, `${dir}/d`)
    swap = () => undefined
  }
  expect(await store.put([fileAt('d/b.md', 'b\n')], agent)).toMatchObject({
    kind: 'refused',
    reason: saying('leads out'),
  })
  await store.adopt()
  expect([await fs.readdir(outside), await filesOfHead(dir), await gitComplaints(dir)]).toEqual([
    [],
    { d: outside, 'moved/a.md': 'a\n' },
    '',
  ])
})

const removeStaged = (edits: readonly FileEdit[]): void => {
  for (const { staged } of edits) rmSync(staged ?? '')
}
const removeScratch = (_: readonly FileEdit[], { scratch }: Repository): void => rmSync(scratch, { recursive: true })

test.for([
  ['b.md', 'whose staged file', removeStaged],
  ['gone.md', 'for which our temporary folder', removeScratch],
] as const)(
  'a command on %s %s is gone is refused and leaves nothing, instead of counting as overtaken',
  async ([path, , takeAway]) => {
    await using place = await closedStore(FILES)
    const { dir } = place
    const repo = await repositoryOf(dir)
    const store = createStore(repo, 'id', { gate: allow })
    await store.begin({ watch: false, adoptOnOpen: true })
    const verify = repo.checkout.verify.bind(repo.checkout)
    vi.spyOn(repo.checkout, 'verify').mockImplementationOnce((edits) => {
      verify(edits)
      takeAway(edits, repo)
    })
    const command = (): Promise<{ readonly kind: string }> =>
      path === 'b.md' ? store.put([fileAt(path, 'b\n')], agent) : store.remove([path], agent)
    await expect(command()).rejects.toMatchObject({ code: 'disk' })
    await store.published()
    expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([FILES, ''])
    expect(await command()).toMatchObject({ kind: 'committed' })
    await store.close()
  },
)

test('a command tried again after a part of it could not be read is in the journal with its text', async () => {
  await using place = await closedStore(FILES)
  const repo = await repositoryOf(place.dir)
  const store = createStore(repo, 'id', { gate: allow })
  await store.begin({ watch: false, adoptOnOpen: true })
  vi.spyOn(repo.trees, 'edit').mockImplementationOnce(() => {
    throw Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE', syscall: 'open' })
  })
  const put = (): Promise<unknown> => store.put([fileAt('b.md', 'b\n')], agent)
  await expect(put()).rejects.toMatchObject({ code: 'disk' })
  await put()
  const [record] = repo.journal.read((id) => repo.objects.read(id))
  expect(record?.objects.map(({ object }) => object.type).toSorted()).toEqual(['blob', 'commit', 'tree'])
  await store.close()
})
