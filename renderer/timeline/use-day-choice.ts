import { useRef, useState } from 'react'
import type { HistoryOverview } from '../../shared/memory.ts'
import { periodKeys } from '../state/timeline-filter.ts'
import { setFilter, useTimeline } from '../state/timeline-store.ts'
import { movedSpan, nearestDay, type Span, spanOf } from './day-span.ts'
import { filterOf } from './periods.ts'

/** The periods that the timeline shows, and how others are chosen. */
export function useChosenSpan({ periods, step }: HistoryOverview) {
  const filter = useTimeline((state) => state.filter)
  const keys = periods.map(({ from }) => periodKeys(from, step).from)
  return {
    filtered: spanOf(keys, filter),
    choose: (span: Span | null): void => setFilter(filterOf(periods, step, span)),
  }
}

/**
 * Choosing days, or hours, on the chart. Pointing at one and moving with the keys only show it; a click, the end of a
 * drag and Enter filter the timeline by it.
 * @param places of the periods on the chart, from 0 to 1
 */
export function useDayChoice(overview: HistoryOverview, places: readonly number[]) {
  const { filtered, choose: filterBy } = useChosenSpan(overview)
  const [shown, show] = useState<Span | null>(null)
  const anchor = useRef<number | null>(null)
  const count = overview.periods.length
  const chosen = shown ?? filtered
  const cursor = chosen ?? { from: count - 1, at: count - 1 }
  const dayAt = (event: React.PointerEvent): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return nearestDay(places, (event.clientX - left) / width)
  }
  const choose = (span: Span | null): void => {
    show(null)
    filterBy(span)
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const moved = movedSpan(cursor, event.key, event.shiftKey, count)
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
