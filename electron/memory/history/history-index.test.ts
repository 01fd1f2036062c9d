import * as fs from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kindOf } from '../../../shared/change.ts'
import type { Actor } from '../../../shared/commit.ts'
import type { HistoryQuery } from '../../../shared/memory.ts'
import { openStore } from '../open-store.ts'
import { Repository } from '../repo/repository.ts'
import type { Store } from '../store-interface.ts'
import { agent, allow, bytes, git, newFolder, newStore } from '../tests/testing.ts'
import { Chain, type Link } from './chain.ts'
import { HistoryIndex } from './history-index.ts'
import { pageOf } from './page.ts'
import { WalkedTimeline, type LinkQuery, type Timeline } from './walked-timeline.ts'

const NAMES = ['a.md', 'b.md', 'd/a.md', 'd/e/b.md', 'd0.md', 'Lisbon trip.md']
const ACTORS: readonly Actor[] = ['user', 'agent', 'agent', 'agent', 'agent']
const WORDS = ['lis', 'Lisbon', 'line 3', 'a', 'md', 'create', 'Ä', '"quoted"', '%', 'd/e', 'zebra', '漢字', 'ß']

async function act(store: Store, kind: number, name: string, serial: number): Promise<void> {
  const origin = {
    ...agent,
    conversation: `c${serial % 3}`,
    turn: (serial % 4) + 1,
    call: `01HF000000000000000000${String(serial).padStart(4, '0')}`,
    actor: ACTORS[serial % 5] ?? 'agent',
  }
  const found = await store.look(name)
  const before = found.kind === 'file' ? found.blob.id : null
  if (kind === 0 && before !== null) await store.remove(name, { ...origin, verb: 'delete' })
  else if (kind === 1 && before !== null) await store.move(name, `moved-${serial}.md`, { ...origin, verb: 'rename' })
  else if (kind === 2) {
    const [newest] = (await store.history({ limit: 1 })).commits
    if (newest !== undefined) await store.undo([newest.id], { ...origin, verb: 'undo' })
  } else if (found.kind !== 'directory')
    await store.put(name, before, bytes(`line ${serial} of Lisbon, "quoted" 100 % 漢字 straße\n`), origin)
}

const query: fc.Arbitrary<LinkQuery> = fc.record(
  {
    path: fc.constantFrom(...NAMES, 'd', 'd/e', 'moved-3.md', 'none'),
    actors: fc.subarray<Actor>(['agent', 'user', 'outside']),
    conversation: fc.constantFrom('c0', 'c1', 'none'),
    turn: fc.integer({ min: 1, max: 4 }),
    words: fc.array(fc.constantFrom(...WORDS), { maxLength: 2 }),
  },
  { requiredKeys: [] },
)

async function all(timeline: Timeline, query: LinkQuery): Promise<readonly Link[]> {
  const found: Link[] = []
  for await (const link of timeline.links(query)) found.push(link)
  return found
}

/** Every commit of a query, page after page. */
async function pages(timeline: Timeline, chain: Chain, query: HistoryQuery): Promise<readonly string[]> {
  const found: string[] = []
  for (let after: string | undefined; ;) {
    const { links, next } = await pageOf(timeline, chain, { ...query, after })
    found.push(...links.map(({ commit }) => commit))
    if (next === null) return found
    after = next
  }
}

/** A whole database of ours, with rows that no store writes. */
async function spoilEntries(file: string): Promise<void> {
  const database = new DatabaseSync(file)
  database.exec("UPDATE commits SET entry = json_set(entry, '$.link.origin.actor', 'nobody')")
  database.close()
}

test('whatever is asked, the index answers as walking does: made at once, bit by bit, and brought forward over a moved branch', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const repo = new Repository(dir)
  const chain = new Chain(repo)
  const [grown, made] = [new HistoryIndex(chain, null), new HistoryIndex(chain, null)]
  let serial = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(5), fc.constantFrom(...NAMES)), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      fc.array(query, { minLength: 3, maxLength: 6 }),
      async (steps, back, queries) => {
        if (back && serial > 10) await git(dir, 'reset', '-q', '--hard', 'HEAD~3')
        for (const [kind, name] of steps) await act(store, kind, name, (serial += 1))
        const head = (await git(dir, 'rev-parse', 'HEAD').catch(() => '')).trim()
        if (head === '') return
        const walked = new WalkedTimeline(chain, head)
        expect(grown.catchUp(head)).toBe(true)
        made.reset()
        await made.extend(head, async () => true)
        const everything = await all(walked, {})
        for (const index of [grown, made]) {
          expect(index.isComplete).toBe(true)
          for (const each of [{}, ...queries])
            expect([each, await all(index, each)]).toEqual([each, await all(walked, each)])
          for (const link of everything) expect(index.undoneBy(link)).toBe(await walked.undoneBy(link))
          const ids = everything.map(({ commit }) => commit)
          expect(index.inOrder(ids)).toEqual(await walked.inOrder(ids))
          expect(new Map([...index.lastTouches(new Set(NAMES))].toSorted())).toEqual(
            new Map([...(await walked.lastTouches(new Set(NAMES)))].toSorted()),
          )
          for (const kind of [undefined, 'created', 'changed', 'deleted'] as const) {
            for (const { words, ...each } of [{ words: undefined }, ...queries]) {
              const asked: HistoryQuery = { ...each, kind, words: words?.join(' '), limit: 3 }
              const found = await pages(index, chain, asked)
              expect(found).toEqual(
                (await all(walked, { ...each, words }))
                  .filter(
                    ({ commit }) =>
                      kind === undefined || chain.changes(commit).some((change) => kindOf(change) === kind),
                  )
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
          const middle = everything[Math.floor(everything.length / 2)]?.commit
          expect(await all(index, { after: middle })).toEqual(await all(walked, { after: middle }))
        }
      },
    ),
    { numRuns: 12 },
  )
  grown.close()
  made.close()
})

test('deleted, cut or foreign, it is made anew from git, and the same history is shown', async () => {
  const [dir, derived] = [await newFolder(), await newFolder()]
  const open = (): Promise<Store> => openStore({ dir, gate: allow, watch: false, derived })
  let store = await open()
  for (let at = 0; at < 30; at += 1) await act(store, 3, NAMES[at % NAMES.length] ?? '', at)
  const { commits: shown } = await store.history({ path: 'd', words: 'lisbon' })
  expect(shown.length).toBeGreaterThan(5)
  const { id } = await store.status()
  await store.close()
  const file = `${derived}/${id}/history.sqlite`
  for (const spoil of [
    () => fs.rm(`${derived}/${id}`, { recursive: true }),
    () => fs.truncate(file, 5_000),
    () => fs.writeFile(file, 'no database at all'),
    () => fs.writeFile(file, ''),
    () => spoilEntries(file),
  ]) {
    await spoil()
    store = await open()
    expect((await store.history({ path: 'd', words: 'lisbon' })).commits).toEqual(shown)
    await store.close()
  }
  await fs.rm(dir, { recursive: true })
  await fs.rm(derived, { recursive: true })
})
