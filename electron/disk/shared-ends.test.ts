import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedEnds } from './shared-ends.ts'

test('the shared ends are as long as they can be, the start first, and do not overlap', () => {
  const bytes = fc.uint8Array({ max: 2, maxLength: 12 })
  fc.assert(
    fc.property(bytes, bytes, bytes, bytes, (head, tail, one, other) => {
      const [a, b] = [one, other].map((middle) => Uint8Array.from([...head, ...middle, ...tail]))
      if (a === undefined || b === undefined) throw new Error('two')
      const most = Math.min(a.length, b.length)
      let start = 0
      while (start < most && a[start] === b[start]) start += 1
      let end = 0
      while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
      expect(sharedEnds(a, b)).toEqual({ start, end })
    }),
  )
})
