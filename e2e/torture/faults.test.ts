import { expect, test } from 'vitest'
import { faultsTest, renameUnderFault } from './faults.ts'

test('disk operations that fail, once or from then on, lose nothing acknowledged, and the next command works', async () => {
  const report = await faultsTest({ codes: ['ENOSPC'], every: 36, last: 25, firstLasting: 25 })
  expect(report.wrong).toEqual([])
  expect(report.faults).toBeGreaterThan(8)
  expect(report.refused).toBeGreaterThan(1)
})

test('a rename that fails leaves no folder behind, and works when the disk has room again', async () => {
  const { hits, wrong } = await renameUnderFault('ENOSPC')
  expect(wrong).toEqual([])
  expect(hits).toHaveLength(1)
})
