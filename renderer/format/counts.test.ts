import { expect, it } from 'vitest'
import { parseCount, shortCount } from './counts.ts'

it('parses a count with any thousands separator', () => {
  expect(parseCount('20,000')).toBe(20_000)
  expect(parseCount('20 000')).toBe(20_000)
  expect(parseCount('0')).toBeNull()
  expect(parseCount('many')).toBeNull()
})

it('shortens counts to thousands and millions', () => {
  expect([0, 950, 1000, 18_249, 199_999, 999_600, 1_000_000, 1_250_000].map(shortCount)).toEqual([
    '0',
    '950',
    '1k',
    '18.2k',
    '200k',
    '1M',
    '1M',
    '1.3M',
  ])
})
