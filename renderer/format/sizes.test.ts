import { describe, expect, it } from 'vitest'
import { parseSize, size, sizeOf, shortSize } from './sizes.ts'

describe('sizes', () => {
  it('share one unit if they can', () => {
    expect(sizeOf(22_400, 64_000)).toBe('22.4 of 64 KB')
    expect(sizeOf(22_400, 500_000_000)).toBe('22.4 KB of 500 MB')
    expect(sizeOf(22_400, null)).toBe('22.4 KB')
    expect(sizeOf(412, 64_000)).toBe('412 bytes of 64 KB')
  })

  it('are whole bytes below a kilobyte', () => {
    expect([1, 49, 999, 1_000].map(size)).toEqual(['1 byte', '49 bytes', '999 bytes', '1 KB'])
  })

  it('are parsed as people write them', () => {
    for (const [text, bytes] of [
      ['64 KB', 64_000],
      ['1.5mb', 1_500_000],
      ['1,5 MB', 1_500_000],
      ['412', 412],
      ['2 gb', 2e9],
    ] as const)
      expect(parseSize(text)).toBe(bytes)
    for (const text of ['', '0', '-1', 'KB', '3 miles', '1e9']) expect(parseSize(text)).toBeNull()
    for (const bytes of [64_000, 1_000_000, 500_000_000]) expect(parseSize(size(bytes))).toBe(bytes)
  })
})

it.each([
  [999, ''],
  [1_000, '1K'],
  [22_400, '22.4K'],
  [3_100_000, '3.1M'],
])('%i bytes in a column', (bytes, short) => expect(shortSize(bytes)).toBe(short))
