import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListRange, VirtuosoHandle } from 'react-virtuoso'
import { foldFolders } from '../state/window-store.ts'
import { hasMod, moveStep, selectStep, type TreeStep } from './tree-keys.ts'
import type { TreeRow } from './tree-rows.ts'
import { NOTHING_SELECTED, selectTo, toggleRow, type TreeSelection } from './tree-selection.ts'

/** Where several rows can be selected. */
export interface Selecting {
  readonly selection: TreeSelection
  readonly onSelect: (selection: TreeSelection) => void
}

interface TreeFocusOptions {
  readonly rows: readonly TreeRow[]
  readonly selected: string | undefined
  readonly selecting: Selecting | undefined
  readonly list: RefObject<VirtuosoHandle | null>
  /** The element that scrolls; `null` before it is rendered. */
  readonly box: HTMLElement | null
  readonly onOpen: (path: string) => void
  /** Gets the keys that the tree does not use. */
  readonly onKey: ((event: React.KeyboardEvent, path: string) => void) | undefined
}

/** The active row of a file tree, moved by keys and clicks. The tree itself keeps the DOM focus. */
export function useTreeFocus(options: TreeFocusOptions) {
  const { rows, selected, selecting, list, onOpen, onKey } = options
  const indexes = useMemo(() => new Map(rows.map(({ path }, at) => [path, at])), [rows])
  const [focused, setFocused] = useState<string | null>(null)
  const visibleRows = useRef(1)
  // Rows are rendered some time after the list has them, and those out of sight are not.
  const [isActiveRendered, setActiveRendered] = useState(false)
  const activeRef = useCallback((row: HTMLElement | null) => setActiveRendered(row !== null), [])
  const at = useActiveIndex(rows, indexes, [focused, selected])
  const active = rows[at]
  useShownOnce(options, indexes)
  const rowAt = (target: EventTarget): TreeRow | undefined => rows[indexes.get(pathAt(target)) ?? -1]
  const focus = (to: number): string | null => {
    const index = Math.max(0, Math.min(rows.length - 1, to))
    const path = rows[index]?.path ?? null
    setFocused(path)
    list.current?.scrollIntoView({ index })
    return path
  }
  const select = (selection: TreeSelection): void => {
    if (selection !== selecting?.selection) selecting?.onSelect(selection)
  }
  const extendTo = (to: string | null): void => {
    if (selecting !== undefined && active !== undefined && to !== null)
      select(selectTo(rows, selecting.selection, { active: active.path, to }))
  }
  const open = (row: TreeRow): void => (row.kind === 'file' ? onOpen(row.path) : foldFolders([row.path], !row.open))
  const take = (step: TreeStep, row: TreeRow): void => {
    if (step.kind === 'select') return select(step.selection)
    if (step.kind === 'extend') return extendTo(focus(step.to))
    if (step.kind === 'move') {
      select(NOTHING_SELECTED)
      focus(step.to)
    } else open(row)
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (active === undefined) return
    const where = { rows, at, page: visibleRows.current }
    const selects = selecting === undefined ? null : selectStep(event, selecting.selection, where)
    const step = selects ?? moveStep(event, where)
    if (step === null) return onKey?.(event, active.path)
    event.preventDefault()
    event.stopPropagation()
    take(step, active)
  }
  const onClick = (event: React.MouseEvent): void => {
    const row = rowAt(event.target)
    if (row === undefined) return
    setFocused(row.path)
    if (selecting !== undefined && event.shiftKey) return extendTo(row.path)
    if (selecting !== undefined && hasMod(event))
      return select(toggleRow(selecting.selection, row.path, focused ?? selected ?? null))
    select(NOTHING_SELECTED)
    open(row)
  }
  const onRangeChanged = ({ startIndex, endIndex }: ListRange): void => {
    visibleRows.current = Math.max(1, endIndex - startIndex - 1)
  }
  return { at, active, isActiveRendered, activeRef, rowAt, activate: setFocused, onRangeChanged, onKeyDown, onClick }
}

/** Where the first of these paths is that has a row. Where the active row is gone, the next one is active. */
function useActiveIndex(
  rows: readonly TreeRow[],
  indexes: ReadonlyMap<string, number>,
  paths: readonly (string | null | undefined)[],
): number {
  const [last, setLast] = useState(0)
  const found = paths.map((path) => indexes.get(path ?? '')).find((index) => index !== undefined)
  const at = found ?? Math.min(last, Math.max(0, rows.length - 1))
  if (at !== last) setLast(at)
  return at
}

/** The path of the row that an event was on; '' for none. */
function pathAt(target: EventTarget): string {
  return (target instanceof Element ? target.closest<HTMLElement>('[data-path]')?.dataset['path'] : undefined) ?? ''
}

/** Scrolls to a file once, when it is selected: later scrolling by the user is left alone. */
function useShownOnce({ selected, box, list }: TreeFocusOptions, indexes: ReadonlyMap<string, number>): void {
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    const index = selected === undefined ? undefined : indexes.get(selected)
    if (shown.current === selected || index === undefined || box === null) return
    shown.current = selected
    list.current?.scrollIntoView({ index })
  }, [selected, indexes, box, list])
}
