import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'

const MAX_WEIGHT = 20
const WEIGHT = { min: 0, max: 12 }

test('every value found is the last one set, and the weight stays within its bound', () => {
  const step = fc.record({ key: fc.nat(12), weight: fc.option(fc.integer(WEIGHT)) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = new BoundedCache<number, { readonly weight: number }>(MAX_WEIGHT, ({ weight }) => weight)
      const last = new Map<number, { readonly weight: number }>()
      for (const { key, weight } of steps) {
        if (weight !== null) {
          last.set(key, { weight })
          cache.set(key, last.get(key) ?? { weight })
        }
        const found = cache.get(key)
        if (found !== undefined) expect(found).toBe(last.get(key))
      }
      const held = [...last.keys()].flatMap((key) => cache.get(key) ?? [])
      expect(held.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(MAX_WEIGHT)
    }),
  )
})

test('what is used again and again stays, whatever passes through', () => {
  const cache = new BoundedCache<number, string>(10)
  cache.set(0, 'used')
  for (let key = 1; key < 1_000; key += 1) {
    cache.set(key, 'passing')
    expect(cache.get(0)).toBe('used')
  }
  expect(cache.get(1)).toBeUndefined()
  expect(cache.get(999)).toBe('passing')
})
