import { expect, test } from 'vitest'
import { killTest } from './kill.ts'

test('seven kills at random moments lose nothing that was acknowledged', async () => {
  const report = await killTest({ kills: 7, seed: 7 })
  expect(report.wrong).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(5)
  expect(report).toMatchObject({ bringingBack: 2, atStart: 1 })
})
