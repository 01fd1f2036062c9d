import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  agent,
  fileAt,
  countCommits,
  filesOfHead,
  git,
  gitComplaints,
  newStore,
  subjects,
  user,
} from './store-fixture.ts'

const rename = { ...user, verb: 'rename' } as const
const restore = { ...user, verb: 'restore' } as const

async function threeFiles(store: Awaited<ReturnType<typeof newStore>>['store']): Promise<void> {
  await store.put([fileAt('a.md', 'a\n')], agent)
  await store.put([fileAt('people/ana.md', 'Ana\n')], agent)
  await store.put([fileAt('people/tom.md', 'Tom\n')], agent)
}

test('files and folders are moved as one commit, and each line keeps its author', async () => {
  await using place = await newStore()
  const { store, dir } = place
  await threeFiles(store)
  const moves = [
    { from: 'people', to: 'old/people' },
    { from: 'people/tom.md', to: 'old/tom.md' },
    { from: 'a.md', to: 'old/a.md' },
  ]
  const before = await countCommits(dir)
  const outcome = await store.move(moves, rename)
  expect(outcome.kind === 'committed' && outcome.commit.changeCount).toBe(3)
  expect(await countCommits(dir)).toBe(before + 1)
  expect((await subjects(dir))[0]).toContain('renamed people to old/people and 1 other')
  expect(await filesOfHead(dir)).toEqual({
    'old/a.md': 'a\n',
    'old/people/ana.md': 'Ana\n',
    'old/people/tom.md': 'Tom\n',
  })
  expect(existsSync(`${dir}/people`)).toBe(false)
  const blame = await store.blame('old/a.md')
  expect(Object.values(blame?.sources ?? {}).map(({ origin }) => origin.actor)).toEqual(['agent'])
  expect(await gitComplaints(dir)).toBe('')
  await store.undo({ next: 'undo' }, user)
  expect(Object.keys(await filesOfHead(dir))).toEqual(['a.md', 'people/ana.md', 'people/tom.md'])
})

test('if one of them cannot be moved, none is', async () => {
  await using place = await newStore()
  const { store, dir } = place
  await threeFiles(store)
  const head = (await git(dir, 'rev-parse', 'HEAD')).trim()
  const kindOf = async (...moves: readonly (readonly [string, string])[]) =>
    (
      await store.move(
        moves.map(([from, to]) => ({ from, to })),
        rename,
      )
    ).kind
  expect(await kindOf(['a.md', 'b.md'], ['people/ana.md', 'people/tom.md'])).toBe('exists')
  expect(await kindOf(['a.md', 'b.md'], ['people/ana.md', 'b.md'])).toBe('exists')
  expect(await kindOf(['a.md', 'b.md'], ['gone.md', 'c.md'])).toBe('missing')
  expect(await kindOf(['a.md', 'b.md'], ['people', 'people/inside'])).toBe('refused')
  expect(await kindOf(['a.md', 'a.md'])).toBe('refused')
  expect((await git(dir, 'rev-parse', 'HEAD')).trim()).toBe(head)
  expect(await git(dir, 'status', '--porcelain')).toBe('')
})

test('several files and folders are restored as one commit, whatever else changed stays', async () => {
  await using place = await newStore()
  const { store, dir } = place
  await threeFiles(store)
  await store.makePoint('then')
  await store.remove(['a.md', 'people'], { ...user, verb: 'delete' }, 'present')
  await store.put([fileAt('new.md', 'new\n')], agent)
  const outcome = await store.restore('then', ['a.md', 'people/ana.md', 'people', 'new.md'], restore)
  expect(outcome.kind === 'committed' && outcome.commit.changeCount).toBe(4)
  expect(Object.keys(await filesOfHead(dir))).toEqual(['a.md', 'people/ana.md', 'people/tom.md'])
  expect(await store.restore('then', ['a.md'], restore)).toMatchObject({ kind: 'refused' })
  expect(await gitComplaints(dir)).toBe('')
})

test('several files are written as one commit, which is called by its verb or by another word', async () => {
  await using place = await newStore()
  const { store, dir } = place
  await store.put([fileAt('a.md', 'a\n')], agent)
  await store.put([fileAt('b.md', 'b\n'), fileAt('c.md', 'c\n')], agent)
  await store.put([fileAt('d.md', 'd\n')], user, { word: 'import' })
  await store.put([fileAt('e.md', 'e\n'), fileAt('f.md', 'f\n')], user, { word: 'import' })
  expect(await subjects(dir)).toEqual([
    'User: import e.md and 1 other',
    'User: import d.md',
    'Agent: created b.md and 1 other',
    'Agent: a: a',
  ])
  expect((await store.points()).map(({ name }) => name.split(',')[0]).toSorted()).toEqual([
    'before “created b.md and 1 other”',
    'before “import e.md and 1 other”',
  ])
})

test('of what is removed all must be there, unless only what is there is meant', async () => {
  await using place = await newStore()
  const { store, dir } = place
  await threeFiles(store)
  const removing = { ...user, verb: 'delete' } as const
  expect(await store.remove(['a.md', 'gone.md'], removing)).toEqual({ kind: 'missing' })
  expect(existsSync(`${dir}/a.md`)).toBe(true)
  await store.remove(['people/ana.md'], removing)
  await store.remove(['people/tom.md'], removing)
  expect(existsSync(`${dir}/people`)).toBe(true)
  await store.undo({ next: 'undo' }, user)
  const tom = await store.file('people/tom.md')
  const judged = new Map([
    ['a.md', tom?.blob.id ?? ''], // Of another version.
    ['people/tom.md', tom?.blob.id ?? ''],
  ])
  await store.remove([...judged.keys()], removing, judged)
  expect(existsSync(`${dir}/people`)).toBe(false)
  expect(await store.remove(['a.md', 'gone.md'], removing, 'present')).toMatchObject({ kind: 'committed' })
  expect(await store.remove(['a.md'], removing, 'present')).toEqual({ kind: 'missing' })
  expect((await subjects(dir)).slice(0, 2)).toEqual(['User: deleted a.md', 'User: deleted people/tom.md'])
})
