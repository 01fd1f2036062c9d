import { type RefObject, useEffect, useRef } from 'react'
import { useApp } from '../state/app-store.ts'
import { loadOldest, loadTimeline, useTimeline } from '../state/timeline-store.ts'
import { useKeys } from '../ui/keys.ts'
import type { TimelineRow } from './group.ts'
import type { RowFocus } from './use-row-focus.ts'

interface TimelineKeysOptions {
  readonly rows: readonly TimelineRow[]
  readonly focus: RowFocus
  readonly box: RefObject<HTMLElement | null>
  readonly visibleRows: RefObject<number>
  readonly onToggle: (row: Extract<TimelineRow, { kind: 'group' }>) => void
  readonly onChoose: (row: TimelineRow | undefined) => void
  /** Picks a change to undo together with others. */
  readonly onMark: (row: TimelineRow | undefined) => void
}

/** The keyboard of the timeline: that of a tree, plus J and K from anywhere in the view. */
export function useTimelineKeys({
  rows,
  focus,
  box,
  visibleRows,
  onToggle,
  onChoose,
  onMark,
}: TimelineKeysOptions): void {
  const { current, goTo, goBy } = focus
  const goToEnd = useGoToEnd(focus)
  const expand = (): void => {
    if (current?.kind === 'group' && !current.open) onToggle(current)
    else goBy(1)
  }
  const collapse = (): void => {
    if (current?.kind === 'group' && current.open) onToggle(current)
    else if (current?.kind === 'entry' && !current.alone)
      goTo(rows.find((row) => row.kind === 'group' && row.id === current.group.id))
  }
  const inList = ({ target }: KeyboardEvent): boolean =>
    target === document.body || (box.current?.contains(target instanceof Node ? target : null) ?? false)
  useKeys({
    j: () => goBy(1),
    k: () => goBy(-1),
    down: (event) => inList(event) && goBy(1),
    up: (event) => inList(event) && goBy(-1),
    pagedown: (event) => inList(event) && goBy(visibleRows.current),
    pageup: (event) => inList(event) && goBy(-visibleRows.current),
    end: (event) => inList(event) && goToEnd('oldest'),
    home: (event) => inList(event) && goToEnd('newest'),
    right: (event) => inList(event) && expand(),
    left: (event) => inList(event) && collapse(),
    x: () => onMark(current),
    enter: (event) => inList(event) && onChoose(current),
  })
}

/** Goes to either end of the history. An end that has to be loaded first is focused when its range is shown. */
function useGoToEnd({ focusable, goTo }: RowFocus): (end: 'oldest' | 'newest') => void {
  const range = useTimeline((state) => state.range)
  const shownRange = useRef(range.number)
  const pendingEnd = useRef<'oldest' | 'newest' | null>(null)
  const focusEnd = (end: 'oldest' | 'newest'): void => goTo(end === 'oldest' ? focusable.at(-1) : focusable[0])
  useEffect(() => {
    if (shownRange.current === range.number) return
    shownRange.current = range.number
    if (pendingEnd.current === range.from) focusEnd(range.from)
    pendingEnd.current = null
  })
  return (end) => {
    const { next, newer } = useTimeline.getState()
    // Without an index, reaching the beginning means walking the whole history: stay within what is loaded.
    const isFar = end === 'oldest' ? next !== null && useApp.getState().app?.store.indexed === true : newer !== null
    if (!isFar) return focusEnd(end)
    pendingEnd.current = end
    void (end === 'oldest' ? loadOldest() : loadTimeline()).catch(() => undefined)
  }
}
