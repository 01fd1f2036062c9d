import { Buffer } from 'node:buffer'
import { createSecretKey } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { agent, allow, bytes, newStore, signingOf } from '../tests/store-fixture.ts'
import { Journal } from './journal.ts'
import { Repository } from './repository.ts'

/** The journal as it is on disk now. */
function bytesOfJournal(dir: string): Promise<Buffer> {
  return fs.readFile(`${dir}/.git/variorum/journal`)
}

/** What the process that finds a journal after a kill reads in it. */
async function recordsIn(found: Buffer, dir: string, key = signingOf(dir)): Promise<readonly string[]> {
  const copy = await newFolder()
  await fs.writeFile(`${copy}/journal`, found)
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
  await store.put('a.md', null, bytes('a\n'), agent)
  await other.put('b.md', null, bytes('b\n'), agent)
  await store.put('c.md', null, bytes('c\n'), agent)
  const found = await bytesOfJournal(dir)
  expect(await recordsIn(found, dir)).toEqual(['c.md'])
  await other.close()
})

test('only records that this device signed, in this place of this journal, are read', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.put('a.md', null, bytes('a\n'), agent)
  await store.put('b.md', null, bytes('b\n'), agent)
  const found = await bytesOfJournal(dir)
  expect(await recordsIn(found, dir)).toEqual(['a.md', 'b.md'])
  const another = { key: createSecretKey(Buffer.alloc(32, 7)), acceptsUnsigned: false }
  expect(await recordsIn(found, dir, Promise.resolve(another))).toEqual([])
  expect(await recordsIn(found, dir, Promise.resolve({ ...another, acceptsUnsigned: true }))).toEqual(['a.md', 'b.md'])
})
