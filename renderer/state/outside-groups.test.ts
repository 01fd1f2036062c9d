import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReviewLine } from '../../shared/review.ts'
import { withOutsideGroups } from './outside-groups.ts'
import { countRows, reviewRows, type ReviewRow } from './review-rows.ts'

const START = Date.parse('2026-11-20T10:00:00Z')
const PAUSE_MS = 60 * 60_000

interface Written {
  readonly conversation: string | null
  readonly client: string | null
  readonly lineage: ReviewLine['by']['lineage']
  readonly minute: number
}

const row = ({ conversation, client, lineage, minute }: Written, at: number): ReviewRow => {
  const by = {
    commit: '0'.repeat(40),
    variorumId: null,
    actor: lineage === 'outside' ? ('outside' as const) : ('agent' as const),
    author: 'x',
    client,
    lineage,
    conversation,
    turn: null,
    message: null,
    time: new Date(START + minute * 60_000).toISOString(),
  }
  const line: ReviewLine = {
    id: `${at}`,
    path: 'a.md',
    kind: 'learned',
    from: null,
    wholeFile: false,
    removed: [],
    lost: 0,
    linesThen: 0,
    added: [{ number: 1, text: 'x' }],
    by,
    reasons: [],
    against: null,
    rejectedAt: null,
    undo: { commits: ['0'.repeat(40)] },
  }
  return { id: `${at}`, store: null, job: null, lines: [line] }
}

const written = fc.record({
  conversation: fc.constantFrom(null, 'one', 'two'),
  client: fc.constantFrom(null, 'Codex', 'Other'),
  lineage: fc.constantFrom('agent' as const, 'agent-untrusted' as const, 'outside' as const),
  minute: fc.integer({ min: 0, max: 600 }),
})

test('no row is lost, doubled, or in a group of another source, and a group has no long pause', () => {
  fc.assert(
    fc.property(fc.array(written, { maxLength: 40 }), (all) => {
      const rows = all.map(row)
      const listed = withOutsideGroups(rows)
      const heads = listed.filter(({ members }) => members !== undefined)
      expect(
        listed.filter(({ members }) => members === undefined).toSorted((a, b) => Number(a.id) - Number(b.id)),
      ).toEqual(rows)
      const grouped = heads.flatMap(({ members = [] }) => members)
      expect(new Set(grouped).size).toBe(grouped.length)
      for (const head of heads) {
        const { members = [] } = head
        const place = listed.indexOf(head)
        expect(listed.slice(place + 1, place + 1 + members.length)).toEqual(members)
        expect(members.length).toBeGreaterThan(1)
        expect(head.lines).toHaveLength(members.length)
        const by = members.map(({ lines: [{ by: each }] }) => each)
        expect(by.every(({ lineage }) => lineage !== 'agent')).toBe(true)
        expect(new Set(by.map(({ actor }) => actor)).size).toBe(1)
        const times = by.map(({ time }) => Date.parse(time)).toSorted((a, b) => a - b)
        expect(times.every((time, at) => at === 0 || time - (times[at - 1] ?? 0) <= PAUSE_MS)).toBe(true)
      }
    }),
  )
})

test('of 300 changes, the 20 of one source from outside are one group, at the place of its first', () => {
  const poisoned = { conversation: 'mail', client: null, lineage: 'agent-untrusted' } as const
  const rows = Array.from({ length: 300 }, (_, at) =>
    at % 15 === 5
      ? row({ ...poisoned, minute: at / 15 }, at)
      : row({ conversation: `c${at}`, client: null, lineage: 'agent', minute: at }, at),
  )
  const listed = withOutsideGroups(rows)
  expect(listed).toHaveLength(301)
  expect(listed[5]).toMatchObject({ members: { length: 20 } })
  expect(listed.slice(6, 26).every(({ lines: [{ by }] }) => by.conversation === 'mail')).toBe(true)
  // What is counted is changes, not groups.
  expect(countRows({ lines: rows.map(({ lines: [line] }) => line), total: 300 })).toBe(300)
  expect(reviewRows(rows.map(({ lines: [line] }) => line))).toHaveLength(300)
})
