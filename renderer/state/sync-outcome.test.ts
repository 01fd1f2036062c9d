import { expect, test } from 'vitest'
import { outcomeText } from './sync-outcome.ts'

test('of a round, only what it did is told', () => {
  expect(outcomeText({ pushed: 0, pulled: 0, waiting: 0 })).toBe('Synced: nothing new')
  expect(outcomeText({ pushed: 2, pulled: 0, waiting: 0 })).toBe('Synced, 2 changes sent')
  expect(outcomeText({ pushed: 1, pulled: 1, waiting: 1 })).toBe(
    'Synced, 1 change sent, 1 change received, 1 decision needed',
  )
})
