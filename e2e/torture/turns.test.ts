import { expect, test } from 'vitest'
import { turnsTest } from './turns.ts'

test('four kills during turns lose no effect, repeat none, and every conversation continues', async () => {
  const report = await turnsTest({ kills: 4, seed: 3 })
  expect(report.wrong).toEqual([])
  expect(report.duringTurns).toBeGreaterThan(0)
  expect(report.effects).toBeGreaterThanOrEqual(7)
})
