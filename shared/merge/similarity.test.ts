import { describe, expect, test } from 'vitest'
import { keyOf } from './similarity.ts'

describe('keyOf', () => {
  test.each([
    ['- **Wifi**: on the fridge', 'wifi'],
    ['1. Ana：坚果', 'ana'],
    ['see https://example.org', null],
    ['nothing of the kind', null],
  ])('%s: %s', (line, key) => expect(keyOf(line)).toBe(key))

  test.each(['*', '_', ' ', '`', '* ', '> '])('a million characters of %j take no time', (mark) => {
    const from = performance.now()
    expect(keyOf(mark.repeat(1_000_000 / mark.length))).toBeNull()
    expect(performance.now() - from).toBeLessThan(2_000)
  })
})
