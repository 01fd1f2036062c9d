import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { closedStore, repositoryOf } from '../tests/store-fixture.ts'
import { readSnapshot } from '../write/plan.ts'
import { OutsideChanges } from './outside-changes.ts'

// One path, and more than are looked at one by one: then the whole folder is gone through.
test.each([1, 2_001])('the second look at %i files leaves alone what the first left for later', async (count) => {
  await using place = await closedStore({ 'a.md': 'one\n' })
  const { dir } = place
  const names = Array.from({ length: count }, (_, at) => `${at}.md`)
  for (const name of names) writeFileSync(`${dir}/${name}`, `${name}\n`)
  writeFileSync(`${dir}/half.md`, 'still being wri')
  const repo = await repositoryOf(dir)
  const changes = new OutsideChanges(
    repo,
    () => ({ kind: 'allow' }),
    () => undefined,
  )
  const snapshot = await readSnapshot(repo)
  const found = await changes.everywhere(snapshot, new Set(['half.md']))
  // What came meanwhile is left for the next look.
  writeFileSync(`${dir}/new.md`, 'new\n')
  const again = await changes.again(snapshot, found)
  expect(again.map(({ path }) => path).toSorted()).toEqual(names.toSorted())
})
