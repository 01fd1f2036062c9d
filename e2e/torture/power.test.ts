import { expect, test } from 'vitest'
import { powerTest } from './power.ts'

test('a power cut loses nothing acknowledged, whatever else reached the disk', async () => {
  // Two of each rhythm: after one nothing unsynced is kept, after the other a part.
  const report = await powerTest({ cuts: 4, cutsAStore: 2, seed: 5 })
  expect(report.wrong).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(20)
})
