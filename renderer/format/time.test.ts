import { describe, expect, it } from 'vitest'
import { daysAgo, dayName, shortTime, spanName, stamp, when } from './time.ts'

const now = new Date(2026, 10, 20, 12, 0)
const at = (month: number, day: number, hour: number, year = 2026): string =>
  new Date(year, month - 1, day, hour, 5).toISOString()

describe('times', () => {
  it('counts midnights, not hours', () => {
    expect(daysAgo(at(11, 19, 23), now)).toBe(1)
    expect(daysAgo(at(11, 20, 0), now)).toBe(0)
  })

  it('is as short as possible without being ambiguous', () => {
    expect(shortTime(at(11, 20, 10), now)).toBe('10:05')
    expect(shortTime(at(10, 2, 10), now)).toBe('2 Oct')
    expect(shortTime(at(10, 2, 10, 2025), now)).toBe('2 Oct 2025')
  })

  it('fits the end of a sentence', () => {
    expect(when(at(11, 20, 10), now)).toBe('at 10:05')
    expect(when(at(11, 19, 17), now)).toBe('yesterday at 17:05')
    expect(when(at(11, 2, 17), now)).toBe('on 2 November at 17:05')
    expect(stamp(at(11, 19, 17), now)).toBe('yesterday 17:05')
  })

  it('names days and spans', () => {
    expect(dayName(at(11, 20, 1), now)).toBe('Today')
    expect(dayName(at(11, 16, 1), now)).toBe('16 November')
    expect(spanName(at(11, 2, 1), now)).toBe('November')
    expect(spanName(at(10, 2, 1), now)).toBe('Earlier')
  })
})
