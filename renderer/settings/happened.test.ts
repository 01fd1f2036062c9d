import { expect, test } from 'vitest'
import type { AuditEntry } from '../../shared/audit.ts'
import { byDay, sentenceOf } from './happened.ts'

test('entries are grouped by day, and the requests of a day to one host are one entry', () => {
  const asked = (at: string, host: string, bytes: number): AuditEntry => ({
    at,
    type: 'host.contacted',
    host,
    requests: 1,
    up: bytes,
    down: 2 * bytes,
  })
  const now = new Date(2026, 10, 22, 12)
  const time = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString()
  const days = byDay(
    [
      asked(time(22, 11), 'a.example', 1000),
      { at: time(22, 10), type: 'key.set', host: 'a.example' },
      asked(time(22, 9), 'b.example', 10),
      asked(time(22, 8), 'a.example', 500),
      asked(time(21, 8), 'a.example', 7),
    ],
    now,
  )
  expect(days.map(({ name, entries }) => [name, ...entries.map(sentenceOf)])).toEqual([
    [
      'Today',
      '2 requests to a.example: 1.5 KB sent, 3 KB received.',
      'The key for a.example was set.',
      '1 request to b.example: 10 bytes sent, 20 bytes received.',
    ],
    ['Yesterday', '1 request to a.example: 7 bytes sent, 14 bytes received.'],
  ])
})
