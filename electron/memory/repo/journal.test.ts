import { Buffer } from 'node:buffer'
import { createSecretKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { agent, allow, fileAt, closedStore, newStore, signingOf } from '../tests/store-fixture.ts'
import { Journal } from './journal.ts'
import { Repository } from './repository.ts'

/** The journal as it is on disk now: read at once, since what is published leaves it. */
function bytesOfJournal(dir: string): Buffer {
  return readFileSync(`${dir}/.git/variorum/journal`)
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
  await store.put([fileAt('a.md', 'a\n')], agent)
  await other.put([fileAt('b.md', 'b\n')], agent)
  await store.put([fileAt('c.md', 'c\n')], agent)
  const found = bytesOfJournal(dir)
  expect(await recordsIn(found, dir)).toEqual(['c.md'])
  await other.close()
})

test('only records that this device signed, in this place of this journal, are read', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await Promise.all(['a.md', 'b.md'].map((path) => store.put([fileAt(path, 'text\n')], agent)))
  const found = bytesOfJournal(dir)
  expect(await recordsIn(found, dir)).toEqual(['a.md', 'b.md'])
  const another = { key: createSecretKey(Buffer.alloc(32, 7)), acceptsUnsigned: false }
  expect(await recordsIn(found, dir, Promise.resolve(another))).toEqual([])
  expect(await recordsIn(found, dir, Promise.resolve({ ...another, acceptsUnsigned: true }))).toEqual(['a.md', 'b.md'])
})

test('of which commands the files were in place', async () => {
  await using place = await closedStore({})
  const signing = await signingOf(place.dir)
  const folder = await newFolder()
  const id = 'ab'.repeat(20)
  const entry = {
    branch: 'refs/heads/main',
    parent: null,
    commit: id,
    files: [{ path: 'a.md', before: null, after: { id, mode: '100644' as const } }],
    adopted: false,
    makeFolders: [],
    removeFolders: [],
  }
  const placedIn = (where: string): readonly boolean[] => {
    const journal = new Journal(where)
    journal.bind(signing)
    const records = journal.read(() => expect.fail('has no delta'))
    journal.close()
    return records.map(({ isPlaced }) => isPlaced)
  }
  const journal = new Journal(folder)
  journal.bind(signing)
  journal.append(entry, [])
  journal.append(entry, [])
  const end = journal.length
  expect(placedIn(folder)).toEqual([true, false])
  journal.markPlaced()
  expect([placedIn(folder), placedIn(folder)]).toEqual([
    [true, true],
    [true, true],
  ])
  // A command whose record was taken back leaves those before it as they were.
  journal.append(entry, [])
  journal.truncateTo(end)
  journal.close()
  expect(placedIn(folder)).toEqual([true, true])
  const marked = await fs.readFile(`${folder}/journal`)
  for (const byte of [0, 7, 15]) {
    const torn = Buffer.from(marked)
    torn.writeUInt8(torn.readUInt8(end + byte) ^ 1, end + byte)
    await fs.writeFile(`${folder}/journal`, torn)
    expect(placedIn(folder)).toEqual([true, false])
  }
  // Of a copied store the files may be older than the journal.
  const copy = await newFolder()
  await fs.writeFile(`${copy}/journal`, marked)
  expect(placedIn(copy)).toEqual([false, false])
})
