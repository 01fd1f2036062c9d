import { useRef, useState } from 'react'
import type { HistoryDay } from '../../shared/memory.ts'
import { dayKey, type Filter } from '../state/timeline-filter.ts'
import { setFilter, useTimeline } from '../state/timeline-store.ts'
import { movedSpan, nearestDay, type Span, spanOf } from './day-span.ts'

/**
 * Choosing days on the chart. Pointing at a day and moving with the keys only show it; a click, the end of a drag and
 * Enter filter the timeline by it.
 * @param places of the days on the chart, from 0 to 1
 */
export function useDayChoice(days: readonly HistoryDay[], places: readonly number[]) {
  const filter = useTimeline((state) => state.filter)
  const [shown, show] = useState<Span | null>(null)
  const anchor = useRef<number | null>(null)
  const keys = days.map(({ time }) => dayKey(time))
  const chosen = shown ?? spanOf(keys, filter)
  const cursor = chosen ?? { from: days.length - 1, at: days.length - 1 }
  const dayAt = (event: React.PointerEvent): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return nearestDay(places, (event.clientX - left) / width)
  }
  const choose = (span: Span | null): void => {
    show(null)
    setFilter(filterOf(keys, span))
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const moved = movedSpan(cursor, event.key, event.shiftKey, days.length)
    if (moved !== null) show(moved)
    else if (event.key === 'Enter') choose(cursor)
    else if (event.key === 'Escape' && chosen !== null) choose(null)
    else return
    event.preventDefault()
  }
  return {
    chosen,
    cursor,
    onKeyDown,
    onBlur: () => show(null),
    onPointerDown: (event: React.PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      anchor.current = dayAt(event)
    },
    onPointerMove: (event: React.PointerEvent) => show({ from: anchor.current ?? dayAt(event), at: dayAt(event) }),
    onPointerUp: (event: React.PointerEvent) => {
      choose({ from: anchor.current ?? dayAt(event), at: dayAt(event) })
      anchor.current = null
    },
    onPointerLeave: () => {
      if (anchor.current === null) show(null)
    },
  }
}

function filterOf(keys: readonly string[], span: Span | null): Partial<Filter> {
  if (span === null) return { from: '', to: '' }
  return { from: keys[Math.min(span.from, span.at)] ?? '', to: keys[Math.max(span.from, span.at)] ?? '' }
}
