import { Buffer } from 'node:buffer'
import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { agent, allow, bytes, newStore, signingOf } from '../tests/store-fixture.ts'
import { Journal } from './journal.ts'
import { Repository } from './repository.ts'

/** The journal as it is on disk now, as the process that finds it after a kill reads it. */
async function recordsIn(dir: string, key = signingOf(dir)): Promise<readonly string[]> {
  const copy = await newFolder()
  await fs.copyFile(`${dir}/.git/variorum/journal`, `${copy}/journal`)
  const journal = new Journal(copy)
  journal.bind(await key)
  const { objects } = new Repository(dir)
  const records = journal.read((id) => objects.read(id))
  objects.close()
  journal.close()
  await fs.rm(copy, { recursive: true })
  return records.flatMap(({ entry }) => entry.files.map(({ path }) => path))
}

test('a command is in the journal once acknowledged, also after another process has cleared it', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const other = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  const released = (): Promise<void> =>
    eventually('the lease is released', async () => !(await fs.readdir(`${dir}/.git/variorum`)).includes('lease'))
  await store.put('a.md', null, bytes('a\n'), agent)
  await released()
  await other.put('b.md', null, bytes('b\n'), agent)
  await released()
  await store.put('c.md', null, bytes('c\n'), agent)
  expect(await recordsIn(dir)).toEqual(['c.md'])
  await other.close()
})

test('only records that this device signed, in this place of this journal, are read', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.put('a.md', null, bytes('a\n'), agent)
  await store.put('b.md', null, bytes('b\n'), agent)
  expect(await recordsIn(dir)).toEqual(['a.md', 'b.md'])
  const another = { key: Buffer.alloc(32, 7), acceptsUnsigned: false }
  expect(await recordsIn(dir, Promise.resolve(another))).toEqual([])
  expect(await recordsIn(dir, Promise.resolve({ ...another, acceptsUnsigned: true }))).toEqual(['a.md', 'b.md'])
})
