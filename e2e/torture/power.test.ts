import { expect, test } from 'vitest'
import { powerTest } from './power.ts'

test('a power cut loses nothing acknowledged, whatever else reached the disk', async () => {
  // Three of each rhythm.
  const report = await powerTest({ cuts: 9, cutsAStore: 3, seed: 5 })
  expect(report.wrong).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(40)
})
