import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tilesOf } from './tiles.ts'

const sizes = fc
  .array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 40 })
  .map((all) => all.toSorted((a, b) => b - a))

test('tiles cover the whole by their sizes, and no two overlap', () => {
  fc.assert(
    fc.property(sizes, fc.double({ min: 1, max: 8, noNaN: true }), (all, ratio) => {
      const tiles = tilesOf(all, ratio)
      const sum = all.reduce((a, b) => a + b, 0)
      expect(tiles).toHaveLength(all.length)
      for (const [at, { left, top, width, height }] of tiles.entries()) {
        expect(width * height).toBeCloseTo((all[at] ?? 0) / sum, 6)
        for (const [from, length] of [
          [left, width],
          [top, height],
        ] as const) {
          expect(from).toBeGreaterThan(-1e-6)
          expect(from + length).toBeLessThan(1 + 1e-6)
        }
        for (const other of tiles.slice(at + 1)) {
          const across = Math.min(left + width, other.left + other.width) - Math.max(left, other.left)
          const down = Math.min(top + height, other.top + other.height) - Math.max(top, other.top)
          expect(Math.min(across, down)).toBeLessThan(1e-6)
        }
      }
    }),
  )
})

test('equal sizes make squares', () => {
  expect(tilesOf([1, 1, 1, 1], 4)).toEqual(
    [0, 0.25, 0.5, 0.75].map((left) => ({ left, top: 0, width: 0.25, height: 1 })),
  )
})
