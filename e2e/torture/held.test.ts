import { expect, test } from 'vitest'
import { heldTest } from './held.ts'

test('four kills while agents ask and the user decides lose nothing, and save nothing by themselves', async () => {
  const report = await heldTest({ kills: 4, seed: 3 })
  expect(report.wrong).toEqual([])
  expect(report.held).toBeGreaterThan(1)
  expect(report.saved + report.refused).toBe(report.held)
})
