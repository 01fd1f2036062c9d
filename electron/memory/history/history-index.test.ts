import * as fs from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kindOf } from '../../../shared/change.ts'
import type { HistoryQuery } from '../../../shared/memory.ts'
import type { Actor, Lineage, Verb } from '../../../shared/origin.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { Repository } from '../repo/repository.ts'
import type { Store } from '../store-interface.ts'
import { agent, allow, fileAt, closedStore, git, newStore } from '../tests/store-fixture.ts'
import { Chain, type ChainEntry } from './chain.ts'
import { HistoryIndex } from './history-index.ts'
import { pageOf } from './page.ts'
import type { Timeline, TimelineQuery } from './timeline.ts'
import { WalkedTimeline } from './walked-timeline.ts'

const NAMES = ['a.md', 'b.md', 'd/a.md', 'd/e/b.md', 'd0.md', 'Lisbon trip.md']
const ACTORS: readonly Actor[] = ['user', 'agent', 'agent', 'agent', 'agent']
const WORDS = [
  '漢',
  '字 s',
  'lis',
  'Lisbon',
  'line 3',
  'a',
  'md',
  'create',
  'Ä',
  '"quoted"',
  '%',
  'd/e',
  'zebra',
  '漢字',
  'ß',
]

async function act(store: Store, kind: number, name: string, serial: number): Promise<void> {
  const origin = {
    ...agent,
    conversation: `c${serial % 3}`,
    turn: (serial % 4) + 1,
    call: `01HF000000000000000000${String(serial).padStart(4, '0')}`,
    actor: ACTORS[serial % 5] ?? 'agent',
    ...(serial % 7 === 0 && { lineage: 'agent-untrusted' as const }),
  }
  const found = await store.look(name)
  const before = found.kind === 'file' ? found.blob.id : null
  if (kind === 0 && before !== null) await store.remove([name], { ...origin, verb: 'delete' })
  else if (kind === 1 && before !== null)
    await store.move([{ from: name, to: `moved-${serial}.md` }], { ...origin, verb: 'rename' })
  else if (kind === 2) {
    const [newest] = (await store.history({ limit: 1 })).commits
    if (newest !== undefined) await store.undo({ commits: [newest.id] }, { ...origin, verb: 'undo' })
  } else if (found.kind !== 'directory')
    await store.put([fileAt(name, `line ${serial} of Lisbon, "quoted" 100 % 漢字 straße\n`, before)], origin)
}

/** Around the time of the test: most commits are at or after the second. */
const TIMES = [-3_600_000, 0, 2_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString())

const conditions = fc.record({
  path: fc.constantFrom(...NAMES, 'd', 'd/e', 'moved-3.md', 'none'),
  actors: fc.subarray<Actor>(['agent', 'user', 'outside']),
  conversation: fc.constantFrom('c0', 'c1', 'none'),
  turn: fc.integer({ min: 1, max: 4 }),
  words: fc.array(fc.constantFrom(...WORDS), { maxLength: 2 }),
  changed: fc.constantFrom(
    'LINE  3',
    'of lisbon',
    '漢字 straße',
    '漢字',
    '字漢',
    '1',
    'e',
    'create',
    'lisbon of',
    '-line',
    ' ',
  ),
  verbs: fc.subarray<Verb>(['create', 'delete', 'undo']),
  lineages: fc.subarray<Lineage>(['agent', 'agent-untrusted', 'user']),
  from: fc.constantFrom(...TIMES),
  to: fc.constantFrom(...TIMES),
})

/** At most three conditions: more would leave nothing to find. */
const query: fc.Arbitrary<TimelineQuery> = fc
  .tuple(
    conditions,
    fc.subarray<keyof TimelineQuery>(
      ['path', 'actors', 'conversation', 'turn', 'words', 'changed', 'verbs', 'lineages', 'from', 'to'],
      { maxLength: 3 },
    ),
  )
  .map(([all, keys]) => Object.fromEntries(Object.entries(all).filter(([key]) => keys.some((each) => each === key))))

async function all(timeline: Timeline, query: TimelineQuery): Promise<readonly ChainEntry[]> {
  const found: ChainEntry[] = []
  for await (const entry of timeline.entries(query)) found.push(entry)
  return found
}

/** Every commit of a query, page after page. */
async function pages(timeline: Timeline, chain: Chain, query: HistoryQuery): Promise<readonly string[]> {
  const found: string[] = []
  for (let after: string | undefined; ;) {
    const { entries, next } = await pageOf(timeline, chain, { ...query, after })
    found.push(...entries.map(({ commit }) => commit))
    if (next === null) return found
    after = next
  }
}

/** Leaves a valid database with rows that no store writes. */
async function corruptRows(file: string): Promise<void> {
  const database = new DatabaseSync(file)
  database.exec("UPDATE commits SET entry = json_set(entry, '$.link.origin.actor', 'nobody')")
  database.close()
}

/** Fails unless the index gives the answers of walking. */
async function expectSameAnswers(
  chain: Chain,
  index: HistoryIndex,
  walked: WalkedTimeline,
  queries: readonly TimelineQuery[],
): Promise<void> {
  const everything = await all(walked, {})
  expect(index.isComplete).toBe(true)
  for (const each of [{}, ...queries]) expect([each, await all(index, each)]).toEqual([each, await all(walked, each)])
  for (const entry of everything) expect(index.undoneBy(entry)).toBe(await walked.undoneBy(entry))
  const ids = everything.map(({ commit }) => commit)
  expect(index.inOrder(ids)).toEqual(await walked.inOrder(ids))
  expect(new Map([...index.lastEdits(new Set(NAMES))].toSorted())).toEqual(
    new Map([...(await walked.lastEdits(new Set(NAMES)))].toSorted()),
  )
  for (const kind of [undefined, 'created', 'changed', 'deleted'] as const) {
    for (const { words, ...each } of [{ words: undefined }, ...queries]) {
      const asked: HistoryQuery = { ...each, kind, words: words?.join(' '), limit: 3 }
      const found = await pages(index, chain, asked)
      // A typed query is split at its spaces.
      expect(found).toEqual(
        (await all(walked, { ...each, words: asked.words?.split(' ') }))
          .filter(({ commit }) => kind === undefined || chain.changes(commit).some((change) => kindOf(change) === kind))
          .map(({ commit }) => commit),
      )
      expect([asked, await pages(walked, chain, { ...asked, within: 1 })]).toEqual([asked, found])
      for (const timeline of [index, walked])
        expect([asked, await pages(timeline, chain, { ...asked, oldestFirst: true })]).toEqual([
          asked,
          found.toReversed(),
        ])
    }
  }
  for (const entry of everything) {
    expect([...index.changedTexts(entry)]).toEqual([...walked.changedTexts(entry)].filter(({ text }) => text !== ''))
    const above = everything.indexOf(entry)
    const head = everything[0]?.commit ?? ''
    expect(await index.distance(entry.commit, head)).toBe(above === 0 ? null : above)
    expect(await walked.distance(entry.commit, head)).toBe(above === 0 ? null : above)
    for (const timeline of [index, walked]) {
      expect(await timeline.distance(head, entry.commit)).toBe(null)
      for (const steps of [0, 1, above].filter((each) => each <= above))
        expect((await timeline.after(entry.commit, head, steps))?.commit).toBe(everything[above - steps]?.commit)
    }
  }
  for (const phrase of ['line 3', 'of lisbon', '1', 'zebra', '漢字']) {
    const first = (await all(walked, { changed: phrase })).at(-1)
    expect((await index.firstWith(phrase))?.commit).toBe(first?.commit)
  }
  const middle = everything[Math.floor(everything.length / 2)]?.commit
  expect(await all(index, { after: middle })).toEqual(await all(walked, { after: middle }))
}

test('the index answers every query as walking does: built at once, in batches, or brought forward over a moved branch', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const repo = new Repository(dir)
  const chain = new Chain(repo)
  const [updated, rebuilt] = [new HistoryIndex(chain, null), new HistoryIndex(chain, null)]
  let serial = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(5), fc.constantFrom(...NAMES)), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      fc.array(query, { minLength: 5, maxLength: 8 }),
      async (steps, back, queries) => {
        if (back && serial > 10) await git(dir, 'reset', '-q', '--hard', 'HEAD~3')
        for (const [kind, name] of steps) await act(store, kind, name, (serial += 1))
        const head = (await git(dir, 'rev-parse', 'HEAD').catch(() => '')).trim()
        if (head === '') return
        const walked = new WalkedTimeline(chain, head)
        expect(updated.catchUp(head)).toBe(true)
        rebuilt.reset()
        await rebuilt.extend(head, async () => true)
        for (const index of [updated, rebuilt]) {
          await expectSameAnswers(chain, index, walked, queries)
        }
      },
    ),
    { numRuns: 12 },
  )
  updated.close()
  rebuilt.close()
})

test('an index that is deleted, truncated or foreign is rebuilt from git and shows the same history', async () => {
  const [dir, derived] = [await newFolder(), await newFolder()]
  const open = (): Promise<Store> => openStore({ dir, device: deviceOf(dir), gate: allow, watch: false, derived })
  let store = await open()
  for (let at = 0; at < 30; at += 1) await act(store, 3, NAMES[at % NAMES.length] ?? '', at)
  const { commits: shown } = await store.history({ path: 'd', words: 'lisbon' })
  expect(shown.length).toBeGreaterThan(5)
  const { id } = await store.status()
  await store.close()
  const file = `${derived}/${id}/history.sqlite`
  for (const damage of [
    () => fs.rm(`${derived}/${id}`, { recursive: true }),
    () => fs.truncate(file, 5_000),
    () => fs.writeFile(file, 'no database at all'),
    () => fs.writeFile(file, ''),
    () => corruptRows(file),
  ]) {
    await damage()
    store = await open()
    expect((await store.history({ path: 'd', words: 'lisbon' })).commits).toEqual(shown)
    await store.close()
  }
  await fs.rm(derived, { recursive: true })
})

test('a commit of very many files is searched like any other: before its texts are indexed, and after', async () => {
  const files = Array.from({ length: 450 }, (_, at) => [`f${String(at).padStart(3, '0')}.md`, `note ${at} quince\n`])
  await using place = await closedStore(Object.fromEntries(files))
  const chain = new Chain(new Repository(place.dir))
  const head = (await git(place.dir, 'rev-parse', 'HEAD')).trim()
  const index = new HistoryIndex(chain, null)
  const found = async (changed: string): Promise<number> => (await all(index, { changed })).length
  expect(index.catchUp(head)).toBe(true)
  for (const isRead of [false, true]) {
    if (isRead) await index.extend(head, async () => true)
    expect([await found('note 3 quince'), await found('note 449 quince'), await found('note 450')]).toEqual([1, 1, 0])
    expect((await index.firstWith('note 449'))?.commit).toBe(head)
    expect([...index.changedTexts(chain.entry(head))]).toHaveLength(450)
  }
  index.close()
})

test('of several words the rare one decides what is read, however short it is', async () => {
  await using place = await newStore()
  const { dir, store } = place
  for (let at = 0; at < 220; at += 1)
    await store.put([fileAt(`n${at}.md`, at === 100 ? 'cardamom yam\n' : 'cardamom\n')], agent)
  const chain = new Chain(new Repository(dir))
  const index = new HistoryIndex(chain, null)
  expect(index.catchUp((await git(dir, 'rev-parse', 'HEAD')).trim())).toBe(true)
  for (const [words, count] of [
    [['cardamom', 'yam'], 1],
    [['cardamom', 'fig'], 0],
  ] as const) {
    let skipped = 0
    const onSkipped = (): boolean => (skipped += 1) > 0
    expect(await all(index, { words, onSkipped })).toHaveLength(count)
    expect(skipped).toBe(0)
  }
  index.close()
})

test('a long line is found beyond what the index stores, and resetting the index erases every word', async () => {
  const folder = await newFolder()
  await using place = await newStore()
  const { dir, store } = place
  await store.put([fileAt('a.md', `${'x'.repeat(20_000)} quincunx\n`)], agent)
  await store.put([fileAt('b.md', 'the word is zanzibar\n')], agent)
  const chain = new Chain(new Repository(dir))
  const index = new HistoryIndex(chain, `${folder}/history.sqlite`)
  expect(index.catchUp((await git(dir, 'rev-parse', 'HEAD')).trim())).toBe(true)
  expect(await all(index, { changed: 'X quincunx' })).toHaveLength(1)
  const onDisk = async (): Promise<string> => {
    const names = await fs.readdir(folder)
    return (await Promise.all(names.map((name) => fs.readFile(`${folder}/${name}`, 'latin1')))).join('')
  }
  expect(await onDisk()).toContain('zanzibar')
  index.reset()
  expect(await onDisk()).not.toContain('zanzibar')
  index.close()
})
