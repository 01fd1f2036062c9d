import { describe, expect, it } from 'vitest'
import { fillOf, worst } from './Meter.tsx'

describe('a meter', () => {
  it('warns from its share on and is full at its limit', () => {
    expect([10, 75, 100, 130].map((used) => fillOf({ used, limit: 100 }, 0.75))).toEqual([
      'plain',
      'wait',
      'full',
      'full',
    ])
    expect(fillOf({ used: 10, limit: null }, 0.75)).toBe('plain')
    expect(worst({ used: 1, limit: 10 }, { used: 2, limit: 10 })).toEqual({ used: 2, limit: 10 })
  })
})
