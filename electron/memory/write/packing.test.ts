import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Repository } from '../repo/repository.ts'
import { agent, fileAt, countCommits, filesOfHead, git, gitComplaints, newStore } from '../tests/store-fixture.ts'
import { Packing } from './packing.ts'

test('many small packs are merged into one less than 1.5 times the size of what git gc makes, without loss', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const texts = new Map<string, string>()
  for (let at = 0; at < 70; at += 1) {
    const path = `d${at % 3}/f${at % 7}.md`
    const found = await store.look(path)
    const text = `${found.kind === 'file' ? Buffer.from(found.bytes).toString() : ''}line ${at}, which says something of its own\n`
    texts.set(path, text)
    await store.put([fileAt(path, text, found.kind === 'file' ? found.blob.id : null)], agent)
    await store.published()
  }
  const packs = async (): Promise<readonly string[]> =>
    (await fs.readdir(`${dir}/.git/objects/pack`)).filter((name) => name.endsWith('.pack'))
  expect((await packs()).length).toBeGreaterThan(50)
  await git(dir, 'multi-pack-index', 'write')
  await new Packing(new Repository(dir)).merge((task) => task())
  const [only = '', ...others] = await packs()
  expect([others, await gitComplaints(dir), await countCommits(dir), await filesOfHead(dir)]).toEqual([
    [],
    '',
    70,
    Object.fromEntries(texts),
  ])
  const ours = (await fs.stat(`${dir}/.git/objects/pack/${only}`)).size
  // The open store can still read, although the packs that it knew are gone.
  expect((await store.history({ limit: 70 })).commits).toHaveLength(70)
  await git(dir, 'gc', '-q', '--prune=now')
  const [byGit = ''] = await packs()
  expect(ours / (await fs.stat(`${dir}/.git/objects/pack/${byGit}`)).size).toBeLessThan(1.5)
})

test("git's own packs are not merged", async () => {
  await using place = await newStore()
  const { dir, store } = place
  for (let at = 0; at < 9; at += 1) {
    await store.put([fileAt(`f${at}.md`, 'x\n')], agent)
    await git(dir, 'repack', '-q', '-d')
  }
  await fs.rm(`${dir}/.git/variorum/packs`)
  const before = await fs.readdir(`${dir}/.git/objects/pack`)
  await new Packing(new Repository(dir)).merge((task) => task())
  expect(await fs.readdir(`${dir}/.git/objects/pack`)).toEqual(before)
})
