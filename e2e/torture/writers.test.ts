import { expect, test } from 'vitest'
import { writersTest } from './writers.ts'

test('pages of one window and processes writing at once lose nothing; history stays linear', async () => {
  const report = await writersTest({ pages: { writers: 8, each: 8 }, processes: { writers: 3, each: 12 } })
  expect(report.wrong).toEqual([])
  expect(report.commands).toBeGreaterThanOrEqual(8 * 8 + 3 * 12)
})
