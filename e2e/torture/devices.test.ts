import { expect, test } from 'vitest'
import { devicesTest } from './devices.ts'

test('three kills of devices that share a memory lose, double and bring back nothing', async () => {
  const report = await devicesTest({ kills: 3, seed: 7 })
  expect(report.wrong).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(5)
})
