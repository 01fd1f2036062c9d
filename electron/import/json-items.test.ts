import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageId } from '../../shared/messages/message.ts'
import { type JsonItem, jsonItems, type JsonItemsOptions, jsonLines } from './json-items.ts'

const { VARIORUM_LONG: LONG, VARIORUM_SEED: SEED } = process.env
const runs = { numRuns: Number(LONG ?? 300), ...(SEED === undefined ? {} : { seed: Number(SEED) }) }

type Read = string | number | boolean | object | null

async function* piecesOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0
  for (const cut of [...cuts, bytes.length].toSorted((a, b) => a - b)) {
    yield bytes.subarray(from, Math.max(from, cut))
    from = Math.max(from, cut)
  }
}

async function all(items: AsyncIterable<JsonItem>): Promise<JsonItem[]> {
  const read: JsonItem[] = []
  for await (const item of items) read.push(item)
  return read
}

async function read(
  json: string | Uint8Array,
  { cuts = [], ...options }: JsonItemsOptions & { cuts?: readonly number[] } = {},
): Promise<JsonItem[]> {
  return all(jsonItems(piecesOf(typeof json === 'string' ? Buffer.from(json) : json, cuts), options))
}

const values = (items: readonly JsonItem[]): readonly unknown[] =>
  items.map((item) => (item.why === undefined ? item.value : `!${item.why.id satisfies MessageId}`))

const cuts = fc.array(fc.nat(2_000), { maxLength: 40 })
const indent = fc.constantFrom(undefined, 1, '\t', '\r\n ')

test('the items of any array, in whatever pieces it comes, are those that JSON.parse finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue({ stringUnit: 'binary' })), indent, cuts, async (array, indent, cuts) => {
      const json = JSON.stringify(array, null, indent)
      const items = await read(json, { cuts })
      expect(values(items)).toEqual(JSON.parse(json))
      expect(items.map(({ number }) => number)).toEqual(array.map((_, at) => at + 1))
    }),
    runs,
  )
})

test('an item that is too deep is named, and costs neither memory nor the items around it', async () => {
  const deep = `${'[{"a":'.repeat(200_000)}1${'}]'.repeat(200_000)}`
  expect(values(await read(`[1,${deep},2]`, { cuts: [500, 700_000] }))).toEqual([1, '!import-odd-item', 2])
})

test('the items of the lists that are asked for, and nothing of an object’s other members', async () => {
  const object = fc.dictionary(
    fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.string()),
    fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
    { noNullPrototype: true },
  )
  await fc.assert(
    fc.asyncProperty(object, indent, cuts, async (object, indent, cuts) => {
      const json = JSON.stringify(object, null, indent)
      const parsed = JSON.parse(json) as Record<string, Read>
      const items = await read(json, { cuts, lists: ['a', 'b'] })
      const expected = Object.entries(parsed).flatMap(([of, list]) =>
        ['a', 'b'].includes(of) && Array.isArray(list)
          ? list.map((value: unknown, at) => ({ of, number: at + 1, value }))
          : [],
      )
      expect(items).toEqual(expected)
      // Without lists, the object is the one item.
      expect(values(await read(json, { cuts }))).toEqual([parsed])
    }),
    runs,
  )
})

test('lines are items, whatever they are cut into', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.constantFrom('\n', '\r\n', '\n\n'),
      cuts,
      async (lines, end, cuts) => {
        const text = lines.map((line) => JSON.stringify(line)).join(end)
        const items = await all(jsonLines(piecesOf(Buffer.from(text), cuts)))
        expect(values(items)).toEqual(lines.map((line): unknown => JSON.parse(JSON.stringify(line))))
      },
    ),
    runs,
  )
})

const good = fc.array(fc.record({ id: fc.nat(), text: fc.string() }), { minLength: 1, maxLength: 5 })
const bad = fc.constantFrom(
  '{"id":1,,"text":"x"}',
  '{"id":tru}',
  '{"id":[1,2}',
  '{"id":{"a":[{"b":1]}}',
  '{text:"x"}',
  '{"id":1}}}',
  '"\\x"',
  '{"a":1} {"b":2}',
  'undefined',
)

test('a bad item between good ones costs none of them, and is the only one that is reported', async () => {
  await fc.assert(
    fc.asyncProperty(good, bad, good, cuts, async (before, bad, after, cuts) => {
      const text = (items: readonly object[]): string => items.map((item) => JSON.stringify(item)).join(',')
      const items = await read(`[${text(before)},${bad},${text(after)}]`, { cuts })
      expect(values(items)).toEqual([...before, '!import-not-json', ...after])
    }),
    runs,
  )
})

test.each([
  ['[]', []],
  ['', []],
  [' \n', []],
  ['\ufeff[1,"\ufeff"]', [1, '\ufeff']],
  ['[1,2', [1, '!import-cut-off']],
  ['[1,2,', [1, 2, '!import-cut-off']],
  ['[{"a":1},{"a":"x', [{ a: 1 }, '!import-cut-off']],
  ['[1]\n[2]', [1, 2]],
  ['[1,]', [1]],
  ['7', [7]],
  ['"a b', ['!import-cut-off']],
  ['{"a":1', ['!import-cut-off']],
  ['<html><p>not found</p>', ['!import-not-json']],
  ['["a\\\\",{"b":"\\"]}"}]', ['a\\', { b: '"]}' }]],
])('%j has %j', async (json, expected) => {
  expect(values(await read(json))).toEqual(expected)
  const everywhere = Array.from({ length: Buffer.byteLength(json) }, (_, at) => at)
  expect(values(await read(json, { cuts: everywhere }))).toEqual(expected)
})

test('an item that is too large, or not UTF-8, is left out by itself', async () => {
  const large = JSON.stringify([{ a: 1 }, { b: 'x'.repeat(100) }, { c: '['.repeat(99) }, { d: 1 }])
  expect(values(await read(large, { most: 20 }))).toEqual([
    { a: 1 },
    '!import-item-large',
    '!import-item-large',
    { d: 1 },
  ])
  const latin1 = Buffer.from('["a","\u00e9","b"]', 'latin1')
  expect(values(await read(latin1))).toEqual(['a', '!import-not-utf8', 'b'])
  const lines = Buffer.from(`{"a":1}\n{"b":"${'x'.repeat(100)}"}\nno\n{"c":1}`)
  expect(values(await all(jsonLines(piecesOf(lines, [3, 50]), 20)))).toEqual([
    { a: 1 },
    '!import-item-large',
    '!import-not-json',
    { c: 1 },
  ])
})

test('a cut in a list says in which, and after how many items', async () => {
  const [, cut] = await read('{"a":[1,2],"b":[{"x":1},{"x"', { lists: ['b'] })
  expect(cut).toMatchObject({ of: 'b', number: 2, why: { id: 'import-cut-off' } })
})
