import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { everyRow, membersOf, type ReviewRow, type StoreReview } from '../state/review-rows.ts'
import { keepAll, keepRows } from '../state/review-store.ts'
import { openFile, reviewPath } from '../state/routes.ts'
import { inStoreOf, openIn } from '../state/stores-store.ts'
import { undoRow } from '../state/undo-flow.ts'
import { isLayerOpen, isPressed, useKeys } from '../ui/keys.ts'

/** Rows shown before "show more". */
const ROWS_SHOWN = 200
/** Rows that Page Down skips. */
const PAGE_ROWS = 10

interface Queue {
  readonly rows: readonly ReviewRow[]
  readonly hidden: number
  readonly showMore: () => void
  readonly selected: ReviewRow | undefined
  readonly select: (row: ReviewRow) => void
  readonly keep: (row: ReviewRow) => void
  readonly keepAll: () => void
  readonly undo: (row: ReviewRow) => void
}

/** The rows with the selected one, the keys that decide them, and the next one that opens by itself. */
export function useQueue(
  reviews: readonly StoreReview[],
  isDeciding: boolean,
  list: RefObject<HTMLUListElement | null>,
): Queue {
  const [selectedId, setSelected] = useState<string | null>(null)
  const [shown, setShown] = useState(ROWS_SHOWN)
  const [, navigate] = useLocation()
  const all = everyRow(reviews)
  const rows = all.slice(0, shown)
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === selectedId),
  )
  const selected = isDeciding ? undefined : rows[at]
  useEffect(() => {
    if (!isDeciding) focusSelected(list)
  }, [isDeciding, list])
  const select = (row: ReviewRow): void => {
    if (isDeciding) navigate(reviewPath())
    setSelected(row.id)
    focusSelected(list)
  }
  const go = (by: number): void => {
    const next = rows[isDeciding ? at : Math.max(0, Math.min(rows.length - 1, at + by))]
    if (next !== undefined) select(next)
  }
  /** The next one takes the place of a row that goes, and the focus with it. */
  const leave = (row: ReviewRow): void => {
    const index = rows.indexOf(row)
    const after = rows[index + 1 + (row.members?.length ?? 0)]
    setSelected((after ?? rows[index - 1])?.id ?? null)
    focusSelected(list)
  }
  const keep = (row: ReviewRow): void => {
    leave(row)
    void keepRows(membersOf(row))
  }
  const undo = (row: ReviewRow): void => {
    leave(row)
    void inStoreOf(row.store, (store) => undoRow(row, store))
  }
  const keepEverything = (): void => {
    if (all.length === 0) return
    void keepAll(reviews)
    focusSelected(list)
  }
  useQueueKeys({ selected, go, keep, keepAll: keepEverything, undo }, !isDeciding)
  return {
    rows,
    hidden: all.length - rows.length,
    showMore: () => setShown(shown + ROWS_SHOWN),
    selected,
    select,
    keep,
    keepAll: keepEverything,
    undo,
  }
}

/** Opens the file, with its store. */
export function openRow({ store, lines: [{ path }] }: ReviewRow): void {
  if (store === null) openFile(path)
  else void openIn(store, () => openFile(path))
}

function focusSelected(list: RefObject<HTMLUListElement | null>): void {
  requestAnimationFrame(() => {
    // Opened in between: a menu that loses the focus closes.
    if (isLayerOpen()) return
    const row = list.current?.querySelector<HTMLElement>('[aria-current=true]')
    const pane = list.current?.closest<HTMLElement>('main')
    ;(row ?? pane)?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  })
}

interface Decisions extends Pick<Queue, 'selected' | 'keep' | 'keepAll' | 'undo'> {
  /** Selects another row, so many further on. */
  readonly go: (by: number) => void
}

/** One key for each decision. */
function useQueueKeys({ selected, go, keep, keepAll: everything, undo }: Decisions, active: boolean): void {
  useKeys(
    {
      j: () => go(1),
      down: () => go(1),
      s: () => go(1),
      k: () => go(-1),
      up: () => go(-1),
      pagedown: () => go(PAGE_ROWS),
      pageup: () => go(-PAGE_ROWS),
      u: () => selected !== undefined && undo(selected),
      e: () => selected !== undefined && openRow(selected),
      enter: (event) => !isPressed(event) && selected !== undefined && keep(selected),
      'shift+enter': everything,
    },
    active,
  )
}
