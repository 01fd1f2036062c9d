import { expect, test } from 'vitest'
import type { ReviewLine } from '../../shared/review.ts'
import { countRows, everyRow, reviewRows } from './review-rows.ts'

const line = (id: string, path: string, conversation: string | null = null): ReviewLine => ({
  id,
  path,
  kind: 'learned',
  from: null,
  wholeFile: false,
  removed: [],
  lost: 0,
  added: [{ number: 1, text: 'x' }],
  linesThen: 0,
  by: {
    commit: '0'.repeat(40),
    variorumId: null,
    actor: 'agent',
    author: 'agent',
    client: null,
    lineage: 'agent',
    conversation,
    turn: null,
    message: null,
    time: '2026-11-20T10:41:00Z',
  },
  reasons: [],
  against: null,
  rejectedAt: null,
  undo: { commits: ['0'.repeat(40)] },
})

test('the files of a job are one row for each session; every other change is a row of its own', () => {
  const lines = [
    line('a', 'jobs/trip/plan.json', 'one'),
    line('b', 'ana.md', 'one'),
    line('c', 'jobs/trip/progress.md', 'one'),
    line('d', 'jobs/trip/progress.md', 'two'),
    line('e', 'jobs/readme.md', 'two'),
    line('f', 'ana.md', 'one'),
  ]
  expect(reviewRows(lines).map((row) => [row.job, row.lines.map(({ id }) => id).join('')])).toEqual([
    ['trip', 'ac'],
    [null, 'b'],
    ['trip', 'd'],
    [null, 'e'],
    [null, 'f'],
  ])
  // Those that are not listed count as one each.
  expect(countRows({ lines, total: 8 })).toBe(7)
})

test('of several stores, what may be wrong in any of them comes first, the rest by store', () => {
  const odd = (id: string, reason: ReviewLine['reasons'][number]): ReviewLine => ({
    ...line(id, `${id}.md`),
    reasons: [reason],
  })
  const review = (store: string | null, ...lines: readonly ReviewLine[]) => ({ store, lines, total: 3, until: null })
  const rows = everyRow([
    review(null, odd('a', 'removal'), line('b', 'b.md')),
    review('one', odd('c', 'rejected'), line('d', 'd.md')),
    review('two', odd('e', 'removal')),
  ])
  expect(rows.map(({ store, lines: [{ id }] }) => [store, id])).toEqual([
    ['one', 'c'],
    [null, 'a'],
    ['two', 'e'],
    [null, 'b'],
    ['one', 'd'],
  ])
  expect(
    new Set(everyRow([review(null, line('a', 'a.md')), review('one', line('a', 'a.md'))]).map(({ id }) => id)).size,
  ).toBe(2)
})
