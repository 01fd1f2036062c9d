import { expect, test } from 'vitest'
import { manyTest } from './many.ts'

test("restores of many files, killed while these are written: all of them or none, and nothing of anybody's is lost", async () => {
  const report = await manyTest({ kills: 5, seed: 3, count: 150 })
  expect(report.wrong).toEqual([])
  expect([report.inTheMiddle, report.outsideEdits]).toEqual([
    expect.toSatisfy((kills: number) => kills > 0),
    expect.toSatisfy((edits: number) => edits > 5),
  ])
})
