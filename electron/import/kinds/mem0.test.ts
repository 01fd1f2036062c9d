import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { foundInFile, foundInZip, leftOutOf, textsOf } from '../testing/read-source.ts'

const FACTS = [
  {
    id: '1',
    memory: 'Ana is a pilot.',
    user_id: 'ana',
    categories: ['work'],
    created_at: '2026-01-02T03:04:05.000001-08:00',
    updated_at: null,
  },
  {
    id: '2',
    memory: 'Likes tea.\nAnd rain.',
    categories: null,
    created_at: '2026-01-03T03:04:05Z',
    metadata: { category: 'Taste' },
  },
  { id: '3', memory: 'Has cats.', metadata: null },
  { id: '4', memory: '' },
  { id: '5' },
  'x',
]
const EXPECTED = {
  'work.md': '# work\n\n- Ana is a pilot. (2026-01-02)\n',
  'taste.md': '# Taste\n\n- Likes tea.\n  And rain. (2026-01-03)\n',
  'memories.md': '# Memories\n\n- Has cats.\n',
}

test.each([
  ['a list', FACTS],
  ['an object with results', { results: FACTS, count: 6 }],
  ['an object with memories', { user: { id: 'u' }, memories: FACTS }],
])('the answer of mem0 as %s: each memory in the file of its category', async (_, data) => {
  const found = await foundInFile('mem0-export.json', data)
  expect(found).toMatchObject({ kind: 'mem0', found: 6 })
  expect(textsOf(found)).toEqual(EXPECTED)
  expect(leftOutOf(found)).toEqual({ 'import-odd-item': 3 })
})

test('relations are kept as lines', async () => {
  const found = await foundInFile('m.json', {
    results: FACTS.slice(0, 1),
    relations: [
      { source: 'ana', relationship: 'flies', target: 'gliders' },
      { source: 'bo', relation: 'knows', destination: 'ana' },
      7,
    ],
  })
  expect(textsOf(found)['relations.md']).toBe('# Relations\n\n- ana → flies → gliders\n- bo → knows → ana\n')
  expect(leftOutOf(found)).toEqual({ 'import-odd-item': 1 })
})

test('the zip of OpenMemory has everything twice: once is enough, and what was deleted stays so', async () => {
  const memory = (id: string, content: string, more: object = {}): object => ({
    id,
    content,
    state: 'active',
    metadata: {},
    created_at: '2026-01-02T03:04:05+00:00',
    ...more,
  })
  const memories = [
    memory('1', 'Ana is a pilot.', { category_ids: ['c'] }),
    memory('2', 'Old.', { state: 'deleted' }),
    memory('3', 'Older.', { state: 'archived' }),
    memory('4', 'Paused.', { state: 'paused' }),
  ]
  const lines = gzipSync(memories.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const whole = {
    user: {},
    apps: [{ id: 'a' }],
    categories: [{ id: 'c', name: 'Work & Travel' }],
    memories,
    status_history: [{}],
  }
  const found = await foundInZip({ 'memories.json': whole, 'memories.jsonl.gz': lines })
  expect(textsOf(found)).toEqual({
    'work-travel.md': '# Work & Travel\n\n- Ana is a pilot. (2026-01-02)\n',
    'memories.md': '# Memories\n\n- Paused. (2026-01-02)\n',
  })
  expect(leftOutOf(found)).toEqual({ 'import-twice': 1, 'import-deleted-there': 1, 'import-archived-there': 1 })
})

test('lines by themselves, with a bad one among them; packed ones that are damaged', async () => {
  const lines = FACTS.slice(0, 3).map((each) => JSON.stringify(each))
  const found = await foundInFile('facts.jsonl', [lines[0], '{"memory":', ...lines.slice(1)].join('\n'))
  expect(textsOf(found)).toEqual(EXPECTED)
  expect(found.leftOut).toMatchObject([{ what: 'facts.jsonl, 2', why: { id: 'import-not-json' } }])
  const packed = gzipSync(`${lines.join('\n')}\n`.repeat(5_000))
  const damaged = await foundInZip({ 'a.json': FACTS.slice(0, 1), 'b.jsonl.gz': packed.subarray(0, -100) })
  expect(leftOutOf(damaged)).toMatchObject({ 'import-file-damaged': 1 })
})

test('a long list becomes several files', async () => {
  const many = Array.from({ length: 3_000 }, (_, at) => ({ id: `${at}`, memory: `Fact ${at} of many.` }))
  const found = await foundInFile('m.json', many)
  const paths = found.files.map(({ path }) => path)
  expect(paths.slice(0, 2)).toEqual(['memories.md', 'memories-2.md'])
  expect(found.files.reduce((sum, { items }) => sum + items, 0)).toBe(3_000)
  expect(Math.max(...found.files.map(({ text }) => text.length))).toBeLessThan(50_000)
})
