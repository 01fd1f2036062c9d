import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPlace } from './first-place.ts'

test('is the place that looking at one after the other finds', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: -1, max: 21 }), (numbers, from) => {
      const sorted = numbers.toSorted((one, two) => one - two)
      const found = sorted.findIndex((number) => number >= from)
      expect(firstPlace(sorted, (number) => number >= from)).toBe(found < 0 ? sorted.length : found)
    }),
  )
})
