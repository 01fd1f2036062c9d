import * as fs from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { Repository } from '../repo/repository.ts'
import { agent, allow, fileAt, git, newStore } from '../tests/store-fixture.ts'
import { FileIndex } from './file-index.ts'
import { FileSearch } from './file-search.ts'

const PATHS = ['a.md', 'travel/Lisbon.md', 'travel/porto.md', 'z/漢字.md', 'b c.md']
const WORDS = ['Lisbon', 'lis', 'ana', 'ÄRGER', '漢字', 'a', '100 %', '"quoted"', 'porto', 'x', 'AND', "it's", '*']

const text = fc
  .array(
    fc.array(fc.constantFrom(...WORDS, 'plain', 'Straße'), { maxLength: 5 }).map((words) => words.join(' ')),
    { maxLength: 4 },
  )
  .map((lines) => lines.join('\n'))
const step = fc.record({ path: fc.constantFrom(...PATHS), text: fc.option(text, { nil: null }) })
const query = fc
  .array(fc.constantFrom(...WORDS, 'nowhere'), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '))

test('for any words, the index finds what reading every file finds', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const repo = new Repository(dir)
  const index = new FileIndex(repo, null)
  const [indexed, reading] = [new FileSearch(repo, index), new FileSearch(repo, null)]
  const files = new Map<string, string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.array(query, { minLength: 3, maxLength: 6 }),
      async (steps, refill, queries) => {
        for (const { path, text: becomes } of steps) {
          const found = await store.look(path)
          if (becomes === null) await store.remove([path], agent)
          else await store.put([fileAt(path, becomes, found.kind === 'file' ? found.blob.id : null)], agent)
          if (becomes === null) files.delete(path)
          else files.set(path, becomes)
        }
        const tree = (await git(dir, 'rev-parse', 'HEAD^{tree}').catch(() => '')).trim()
        if (tree === '') return
        if (refill || !index.catchUp(tree)) await index.fill(tree, async () => true)
        for (const each of queries) {
          const page = await indexed.find(tree, { words: each, limit: 50 })
          expect([each, page]).toEqual([each, await reading.find(tree, { words: each, limit: 50 })])
          const words = each.toLowerCase().split(/\s+/)
          const expected = [...files]
            .filter(([path, content]) => words.every((word) => `${path}\n${content}`.toLowerCase().includes(word)))
            .map(([path]) => path)
          expect([each, page.hits.map(({ path }) => path).toSorted()]).toEqual([each, expected.toSorted()])
          for (const { path, line } of page.hits)
            if (line !== null) expect(files.get(path)?.split('\n')[line.number - 1]).toBe(line.text)
        }
      },
    ),
    { numRuns: 30 },
  )
  index.close()
})

test('a long line is cut around the match, a match in the path has no line, and further hits are announced', async () => {
  await using place = await newStore()
  const { store } = place
  await store.put([fileAt('needle.md', 'nothing here\n')], agent)
  await store.put([fileAt('long.md', `first\n${'hay '.repeat(500)}Needle ${'straw '.repeat(500)}\n`)], agent)
  await store.put([fileAt('bytes.bin', new Uint8Array([0, 255, 1]))], agent)
  const { hits, more } = await store.search({ words: ' NEEDLE ' })
  expect([more, hits.map(({ path, line }) => [path, line?.number ?? null])]).toEqual([
    false,
    [
      ['long.md', 2],
      ['needle.md', null],
    ],
  ])
  expect(hits[0]?.line?.text).toMatch(/^…[^…]*Needle[^…]*…$/)
  expect(await store.search({ words: 'needle', limit: 1 })).toMatchObject({ more: true, hits: [{ path: 'long.md' }] })
  expect([await store.search({ words: ' ' }), await store.search({ words: 'bytes' })]).toEqual([
    { hits: [], more: false },
    { hits: [{ path: 'bytes.bin', line: null }], more: false },
  ])
})

test('the index is built in the background, and rebuilt when it is damaged', async () => {
  const [dir, derived] = [await newFolder(), await newFolder()]
  const open = () => openStore({ dir, device: deviceOf(dir), gate: allow, derived })
  let store = await open()
  for (let at = 0; at < 30; at += 1) await store.put([fileAt(`f${at}.md`, `line ${at} of Lisbon\n`)], agent)
  const file = `${derived}/${(await store.status()).id}/files.sqlite`
  const found = await store.search({ words: 'line lisbon' })
  expect(found.hits).toHaveLength(30)
  await store.reindex()
  for (const damage of [() => fs.truncate(file, 5_000), () => fs.writeFile(file, 'no database at all')]) {
    expect(await store.search({ words: 'line lisbon' })).toEqual(found)
    await store.close()
    await damage()
    store = await open()
  }
  const sizes = async (): Promise<readonly number[]> =>
    Promise.all(
      [file, `${file}-wal`].map((each) =>
        fs.stat(each).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    )
  await eventually('it is rebuilt', async () => Math.max(...(await sizes())) > 10_000)
  expect(await store.search({ words: 'line lisbon' })).toEqual(found)
  await store.close()
})
