import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { startOf } from './utf8.ts'

test('the beginning of a text is as long as its bytes allow, and ends with a whole character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, bytes) => {
      const start = startOf(text, bytes)
      expect(text.startsWith(start)).toBe(true)
      expect(Buffer.byteLength(start)).toBeLessThanOrEqual(bytes)
      const [next = ''] = text.slice(start.length)
      if (next !== '') expect(Buffer.byteLength(start + next)).toBeGreaterThan(bytes)
    }),
  )
})
