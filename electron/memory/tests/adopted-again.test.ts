import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { writeOutside } from './store-fixture.ts'

test('a file that is written again while it is adopted is adopted again', async () => {
  const root = await newFolder()
  const dir = `${root}/memories`
  let asked = 0
  const store = await openStore({
    dir,
    device: `${root}/home/stores`,
    gate: () => {
      asked += 1
      // Its first version was read, and is about to be committed.
      if (asked === 2) writeFileSync(`${dir}/a.md`, 'the second, longer\n')
      return { kind: 'allow' }
    },
  })
  await writeOutside(dir, 'a.md', 'the first\n')
  await eventually('the second is committed', async () => (await store.file('a.md'))?.text === 'the second, longer\n')
  expect(asked).toBeGreaterThan(2)
  await store.close()
})
