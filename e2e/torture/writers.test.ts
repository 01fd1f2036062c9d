import { expect, test } from 'vitest'
import { writersTest } from './writers.ts'

test('pages of one window and processes writing at once lose nothing; history stays linear; nobody waits long', async () => {
  const report = await writersTest({ pages: { writers: 8, each: 15 }, processes: { writers: 4, each: 25 } })
  expect(report.wrong).toEqual([])
  expect(report.commands).toBeGreaterThanOrEqual(8 * 15 + 4 * 25)
  expect(report.longestMs).toBeLessThan(5_000)
})
