import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import { isFocusLost } from '../ui/focus.ts'
import type { TimelineRow } from './group.ts'

export interface RowFocus {
  /** The row in the tab order, on which the keys act. */
  readonly current: TimelineRow | undefined
  /** The rows that can be focused: all but the days' headings. */
  readonly focusable: readonly TimelineRow[]
  readonly setCurrent: (row: TimelineRow) => void
  readonly goTo: (row: TimelineRow | undefined) => void
  readonly goBy: (step: number) => void
  /** To be called with each row's element when it is rendered. */
  readonly onRendered: (element: HTMLElement | null) => void
}

interface RowFocusOptions {
  readonly rows: readonly TimelineRow[]
  readonly selected: string | undefined
  readonly list: RefObject<VirtuosoHandle | null>
  readonly box: RefObject<HTMLElement | null>
}

/** Focus in a virtual list: also moves to rows that are not rendered yet. */
export function useRowFocus({ rows, selected, list, box }: RowFocusOptions): RowFocus {
  const [focusedId, setFocusedId] = useState<string | null>(null)
  /** The row that is to take the focus, and what had it when that was asked for. */
  const pending = useRef<{ readonly id: string; readonly from: Element | null } | null>(null)
  const focusable = rows.filter(({ kind }) => kind !== 'day')
  const current =
    focusable.find(({ id }) => id === focusedId) ?? focusable.find(({ id }) => id === selected) ?? focusable[0]

  /** A distant row is rendered some time after it was requested, and a new list is hidden until it has scrolled. */
  const onRendered = (element: HTMLElement | null): void => {
    const wanted = pending.current
    if (element === null || !element.isConnected || wanted === null || element.dataset['row'] !== wanted.id) return
    const active = document.activeElement
    // Meanwhile the user may have gone elsewhere.
    const isStillWanted = active === wanted.from || isFocusLost() || box.current?.contains(active) === true
    if (isStillWanted) element.focus()
    if (!isStillWanted || document.activeElement === element) pending.current = null
    else requestAnimationFrame(() => onRendered(element))
  }
  const goTo = (row: TimelineRow | undefined, from = document.activeElement): void => {
    if (row === undefined) return
    setFocusedId(row.id)
    pending.current = { id: row.id, from }
    list.current?.scrollIntoView({ index: rows.indexOf(row) })
    onRendered(box.current?.querySelector<HTMLElement>(`[data-row="${row.id}"]`) ?? null)
  }
  const goBy = (step: number): void => {
    const at = current === undefined ? -1 : focusable.indexOf(current)
    // The first key press only enters the list.
    const isEntering = focusedId === null && !box.current?.contains(document.activeElement)
    goTo(focusable[isEntering ? Math.max(0, at) : Math.max(0, Math.min(focusable.length - 1, at + step))])
  }
  useEffect(() => {
    // A group gets another id when a page of older commits joins it.
    const wanted = pending.current
    if (wanted !== null && !rows.some(({ id }) => id === wanted.id)) goTo(current, wanted.from)
  })
  useFocusAtPoint({ current, goTo, point: selected, box })
  return { current, focusable, setCurrent: ({ id }) => setFocusedId(id), goTo: (row) => goTo(row), goBy, onRendered }
}

interface PointFocus extends Pick<RowFocus, 'current' | 'goTo'> {
  readonly point: string | undefined
  readonly box: RowFocusOptions['box']
}

/** When the list is opened at a point, from a card for example, that row takes the focus, unless something has it. */
function useFocusAtPoint({ current, goTo, point, box }: PointFocus): void {
  const onOpen = useEffectEvent(() => {
    const isShown = (box.current?.getClientRects().length ?? 0) > 0
    if (isShown && current?.id === point && isFocusLost()) goTo(current)
  })
  useEffect(() => onOpen(), [])
}
