import { expect, it } from 'vitest'
import { movedSpan, nearestDay, spanOf } from './day-span.ts'

it('moves by days, grows with Shift, and stays within the days', () => {
  expect(movedSpan({ from: 3, at: 3 }, 'ArrowLeft', false, 9)).toEqual({ from: 2, at: 2 })
  expect(movedSpan({ from: 3, at: 3 }, 'ArrowRight', true, 9)).toEqual({ from: 3, at: 4 })
  expect(movedSpan({ from: 3, at: 4 }, 'End', true, 9)).toEqual({ from: 3, at: 8 })
  expect(movedSpan({ from: 3, at: 4 }, 'PageDown', false, 9)).toEqual({ from: 0, at: 0 })
  expect(movedSpan({ from: 3, at: 4 }, 'x', false, 9)).toBeNull()
})

it('finds the day at a place, and the days between two', () => {
  expect([nearestDay([0, 0.2, 1], 0.55), nearestDay([0, 0.2, 1], 0.65)]).toEqual([1, 2])
  const days = ['2026-11-01', '2026-11-03', '2026-11-09']
  expect(spanOf(days, { from: '2026-11-02', to: '' })).toEqual({ from: 1, at: 2 })
  expect(spanOf(days, { from: '', to: '2026-11-08' })).toEqual({ from: 0, at: 1 })
  expect([spanOf(days, { from: '', to: '' }), spanOf(days, { from: '2026-11-04', to: '2026-11-05' })]).toEqual([
    null,
    null,
  ])
})
