import { expect, test } from 'vitest'
import { gitTest } from './git.ts'

test('git gets its turns beside a writer at full speed; nothing is lost and no lock stays', async () => {
  // Other tests run beside it, so how long git waits is for the long form to say; here, that it gets in.
  const report = await gitTest({ ms: 2_500, seed: 5, stashed: 0, maxShutOutMs: Infinity })
  expect(report.wrong).toEqual([])
  expect([report.acknowledged > 10, report.adds > 1, report.others > 1]).toEqual([true, true, true])
})
