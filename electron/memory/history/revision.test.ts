import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { namedDay, timeNamed } from '../../../shared/named-day.ts'
import { agent, fileAt, git, newStore } from '../tests/store-fixture.ts'

test('a name or steps lead to the commit that git finds', async () => {
  await using place = await newStore()
  const { dir, store } = place
  for (const name of ['a', 'b', 'c', 'd']) await store.put([fileAt(`${name}.md`, name)], agent)
  await git(dir, 'checkout', '-q', '-b', 'side', 'HEAD~2')
  await git(dir, 'commit', '-q', '--allow-empty', '-m', 'aside')
  await git(dir, 'checkout', '-q', 'main')
  await git(dir, 'merge', '-q', '--no-edit', 'side')
  await git(dir, 'tag', 'light', 'HEAD~2')
  await git(dir, 'tag', '-a', '-m', 'x', 'annotated', 'side')
  await git(dir, 'tag', '-a', '-m', 'x', 'of-a-tag', 'annotated')
  await git(dir, 'update-ref', 'refs/remotes/origin/work/new', 'HEAD^')
  await git(dir, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/work/new')
  await git(dir, 'tag', 'of-a-file', 'HEAD:a.md')
  await git(dir, 'tag', 'side', 'HEAD~1')
  const head = (await git(dir, 'rev-parse', 'HEAD')).trim()
  const named = 'HEAD @ main heads/side side light annotated of-a-tag tags/light refs/heads/side origin origin/HEAD'
  const others = 'origin/work/new of-a-file nowhere refs origin/work .. heads/../heads/main'
  const names = ['', head, ...named.split(' '), ...others.split(' ')]
  const steps = ['', '^{}', '~', '^', '~0', '^0', '~3', '^2', '^2~', '^3', '~2^', '^^', '~99', '~1^2']
  const differing: string[] = []
  for (const packed of [false, true]) {
    if (packed) await git(dir, 'pack-refs', '--all')
    const refs = names.flatMap((name) => steps.map((step) => `${name}${step}`)).filter((each) => each !== '')
    const expected = execFileSync('git', ['cat-file', '--batch-check=%(objectname)'], {
      cwd: dir,
      input: refs.map((ref) => `${ref}^{commit}\n`).join(''),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    }).split('\n')
    for (const [at, ref] of refs.entries()) {
      const found = await store.commit(ref).catch(() => null)
      if ((found?.id ?? `${ref}^{commit} missing`) !== expected[at]) differing.push(ref)
    }
  }
  expect(differing).toEqual([])

  const before = ['HEAD@{0}', '@{1}', 'main@{1}', 'main@{1}~', '@@{1}', 'HEAD@{3}^{commit}', 'heads/side@{0}']
  for (const ref of before) expect((await store.commit(ref)).id, ref).toBe((await git(dir, 'rev-parse', ref)).trim())
  for (const ref of ['main@{99}', 'nowhere@{0}', '../main@{0}'])
    await expect(store.commit(ref), ref).rejects.toMatchObject({ code: 'unknown-commit' })
})

test('an id and a restore point mean the same whatever a ref of the folder is called', async () => {
  await using place = await newStore()
  const { dir, store } = place
  for (const name of ['a', 'b', 'c']) await store.put([fileAt(`${name}.md`, name)], agent)
  const { id } = await store.commit('HEAD~1')
  await store.makePoint('HEAD~2', id)
  await store.makePoint('HEAD', id)
  await git(dir, 'tag', id.slice(0, 10), 'HEAD')
  await git(dir, 'tag', id, 'HEAD')
  for (const ref of [id, id.slice(0, 10), 'HEAD~2', 'HEAD']) expect((await store.commit(ref)).id, ref).toBe(id)
})

test('a day means the newest commit up to its end, in local time', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const now = new Date()
  const at = (daysAgo: number, hours: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, hours)
  const commit = async (when: Date): Promise<string> => {
    const date = `${Math.floor(when.getTime() / 1000)} +1300`
    await git(dir, 'commit', '-q', '--allow-empty', '-m', 'x', '--date', date)
    return (await git(dir, 'rev-parse', 'HEAD')).trim()
  }
  const [old, early, late, today] = [
    await commit(at(15, 12)),
    await commit(at(1, 0)),
    await commit(at(1, 23)),
    await commit(at(0, 0)),
  ]
  const day = (date: Date): string =>
    [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  for (const [ref, id] of [
    ['yesterday', late],
    ['Yesterday', late],
    ['1 day ago', late],
    ['yesterday~1', early],
    [day(at(1, 5)), late],
    [at(1, 5).toISOString(), early],
    [`${day(at(1, 5))}T22:59`, early],
    [`${day(at(1, 5))} 23:00`, late],
    ['today', today],
    ['2 days ago', old],
    ['2 weeks ago', old],
  ])
    expect((await store.commit(ref ?? '')).id, ref).toBe(id)
  for (const ref of [day(at(99, 0)), '9 weeks ago', '2026-02-30', 'tomorrow', '0 ago', '2026-13-01T10:00'])
    await expect(store.commit(ref), ref).rejects.toMatchObject({ code: 'unknown-commit' })
})

test('a day begins at midnight, also where clocks change; a time has its zone or is local', () => {
  const noon = new Date(2026, 2, 30, 12)
  expect(namedDay('today', noon)).toEqual(new Date(2026, 2, 30))
  expect(namedDay('yesterday', noon)).toEqual(new Date(2026, 2, 29))
  expect(namedDay('30 days ago', noon)).toEqual(new Date(2026, 1, 28))
  expect(namedDay('2028-02-29')).toEqual(new Date(2028, 1, 29))
  for (const text of ['2026-02-29', '2026-00-10', '2026-1-1', 'days ago', '']) expect(namedDay(text)).toBeNull()
  expect(timeNamed('2026-11-20T15:04')).toEqual(new Date(2026, 10, 20, 15, 4))
  expect(timeNamed('2026-11-20T15:04:05Z')).toEqual(new Date(Date.UTC(2026, 10, 20, 15, 4, 5)))
  for (const text of ['2026', '2026-11-20T99:00', 'noon']) expect(timeNamed(text)).toBeNull()
})
