import { expect, test } from 'vitest'
import type { Actor } from '../../../shared/origin.ts'
import { overviewOf, QUARTER_MS, type QuarterSum } from './periods.ts'

/** What an actor's commits did in the quarter of a local time. */
const sum = (time: string, actor: Actor, commits: number, bytes: number): QuarterSum => ({
  quarter: Math.floor(new Date(time).getTime() / QUARTER_MS),
  actor,
  commits,
  files: bytes > 0 ? commits : 0,
  bytes,
})
const local = (time: string): string => new Date(time).toISOString()
const starts = (sums: readonly QuarterSum[]): readonly string[] => overviewOf(sums).periods.map(({ from }) => from)

test('a history of four days is shown by the day, with the size at its end and who changed it', () => {
  expect(
    overviewOf([
      sum('2026-11-18T00:00', 'outside', 1, 250),
      sum('2026-11-18T23:59', 'user', 2, -50),
      sum('2026-11-21T10:00', 'agent', 1, 100),
    ]),
  ).toEqual({
    step: 'day',
    periods: [
      { from: local('2026-11-18T00:00'), files: 1, bytes: 200, counts: { agent: 0, user: 2, outside: 1, policy: 0 } },
      { from: local('2026-11-21T00:00'), files: 2, bytes: 300, counts: { agent: 1, user: 0, outside: 0, policy: 0 } },
    ],
  })
})

test('a younger one is shown by the hour, and that of half a day by the quarter of an hour', () => {
  const early = [sum('2026-11-18T09:40', 'user', 1, 10), sum('2026-11-18T09:50', 'agent', 1, 10)]
  expect(overviewOf(early).step).toBe('quarter')
  expect(starts(early)).toEqual([local('2026-11-18T09:30'), local('2026-11-18T09:45')])
  const later = [...early, sum('2026-11-20T23:30', 'user', 1, 10)]
  expect(overviewOf(later).step).toBe('hour')
  expect(starts(later)).toEqual([local('2026-11-18T09:00'), local('2026-11-20T23:00')])
  expect(overviewOf([])).toEqual({ step: 'day', periods: [] })
})
