import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, fileAt, filesOfHead, git, gitComplaints, newStore, user } from './store-fixture.ts'

const byUser = { ...user, verb: 'restore' } as const

async function threeStates(store: Awaited<ReturnType<typeof newStore>>['store']): Promise<void> {
  await store.put([fileAt('work/a.md', 'a\n')], agent)
  await store.put([fileAt('work/b.md', 'b\n')], agent)
  await store.put([fileAt('home/c.md', 'c\n')], agent)
  await store.makePoint('as it was good')
  await store.remove(['work/b.md'], { ...agent, verb: 'delete' })
  const found = await store.look('work/a.md')
  await store.put([fileAt('work/a.md', 'A\n', found.kind === 'file' ? found.blob.id : null)], agent)
  await store.put([fileAt('work/new.md', 'new\n')], agent)
}

test('the whole store is restored to a named point as previewed, byte for byte, and back again', async () => {
  await using place = await newStore()
  const { store, dir } = place
  await threeStates(store)
  const later = (await git(dir, 'rev-parse', 'HEAD^{tree}')).trim()
  const preview = await store.previewRestore('as it was good', '')
  expect(
    preview.changes.map(({ change: { path, before, after }, lines }) => [path, before !== null, after !== null, lines]),
  ).toEqual([
    ['work/a.md', true, true, { added: 1, removed: 1 }],
    ['work/b.md', false, true, { added: 1, removed: 0 }],
    ['work/new.md', true, false, { added: 0, removed: 1 }],
  ])
  const restored = await store.restore('as it was good', [''], byUser)
  expect(restored.kind === 'committed' && restored.commit.changeCount).toBe(3)
  expect((await git(dir, 'rev-parse', 'HEAD^{tree}')).trim()).toBe(
    (await git(dir, 'rev-parse', `${preview.to}^{tree}`)).trim(),
  )
  expect(await filesOfHead(dir)).toEqual({ 'work/a.md': 'a\n', 'work/b.md': 'b\n', 'home/c.md': 'c\n' })
  expect(await gitComplaints(dir)).toBe('')
  // The store itself named the state before the restore.
  const [automatic] = (await store.points()).filter(({ automatic }) => automatic)
  expect(automatic?.commit).toBe(preview.from)
  await store.restore(automatic?.name ?? '', [''], byUser)
  expect((await git(dir, 'rev-parse', 'HEAD^{tree}')).trim()).toBe(later)
})

test('restoring any path to any state of any history gives, byte for byte, what git has there', async () => {
  const step = fc.record({
    path: fc.constantFrom('a.md', 'd/a.md', 'd/b.md', 'd/e/c.md', 'f/ü.md'),
    text: fc.option(fc.constantFrom('', 'one\n', 'two\r\n', '\ufeffthree', 'no end')),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 10 }),
      fc.nat(3),
      fc.constantFrom('', 'd', 'd/e', 'a.md'),
      async (steps, back, path) => {
        await using place = await newStore()
        const { store, dir } = place
        const commits: string[] = []
        for (const { path: at, text } of steps) {
          const found = await store.look(at)
          const before = found.kind === 'file' ? found.blob.id : null
          const outcome =
            text === null
              ? await store.remove([at], { ...agent, verb: 'delete' })
              : await store.put([fileAt(at, text, before)], agent)
          if (outcome.kind === 'committed') commits.push(outcome.commit.id)
        }
        fc.pre(commits.length > 0)
        const point = commits[back % commits.length] ?? ''
        await store.restore(point, [path], byUser)
        await store.published()
        const idOf = async (ref: string): Promise<string> =>
          (
            await git(dir, 'rev-parse', '--verify', '--quiet', path === '' ? `${ref}^{tree}` : `${ref}:${path}`).catch(
              () => 'none',
            )
          ).trim()
        expect(await idOf('HEAD')).toBe(await idOf(point))
        expect(await gitComplaints(dir)).toBe('')
      },
    ),
    { numRuns: 12 },
  )
})

test('restoring a folder leaves the rest as it is', async () => {
  await using place = await newStore()
  const { store, dir } = place
  await threeStates(store)
  await store.put([fileAt('home/d.md', 'd\n')], agent)
  await store.restore('as it was good', ['work'], byUser)
  expect(await filesOfHead(dir)).toEqual({
    'work/a.md': 'a\n',
    'work/b.md': 'b\n',
    'home/c.md': 'c\n',
    'home/d.md': 'd\n',
  })
})

test('two states can be compared, even when git has packed the refs', async () => {
  await using place = await newStore()
  const { store, dir } = place
  await threeStates(store)
  await store.makePoint('now')
  await git(dir, 'gc', '--prune=now')
  const { changes, changeCount } = await store.compare('as it was good', 'now', 'work')
  expect(changeCount).toBe(3)
  expect(changes.map(({ change }) => change.path)).toEqual(['work/a.md', 'work/b.md', 'work/new.md'])
  expect((await store.compare('now', null, '')).changeCount).toBe(0)
  expect((await store.points()).map(({ name }) => name).toSorted()).toEqual(['as it was good', 'now'])
  await store.removePoint('now')
  expect((await store.points()).map(({ name }) => name)).toEqual(['as it was good'])
  expect(await gitComplaints(dir)).toBe('')
})

test('a name may have any characters, and is refused when taken', async () => {
  await using place = await newStore()
  const { store, dir } = place
  await store.put([fileAt('a.md', 'a\n')], agent)
  const names = ['before ~ the * move?', '../../HEAD', 'ü 日本', '.lock', '@{1}']
  for (const name of names) await store.makePoint(name)
  await expect(store.makePoint('ü 日本')).rejects.toMatchObject({ code: 'name-taken' })
  expect((await store.points()).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  expect(await store.isPoint('nothing like it')).toBe(false)
  await git(dir, 'pack-refs', '--all')
  expect((await store.points()).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  expect(await gitComplaints(dir)).toBe('')
})
