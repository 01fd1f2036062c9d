import { expect, test } from 'vitest'
import { powerTest } from './power.ts'

test('a power cut loses nothing acknowledged, whatever else reached the disk', async () => {
  const report = await powerTest({ cuts: 14, seed: 5 })
  expect(report.wrong).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(40)
})
