import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byUser } from '../../shared/origin.ts'
import type { Findings } from '../../shared/upkeep.ts'
import type { Store } from '../memory/store-interface.ts'
import { bytes, fileAt, gitComplaints, filesOfHead, newStore, subjects, user } from '../memory/tests/store-fixture.ts'
import { applyEdits } from './apply-edits.ts'
import { makeIndex } from './make-index.ts'
import { createUpkeep, type Upkeep } from './upkeep.ts'

async function look(upkeep: Upkeep): Promise<Findings> {
  let last: Findings | null = null
  for await (const step of upkeep.findings()) if (step.kind === 'done') last = step.findings
  if (last === null) throw new Error('The look did not end.')
  return last
}

function upkeepOf(store: Store, folder: string): Upkeep {
  return createUpkeep({ store, folder, isPinned: () => false, emit: () => undefined })
}

const NOTES = { 'a.md': 'One.\nSee [[gone]].\nThree.\n', 'b.md': 'The pool is closed until 3 May 2025.\r\nOpen later.' }

async function storeWith(texts: Readonly<Record<string, string>>): ReturnType<typeof newStore> {
  const place = await newStore()
  for (const [path, text] of Object.entries(texts)) await place.store.put([fileAt(path, text)], user)
  return place
}

test('fixes of several findings are one commit by the user, and one undo brings everything back', async () => {
  await using place = await storeWith(NOTES)
  const { dir, store } = place
  const upkeep = upkeepOf(store, `${dir}-device`)
  const { list, total } = await look(upkeep)
  expect([total, list.map(({ kind }) => kind)]).toEqual([2, ['dead-link', 'past']])
  const outcome = await upkeep.fix(list.map(({ id }) => ({ id, fix: 0 })))
  expect(outcome).toMatchObject({
    kind: 'committed',
    commit: { subject: 'changed a.md and 1 other', origin: { actor: 'user' } },
  })
  expect(await filesOfHead(dir)).toEqual({ 'a.md': 'One.\nSee gone.\nThree.\n', 'b.md': 'Open later.' })
  expect((await look(upkeep)).total).toBe(0)
  expect(await store.undo({ next: 'undo' }, byUser('undo'))).toMatchObject({ kind: 'committed' })
  expect(await filesOfHead(dir)).toEqual(NOTES)
  expect(await gitComplaints(dir)).toBe('')
})

test('a fix follows its line to where it is now, and writes nothing once the line itself changed', async () => {
  await using place = await storeWith(NOTES)
  const { dir, store } = place
  const upkeep = upkeepOf(store, `${dir}-device`)
  const [dead, past] = (await look(upkeep)).list
  const version = async (path: string): Promise<string | null> => (await store.file(path))?.blob.id ?? null
  await store.put([fileAt('a.md', 'New first line.\nOne.\nSee [[gone]].\n', await version('a.md'))], user)
  expect(await upkeep.fix([{ id: dead?.id ?? '', fix: 0 }])).toMatchObject({ kind: 'committed' })
  expect((await filesOfHead(dir))['a.md']).toBe('New first line.\nOne.\nSee gone.\n')
  await store.put([fileAt('b.md', 'The pool is closed until 4 May 2025.\n', await version('b.md'))], user)
  expect(await upkeep.fix([{ id: past?.id ?? '', fix: 0 }])).toMatchObject({ kind: 'conflict' })
  expect((await filesOfHead(dir))['b.md']).toBe('The pool is closed until 4 May 2025.\n')
})

test('what was dismissed stays away until its line changes, and only keyed hashes are kept', async () => {
  await using place = await storeWith(NOTES)
  const { dir, store } = place
  const folder = `${dir}-device`
  const [dead, past] = (await look(upkeepOf(store, folder))).list
  await upkeepOf(store, folder).dismiss([dead?.id ?? '', past?.id ?? ''])
  expect(await look(upkeepOf(store, folder))).toMatchObject({ total: 0, dismissed: 2 })
  const kept = await readFile(`${folder}/dismissed.json`, 'utf8')
  expect([kept.includes('gone'), kept.includes(dead?.id ?? '')]).toEqual([false, false])
  const before = (await store.file('b.md'))?.blob.id ?? null
  await store.put([fileAt('b.md', 'The pool is closed until 4 May 2025.\n', before)], user)
  expect((await look(upkeepOf(store, folder))).list.map(({ kind }) => kind)).toEqual(['past'])
  await upkeepOf(store, folder).undismiss('all')
  expect((await look(upkeepOf(store, folder))).total).toBe(2)
})

test('a second look reads only what changed, and a look can be stopped', async () => {
  await using place = await newStore()
  const { dir, store } = place
  const many = Array.from({ length: 450 }, (_, at) => ({
    path: `n/${at}.md`,
    before: null,
    bytes: bytes(`Note ${at}.\n`),
  }))
  await store.put(many, user)
  let reads = 0
  const counting: Store = {
    ...store,
    text: (id) => {
      reads += 1
      return store.text(id)
    },
  }
  const upkeep = upkeepOf(counting, `${dir}-device`)
  const stop = new AbortController()
  const steps: string[] = []
  for await (const step of upkeep.findings(stop.signal)) {
    steps.push(step.kind)
    stop.abort()
  }
  expect([steps, reads]).toEqual([['progress'], 200])
  await look(upkeep)
  reads = 0
  const first = await store.file('n/7.md')
  await store.put([fileAt('n/7.md', 'See [[gone]].\n', first?.blob.id ?? null)], user)
  expect((await look(upkeep)).total).toBe(1)
  expect(reads).toBe(1)
})

test('an index is made once, with a line for each topic, and nothing else changes', async () => {
  await using place = await storeWith({ 'people/ana.md': '# Ana Silva\n\nLives in Porto.\n', 'data.csv': 'a\n' })
  const { dir, store } = place
  expect(await makeIndex(store)).toMatchObject({ kind: 'committed', commit: { origin: { actor: 'user' } } })
  expect((await filesOfHead(dir))['MEMORY.md']).toBe('# Memory\n\n- [Ana Silva](people/ana.md): Lives in Porto.\n')
  expect(await makeIndex(store)).toBeNull()
  expect((await subjects(dir))[0]).toBe('User: MEMORY: Ana Silva: Lives in Porto.')
})

test('edits of lines apply whatever their order, and nothing else in the file changes', () => {
  const edit = fc.record({ at: fc.integer({ min: 1, max: 8 }), keeps: fc.boolean() })
  fc.assert(
    fc.property(fc.uniqueArray(edit, { selector: ({ at }) => at }), fc.constantFrom('\n', '\r\n'), (edits, end) => {
      const lines = Array.from({ length: 8 }, (_, at) => `line ${at + 1}`)
      const text = lines.map((line) => line + end).join('')
      const files = applyEdits(
        edits.map(({ at, keeps }) => ({
          path: 'a.md',
          before: 'x',
          at,
          removed: [`line ${at}`],
          added: keeps ? [`new ${at}`] : [],
        })),
        new Map([['x', text]]),
      )
      const expected = lines.flatMap((line, index) => {
        const own = edits.find(({ at }) => at === index + 1)
        return own === undefined ? [line] : own.keeps ? [`new ${own.at}`] : []
      })
      const [file] = files ?? []
      expect(file?.text ?? text).toBe(expected.map((line) => line + end).join(''))
    }),
  )
  const stale = { path: 'a.md', before: 'x', at: 1, removed: ['other'], added: [] }
  expect(applyEdits([stale], new Map([['x', 'line\n']]))).toBeNull()
})
