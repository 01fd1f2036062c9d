import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareChecklists } from './checklist-flags.ts'
import type { Feature } from './features.ts'

const A = { id: 'F1', what: 'Sign in', check: 'twice', state: 'open', evidence: null }
const B = { id: 'F2', what: 'Sign out', check: 'once', state: 'done', evidence: 'work/F2.md' }
const flags = (before: unknown, after: unknown): readonly string[] =>
  compareChecklists(before === null ? null : JSON.stringify(before), after === null ? null : JSON.stringify(after)).map(
    ({ kind, feature, before, checkBefore }) => [kind, feature, before, checkBefore].join(' | '),
  )

test('a tick with evidence, other orders and other ids are nothing odd', () => {
  expect(flags(null, [A, B])).toEqual([])
  expect(flags([A, B], [B, { ...A, state: 'done', evidence: 'seen' }])).toEqual([])
  expect(
    flags([A, B], {
      goal: 'g',
      features: [
        { ...A, id: 'F2' },
        { ...B, id: 'F1' },
      ],
    }),
  ).toEqual([])
  expect(
    flags(
      [A, B],
      [
        { id: 'F1', what: 'New' },
        { ...A, id: 'F2' },
        { ...B, id: 'F3' },
      ],
    ),
  ).toEqual([])
})

test('two features of the same words are told apart by their checks', () => {
  const [x, y] = [
    { ...A, check: 'x' },
    { ...A, id: 'F2', check: 'y' },
  ]
  expect(
    flags(
      [x, y],
      [
        { ...y, id: 'F1' },
        { ...x, id: 'F2' },
      ],
    ),
  ).toEqual([])
})

test('a tick without evidence is flagged once', () => {
  const ticked = { ...A, state: 'done', evidence: ' ' }
  expect(flags([A], [ticked])).toEqual(['no-evidence | F1 |  | '])
  expect(flags([ticked], [ticked, B])).toEqual([])
  expect(flags([B], [{ ...B, evidence: null }])).toEqual(['no-evidence | F2 |  | '])
  expect(flags(null, [{ what: 'x', passes: true }])).toEqual(['no-evidence | F1 |  | '])
})

test('other words under an id are flagged', () => {
  expect(flags([A, B], [{ ...A, what: 'Sign up' }, B])).toEqual(['reworded | F1 | Sign in | '])
  expect(flags([A, B], [{ ...A, check: 'never' }, B])).toEqual(['reworded | F1 | Sign in | twice'])
  expect(flags([A], [{ ...A, id: 'F9', check: '' }])).toEqual(['reworded | F9 | Sign in | twice'])
})

test('a feature that is gone is flagged, also when the list is', () => {
  expect(flags([A, B], [B])).toEqual(['removed | F1 | Sign in | '])
  expect(flags([A, B], [{ ...A, id: 'F3', what: 'Sign up' }, B])).toEqual(['removed | F1 | Sign in | '])
  expect(flags([A, B], null)).toHaveLength(2)
  expect(compareChecklists(JSON.stringify([A, B]), '[{')).toHaveLength(2)
})

const feature = fc.record({
  what: fc.constantFrom('a', 'b', 'c', 'd'),
  check: fc.constantFrom('x', 'y'),
  state: fc.constantFrom<Feature['state'][]>('open', 'done'),
  evidence: fc.constantFrom(null, 'e'),
})
const list = fc
  .array(feature, { maxLength: 6 })
  .map((features) => features.map((feature, index) => ({ id: `F${index}`, ...feature })))

test('no feature goes without a flag, and the same list in any order has none', () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      const removed = compareChecklists(JSON.stringify(before), JSON.stringify(after)).filter(
        ({ kind }) => kind === 'removed',
      )
      expect(removed.length).toBeGreaterThanOrEqual(before.length - after.length)
      const lost = before.filter(({ id, what }) => !after.some((other) => other.id === id || other.what === what))
      expect(removed.map(({ feature }) => feature)).toEqual(expect.arrayContaining(lost.map(({ id }) => id)))
    }),
  )
  fc.assert(
    fc.property(list, (features) => {
      expect(compareChecklists(JSON.stringify(features), JSON.stringify({ features: features.toReversed() }))).toEqual(
        [],
      )
    }),
  )
})
