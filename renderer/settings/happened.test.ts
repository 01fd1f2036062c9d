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

test('it is told with whom a store is shared, and which devices were admitted', () => {
  const at = '2026-11-22T10:00:00Z'
  const folder = 'memory'
  const entries: readonly AuditEntry[] = [
    { at, type: 'store.shared', folder, address: 'git@example.com:memory.git' },
    { at, type: 'store.shared', folder, address: null },
    { at, type: 'device.changed', folder, device: 'K7QF-2M9X', isAdmitted: true },
    { at, type: 'device.changed', folder, device: 'K7QF-2M9X', isAdmitted: false },
  ]
  expect(entries.map(sentenceOf)).toEqual([
    'memory is shared with other devices through git@example.com:memory.git.',
    'memory is no longer shared with other devices.',
    'The device K7QF-2M9X was admitted to memory.',
    'The device K7QF-2M9X was removed from memory.',
  ])
})
