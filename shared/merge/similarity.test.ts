import { describe, expect, test } from 'vitest'
import { processorMs } from '../../testing/processor-time.ts'
import { keyOf } from './similarity.ts'

describe('keyOf', () => {
  test.each([
    ['- **Wifi**: on the fridge', 'wifi'],
    ['1. Ana：坚果', 'ana'],
    ['see https://example.org', null],
    ['nothing of the kind', null],
  ])('%s: %s', (line, key) => expect(keyOf(line)).toBe(key))

  test.each(['*', '_', ' ', '`', '* ', '> '])('a million characters of %j take no time', (mark) => {
    const text = mark.repeat(1_000_000 / mark.length)
    expect(processorMs(() => expect(keyOf(text)).toBeNull())).toBeLessThan(2_000)
  })
})
