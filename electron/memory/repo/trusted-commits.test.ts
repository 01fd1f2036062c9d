import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { ownCommitsIn } from './trusted-commits.ts'

const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(40))

test('half a line that a power cut left spoils none after it, for readers of before and later ones', async () => {
  const folder = await newFolder()
  const [writer, reader] = [ownCommitsIn(folder), ownCommitsIn(folder)]
  writer.add([a ?? ''])
  expect([...reader.ids()]).toContain(a)
  await fs.appendFile(`${folder}/written`, (b ?? '').slice(0, 20))
  expect([...reader.ids()]).not.toContain(b)
  await fs.appendFile(`${folder}/written`, `${(b ?? '').slice(20)}\n${(c ?? '').slice(0, 9)}`)
  expect([...reader.ids()]).toContain(b)
  writer.add([c ?? ''])
  for (const each of [reader, ownCommitsIn(folder)]) expect([...each.ids()]).toEqual(expect.arrayContaining([a, b, c]))
  expect(reader.last()).toBe(c)
})
