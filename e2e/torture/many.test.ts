import { expect, test } from 'vitest'
import { manyTest } from './many.ts'

test("restores of many files, killed while these are written: all of them or none, and nothing of anybody's is lost", async () => {
  let [inTheMiddle, outsideEdits] = [0, 0]
  // The timing of kills is not repeatable: all of a seed's may miss.
  for (let seed = 3; seed < 15 && (inTheMiddle === 0 || outsideEdits <= 3); seed += 1) {
    const report = await manyTest({ kills: 3, seed, count: 100 })
    expect(report.wrong).toEqual([])
    inTheMiddle += report.inTheMiddle
    outsideEdits += report.outsideEdits
  }
  expect(inTheMiddle).toBeGreaterThan(0)
  expect(outsideEdits).toBeGreaterThan(3)
})
