import { expect, test } from 'vitest'
import { manyTest } from './many.ts'

test("restores of many files, killed while these are written: all of them or none, and nothing of anybody's is lost", async () => {
  // The timing of kills is not repeatable: most kills may miss.
  const { wrong, inTheMiddle, outsideEdits } = await manyTest({
    kills: 25,
    seed: 3,
    count: 60,
    isEnough: (counts) => counts.kills > 2 && counts.inTheMiddle > 0 && counts.outsideEdits > 3,
  })
  expect(wrong).toEqual([])
  expect(inTheMiddle).toBeGreaterThan(0)
  expect(outsideEdits).toBeGreaterThan(3)
})
