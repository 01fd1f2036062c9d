import { expect, it } from 'vitest'
import { diffRows } from './diff-rows.ts'
import { markElsewhere, movesBetween } from './moved-elsewhere.ts'

const file = (path: string, before: string, after: string) => ({ path, rows: diffRows(before, after) })

it('a block that went to another file is marked in both, with the words that changed', () => {
  const old = file('a.md', 'stays\nAna: likes tea with milk\nAna: comes on Mondays\n', 'stays\n')
  const now = file('b.md', 'other\n', 'other\nAna: likes tea with milk\nAna: comes on Fridays\n')
  const moves = movesBetween([old, now])
  expect([...moves.keys()].toSorted()).toEqual(['a.md', 'b.md'])
  const marked = [old, now].map(({ path, rows }) => {
    const elsewhere = moves.get(path)
    return elsewhere === undefined ? rows : markElsewhere(rows, elsewhere)
  })
  expect(marked[0]?.slice(1)).toMatchObject([
    { kind: 'removed', moved: { path: 'b.md', line: 2, at: 0, length: 2 } },
    { kind: 'removed', moved: { path: 'b.md', line: 3, at: 1, length: 2 } },
  ])
  expect(marked[1]?.slice(1)).toMatchObject([
    { kind: 'added', moved: { path: 'a.md', line: 2 } },
    { kind: 'added', moved: { path: 'a.md', line: 3 }, pieces: [{}, { text: 'Mondays' }, { text: 'Fridays' }] },
  ])
})

it('what was removed in two places is not one block', () => {
  const old = file('a.md', 'first of two short\nkept\nsecond one here\n', 'kept\n')
  const now = file('b.md', '', 'first of two short\nsecond one here\n')
  expect(movesBetween([old, now]).size).toBe(0)
})
