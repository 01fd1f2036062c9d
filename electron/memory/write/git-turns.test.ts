import { beforeEach, expect, test, vi } from 'vitest'
import { GitTurns } from './git-turns.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  return () => vi.useRealTimers()
})

function turn(turns: GitTurns, ms: number, isUsed: boolean, lockedMs = 900): void {
  vi.advanceTimersByTime(lockedMs)
  turns.begin()
  vi.advanceTimersByTime(ms)
  turns.end(isUsed)
}

test('git gets twice as long each time that it uses one turn after the other, up to eight times', () => {
  const turns = new GitTurns()
  const patience = [1, 2, 3, 4, 5].map(() => {
    turn(turns, 50, true)
    return turns.patience
  })
  expect(patience).toEqual([2, 4, 8, 8, 8])
  turn(turns, 50, false)
  expect(turns.patience).toBe(1)
})

test('where commands are few, git waits for none of them, and gets no longer', () => {
  const turns = new GitTurns()
  for (let at = 0; at < 4; at += 1) turn(turns, 60, true, 100)
  expect(turns.patience).toBe(1)
})

test('moments that are too short for a turn count together', () => {
  const turns = new GitTurns()
  for (const isUsed of [true, false, false, false]) turn(turns, 45, isUsed, 225)
  expect(turns.patience).toBe(1)
  turn(turns, 45, false, 225)
  expect(turns.patience).toBe(2)
  vi.advanceTimersByTime(900)
  expect(turns.isDue).toBe(true)
})
