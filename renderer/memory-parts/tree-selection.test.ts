import { expect, test } from 'vitest'
import { NOTHING_SELECTED, selectAll, selectTo, targetsOf, toggleRow } from './tree-selection.ts'

const ROWS = ['a', 'b', 'c', 'd'].map((path) => ({ path }))

test('a range goes from where it began, in both directions', () => {
  const down = selectTo(ROWS, NOTHING_SELECTED, { active: 'b', to: 'c' })
  expect([...down.paths]).toEqual(['b', 'c'])
  expect([...selectTo(ROWS, down, { active: 'c', to: 'd' }).paths]).toEqual(['b', 'c', 'd'])
  expect([...selectTo(ROWS, down, { active: 'c', to: 'a' }).paths]).toEqual(['a', 'b'])
})

test('a range whose beginning is gone begins at the active row', () => {
  expect([...selectTo(ROWS, { paths: new Set(), anchor: 'gone' }, { active: 'c', to: 'd' }).paths]).toEqual(['c', 'd'])
})

test('rows are added to the active one, and taken away', () => {
  const two = toggleRow(NOTHING_SELECTED, 'c', 'a')
  expect([...two.paths]).toEqual(['a', 'c'])
  expect([...toggleRow(two, 'a', 'c').paths]).toEqual(['c'])
  expect([...toggleRow(NOTHING_SELECTED, 'a', 'a').paths]).toEqual(['a'])
})

test('a command acts on the selection only from within it', () => {
  const all = selectAll(ROWS)
  expect(targetsOf(all, 'b')).toEqual(['a', 'b', 'c', 'd'])
  expect(targetsOf(toggleRow(NOTHING_SELECTED, 'c', 'a'), 'b')).toEqual(['b'])
})
