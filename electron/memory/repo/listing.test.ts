import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { agent, fileAt, newStore, writeOutside } from '../tests/store-fixture.ts'

const FILES = {
  'top.md': 10,
  'a/one.md': 20,
  'a/b/two.md': 30,
  'a/b/c/three.md': 40,
  'a/b/c/é/four.md': 50,
  'a/b/.hidden/five.md': 60,
  'a/b/node_modules/six.md': 70,
  'a/b/my_node_modules/seven.md': 80,
}
const SIZES = { '': 230, 'top.md': 10, a: 220, 'a/one.md': 20, 'a/b': 200 }

test('a folder has the size of all files below it but hidden ones, also where they are not listed', async () => {
  await using place = await newStore()
  const { dir, store } = place
  for (const [path, size] of Object.entries(FILES)) await writeOutside(dir, path, 'x'.repeat(size))
  const sizes = async (path = ''): Promise<object> =>
    Object.fromEntries((await store.list(path)).map(({ path, size }) => [path, size]))
  // In git's index or not.
  for (const isAdopted of [false, true]) {
    if (isAdopted) await store.adopt()
    expect(await sizes()).toEqual(SIZES)
    expect(await sizes('a/b')).toEqual({
      'a/b': 200,
      'a/b/two.md': 30,
      'a/b/c': 90,
      'a/b/c/three.md': 40,
      'a/b/c/é': 50,
      'a/b/my_node_modules': 80,
      'a/b/my_node_modules/seven.md': 80,
    })
  }
  await store.put([fileAt('a/b/c/new.md', 'x'.repeat(1_000))], agent)
  expect(await sizes()).toMatchObject({ 'a/b': 1_200, a: 1_220 })
  // A link counts with the size of its target.
  await fs.symlink('two.md', `${dir}/a/b/link.md`)
  await store.adopt()
  expect(await sizes()).toMatchObject({ 'a/b': 1_230 })
})

test('no file is looked at for the size of a folder whose files are not listed', async () => {
  await using place = await newStore()
  const { dir, store } = place
  for (const path of ['a/b/known.md', 'a/listed.md']) await store.put([fileAt(path, '12345')], agent)
  for (const path of ['a/b/known.md', 'a/listed.md']) await writeOutside(dir, path, '123456789')
  const sizes = Object.fromEntries((await store.list('')).map(({ path, size }) => [path, size]))
  expect(sizes).toEqual({ '': 14, a: 14, 'a/b': 5, 'a/listed.md': 9 })
})

test('a folder whose name is not UTF-8 is not listed: nothing in it could be named', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.put([fileAt('a.md', '12345')], agent)
  await fs.mkdir(Buffer.concat([Buffer.from(`${dir}/bad`), Buffer.from([0xff])]))
  expect((await store.list('')).map(({ path }) => path)).toEqual(['', 'a.md'])
})
