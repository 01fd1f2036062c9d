import * as fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { ConfigProblem } from './config-format.ts'
import type { JsonDialect } from './json-format.ts'
import { setMember, takeBackMember } from './json-member.ts'

const STRICT: JsonDialect = { comments: false, trailingCommas: false }
const LENIENT: JsonDialect = { comments: true, trailingCommas: true }
const NAME = 'autoMemoryDirectory'

const read = (text: string): unknown => parse(text.replace(/^\ufeff/, ''), [], { allowTrailingComma: true }) ?? {}

function expectThereAndBack(text: string, dialect: JsonDialect): string {
  const set = setMember(text, dialect, NAME, '/a store/“x”')
  expect(read(set.text)).toEqual({ ...(read(text) as object), [NAME]: '/a store/“x”' })
  expect(takeBackMember(set.text, dialect, NAME, set).text).toBe(text)
  return set.text
}

const STRICT_SHAPES = [
  '',
  '\n',
  '\ufeff',
  '{}',
  '{ }',
  '{\n}',
  '\ufeff{\r\n  "a": 1\r\n}\r\n',
  '{"a":1}',
  '  {"a": 1, "b": [1, {"autoMemoryDirectory": 2}]}  ',
  '{\n\t"permissions": {\n\t\t"allow": []\n\t}\n}',
  '{"autoMemoryDirectory":"/before"}',
  '{ "a": 1, "autoMemoryDirectory" : "\\u002fbefore" , "b": 2 }\n',
  '{\r\n  "autoMemoryDirectory": null,\r\n  "a": 1\r\n}',
  '{"autoMemoryDirectory": "/first", "autoMemoryDirectory": ["/last"]}',
  '{"auto\\u004demoryDirectory": {\n "a": 1 }}',
]

test.each(STRICT_SHAPES)('%j comes back to the byte', (text) => {
  expectThereAndBack(text, STRICT)
})

test.each([
  '// only',
  '{ // open\n}',
  '{\n  // mine\n  "a": 1, // one\n}',
  '{"autoMemoryDirectory": /* why */ "/b", }',
])('%j, with comments, comes back to the byte', (text) => {
  expectThereAndBack(text, LENIENT)
  if (text !== '') expect(() => setMember(text, STRICT, NAME, '/x')).toThrow(ConfigProblem)
})

test('of a file that somebody changed elsewhere since, only the member is taken back', () => {
  const set = setMember('{\n  "a": 1\n}\n', STRICT, NAME, '/x')
  const since = set.text.replace('"a": 1', '"b": 2,\n  "c": 3')
  expect(takeBackMember(since, STRICT, NAME, set).text).toBe('{\n  "b": 2,\n  "c": 3\n}\n')
  const alone = setMember('{}', STRICT, NAME, '/x')
  const joined = alone.text.replace('}', ', "later": 1}')
  expect(read(takeBackMember(joined, STRICT, NAME, alone).text)).toEqual({ later: 1 })
  const over = setMember('{"autoMemoryDirectory":"/mine"}', STRICT, NAME, '/x')
  const moved = `{"z":1,${over.text.slice(1)}`
  expect(takeBackMember(moved, STRICT, NAME, over).text).toBe('{"z":1,"autoMemoryDirectory":"/mine"}')
})

test('any object, in any layout', () => {
  const layout = fc.constantFrom(undefined, 1, 2, '\t')
  const value = fc.dictionary(fc.oneof(fc.string(), fc.constant(NAME)), fc.jsonValue())
  fc.assert(
    fc.property(value, layout, fc.boolean(), (object, indent, windows) => {
      const text = JSON.stringify(object, null, indent)
      expectThereAndBack(windows ? text.replaceAll('\n', '\r\n') : text, STRICT)
    }),
    { numRuns: Number(process.env.VARIORUM_LONG ?? 60), seed: Number(process.env.VARIORUM_SEED ?? 44) },
  )
})
