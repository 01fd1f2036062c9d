import { expect, test } from 'vitest'
import type { LogEntry } from './job.ts'
import { nextSession } from './next-session.ts'

const entry = (session: number | null): LogEntry => ({ heading: '', session, text: '' })

test('the next session follows all that are known, also those of another device', () => {
  expect(nextSession({ sessions: [], log: [] })).toBe(2)
  expect(nextSession({ sessions: [], log: [entry(4), entry(null)] })).toBe(5)
})

test('a number that cannot be a count of sessions is passed over', () => {
  expect(nextSession({ sessions: [], log: [entry(20_261_122), entry(3)] })).toBe(4)
})
