import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Review, ReviewLine } from '../../shared/review.ts'
import { keepAll, keepLines } from '../state/review-store.ts'
import { openFile, reviewPath } from '../state/routes.ts'
import { undoLine } from '../state/undo-flow.ts'
import { useKeys } from '../ui/keys.ts'

/** Lines shown before "show more". */
const LINES_SHOWN = 200
/** Lines that Page Down skips. */
const PAGE_LINES = 10

interface Queue {
  readonly lines: readonly ReviewLine[]
  readonly hidden: number
  readonly showMore: () => void
  readonly selected: ReviewLine | undefined
  readonly select: (line: ReviewLine) => void
  readonly keep: (line: ReviewLine) => void
  readonly keepAll: () => void
  readonly undo: (line: ReviewLine) => void
}

/** The lines with the selected one, the keys that decide them, and the next one that opens by itself. */
export function useQueue(review: Review, isDeciding: boolean, list: RefObject<HTMLUListElement | null>): Queue {
  const [selectedId, setSelected] = useState<string | null>(null)
  const [shown, setShown] = useState(LINES_SHOWN)
  const [, navigate] = useLocation()
  const all = review.lines
  const lines = all.slice(0, shown)
  const at = Math.max(
    0,
    lines.findIndex(({ id }) => id === selectedId),
  )
  const selected = isDeciding ? undefined : lines[at]
  useEffect(() => {
    if (!isDeciding) focusSelected(list)
  }, [isDeciding, list])
  const select = (line: ReviewLine): void => {
    if (isDeciding) navigate(reviewPath())
    setSelected(line.id)
    focusSelected(list)
  }
  const go = (by: number): void => {
    const next = lines[isDeciding ? at : Math.max(0, Math.min(lines.length - 1, at + by))]
    if (next !== undefined) select(next)
  }
  /** The next one takes the place of a line that goes, and the focus with it. */
  const leave = (line: ReviewLine): void => {
    const index = lines.indexOf(line)
    setSelected((lines[index + 1] ?? lines[index - 1])?.id ?? null)
    focusSelected(list)
  }
  const keep = (line: ReviewLine): void => {
    leave(line)
    void keepLines([line])
  }
  const undo = (line: ReviewLine): void => {
    leave(line)
    void undoLine(line)
  }
  const keepEverything = (): void => {
    if (all.length === 0) return
    void keepAll(review)
    focusSelected(list)
  }
  useQueueKeys({ selected, go, keep, keepAll: keepEverything, undo }, !isDeciding)
  return {
    lines,
    hidden: all.length - lines.length,
    showMore: () => setShown(shown + LINES_SHOWN),
    selected,
    select,
    keep,
    keepAll: keepEverything,
    undo,
  }
}

function focusSelected(list: RefObject<HTMLUListElement | null>): void {
  requestAnimationFrame(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current=true]')
    const pane = list.current?.closest<HTMLElement>('main')
    ;(row ?? pane)?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  })
}

interface Decisions extends Pick<Queue, 'selected' | 'keep' | 'keepAll' | 'undo'> {
  /** Selects another line, so many further on. */
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
      pagedown: () => go(PAGE_LINES),
      pageup: () => go(-PAGE_LINES),
      u: () => selected !== undefined && undo(selected),
      e: () => selected !== undefined && openFile(selected.path),
      enter: (event) => {
        if (event.target instanceof HTMLElement && event.target.closest('button, a') !== null) return false
        return selected !== undefined && keep(selected)
      },
      'shift+enter': everything,
    },
    active,
  )
}
