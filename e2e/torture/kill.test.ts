import { expect, test } from 'vitest'
import { killTest } from './kill.ts'

test('twelve kills at random moments lose nothing that was acknowledged', async () => {
  const report = await killTest({ kills: 12, seed: 7 })
  expect(report.wrong).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(5)
})
