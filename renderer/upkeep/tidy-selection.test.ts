import { expect, test } from 'vitest'
import type { ProposedFile } from '../../shared/tidy.ts'
import { changesOf, NOTHING_LEFT_OUT, selectionOf, withChange, withFile } from './tidy-selection.ts'

const ID = '0'.repeat(40)
const BEFORE = 'one\ntwo\nthree\nfour\nfive\n'
const FILE: ProposedFile = { path: 'a.md', before: ID, after: 'ONE\ntwo\nthree\nfour\nFIVE\n' }
const NEW: ProposedFile = { path: 'b.md', before: null, after: 'new\n' }
const select = (left: typeof NOTHING_LEFT_OUT) =>
  selectionOf([FILE, NEW], left, ({ before }) => (before === null ? null : BEFORE))

test('everything is accepted until something is left out', () => {
  const whole = { removed: [], added: [] }
  expect(select(NOTHING_LEFT_OUT)).toEqual([
    { path: 'a.md', without: whole },
    { path: 'b.md', without: whole },
  ])
  expect(select(withFile(NOTHING_LEFT_OUT, 'a.md', false))).toEqual([{ path: 'b.md', without: whole }])
})

test('a change that is left out is named by its lines; a file without any change is left out', () => {
  expect(changesOf(FILE, BEFORE)).toEqual([
    { removed: [1], added: [1] },
    { removed: [5], added: [5] },
  ])
  expect(changesOf(NEW, null)).toEqual([])
  const one = withChange(NOTHING_LEFT_OUT, 'a.md', { at: 1, of: 2 }, false)
  expect(select(one)[0]).toEqual({ path: 'a.md', without: { removed: [5], added: [5] } })
  const none = withChange(one, 'a.md', { at: 0, of: 2 }, false)
  expect(none.files).toEqual(new Set(['a.md']))
  const again = withChange(none, 'a.md', { at: 0, of: 2 }, true)
  expect(select(again)[0]).toEqual({ path: 'a.md', without: { removed: [5], added: [5] } })
})
