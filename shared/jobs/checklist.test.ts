import { describe, expect, test } from 'vitest'
import { readChecklist } from './checklist.ts'
import type { Feature } from './features.ts'

const read = (value: unknown): readonly Feature[] => {
  const list = readChecklist(typeof value === 'string' ? value : JSON.stringify(value))
  return 'problem' in list ? [] : list.features
}
const problem = (text: string | null): unknown => {
  const list = readChecklist(text)
  return 'problem' in list ? list.problem : null
}

test('a checklist has a goal and features; other fields are ignored', () => {
  const feature = { id: 'F1', what: 'Sign in', check: 'Sign in twice', state: 'done', evidence: 'work/F1.md' }
  expect(readChecklist(JSON.stringify({ goal: ' Ship it ', by: 'me', features: [{ ...feature, extra: 1 }] }))).toEqual({
    goal: 'Ship it',
    features: [feature],
  })
  expect(readChecklist('\uFEFF[]')).toEqual({ goal: null, features: [] })
})

test('an item in another form is read as what it says', () => {
  expect(
    read([
      { description: 'Sign in', steps: ['open', ' type '], passes: false },
      { id: 7, title: 'Sign out', check: ['look'], status: 'completed', evidence: ' ' },
      'Stay signed in',
      { id: 'only' },
      { note: 'no words' },
    ]),
  ).toEqual([
    { id: 'F1', what: 'Sign in', check: 'open\ntype', state: 'open', evidence: null },
    { id: '7', what: 'Sign out', check: 'look', state: 'done', evidence: null },
    { id: 'F3', what: 'Stay signed in', check: '', state: 'open', evidence: null },
    { id: 'only', what: 'only', check: '', state: 'open', evidence: null },
    { id: 'F5', what: '{"note":"no words"}', check: '', state: 'open', evidence: null },
  ])
})

test.each([
  ['todo', 'open'],
  ['Not done', 'open'],
  ['blocked', 'open'],
  ['in_progress', 'doing'],
  ['In-Progress', 'doing'],
  ['COMPLETED', 'done'],
  [true, 'done'],
  [false, 'open'],
  [null, 'open'],
  [1, 'open'],
])('the state %j is %s', (state, expected) => {
  expect(read([{ what: 'x', state }])[0]?.state).toBe(expected)
})

test('the first with an id keeps it, and none is lost', () => {
  const ids = read([{ id: 'a' }, { id: 'a' }, { what: 'x' }, { id: 'a-2' }, { id: 'F3' }, { id: 'a' }]).map(
    ({ id }) => id,
  )
  expect(ids).toEqual(['a', 'a-3', 'F3-2', 'a-2', 'F3', 'a-4'])
  const long = read([{ id: '𝒂'.repeat(40) }, { id: '𝒂'.repeat(50) }]).map(({ id }) => id)
  expect(new Set(long).size).toBe(2)
  expect(Math.max(...long.map((id) => id.length))).toBeLessThanOrEqual(60)
})

describe('what is no list is reported', () => {
  test.each([
    [null, 'missing'],
    ['', 'not-json'],
    ['[{"id": "F1",}]', 'not-json'],
    ['"features"', 'not-a-list'],
    ['null', 'not-a-list'],
    ['{"features": {"F1": {}}}', 'not-a-list'],
    ['{"__proto__": {"features": []}}', 'not-a-list'],
    ['[{"what": "x"}, 3]', 'not-a-list'],
    ['[[]]', 'not-a-list'],
    ['[""]', 'not-a-list'],
    [`[${'1,'.repeat(2000)}1]`, 'too-large'],
    [`["${'x'.repeat(2_000_000)}"]`, 'too-large'],
    ['['.repeat(100_000), 'not-json'],
    ['['.repeat(100_000) + ']'.repeat(100_000), 'not-a-list'],
  ])('%#', (text, expected) => {
    expect(problem(text)).toBe(expected)
  })
})
