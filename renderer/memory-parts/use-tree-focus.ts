import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { ListRange, VirtuosoHandle } from 'react-virtuoso'
import { toggleFolder } from '../state/window-store.ts'
import type { TreeRow } from './tree-rows.ts'

interface TreeFocusOptions {
  readonly rows: readonly TreeRow[]
  readonly selected: string | undefined
  readonly list: RefObject<VirtuosoHandle | null>
  /** The element that scrolls; `null` before it is rendered. */
  readonly box: HTMLElement | null
  readonly onOpen: (path: string) => void
  /** Gets the keys that the tree does not use, for a file. */
  readonly onKey: ((event: React.KeyboardEvent, path: string) => void) | undefined
}

/** The active row of a file tree, moved by keys and clicks. The tree itself keeps the DOM focus. */
export function useTreeFocus({ rows, selected, list, box, onOpen, onKey }: TreeFocusOptions) {
  const indexes = useMemo(() => new Map(rows.map(({ path }, at) => [path, at])), [rows])
  const [focused, setFocused] = useState<string | null>(null)
  const visibleRows = useRef(1)
  const at = indexes.get(focused ?? '') ?? indexes.get(selected ?? '') ?? 0
  const active = rows[at]
  // Scrolls to a file once, when it is selected: later scrolling by the user is left alone.
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    const index = selected === undefined ? undefined : indexes.get(selected)
    if (shown.current === selected || index === undefined || box === null) return
    shown.current = selected
    list.current?.scrollIntoView({ index })
  }, [selected, indexes, box, list])

  const move = (to: number): void => {
    const index = Math.max(0, Math.min(rows.length - 1, to))
    setFocused(rows[index]?.path ?? null)
    list.current?.scrollIntoView({ index })
  }
  const open = (row: TreeRow): void => (row.kind === 'file' ? onOpen(row.path) : toggleFolder(row.path))
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (active === undefined) return
    const folder = active.kind === 'folder' ? active : null
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      PageDown: () => move(at + visibleRows.current),
      PageUp: () => move(at - visibleRows.current),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      ArrowRight: () => (folder !== null && !folder.open ? toggleFolder(folder.path) : move(at + 1)),
      ArrowLeft: () => (folder?.open === true ? toggleFolder(folder.path) : move(parentIndex(rows, at))),
      Enter: () => open(active),
      ' ': () => open(active),
    }
    const action = event.metaKey || event.ctrlKey || event.altKey ? undefined : actions[event.key]
    if (action === undefined) return active.kind === 'file' ? onKey?.(event, active.path) : undefined
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  const onClick = ({ target }: React.MouseEvent): void => {
    const path = target instanceof Element ? target.closest<HTMLElement>('[data-path]')?.dataset['path'] : undefined
    const row = path === undefined ? undefined : rows[indexes.get(path) ?? -1]
    if (row === undefined) return
    setFocused(row.path)
    open(row)
  }
  const onRangeChanged = ({ startIndex, endIndex }: ListRange): void => {
    visibleRows.current = Math.max(1, endIndex - startIndex - 1)
  }
  return { at, active, onRangeChanged, onKeyDown, onClick }
}

/** The index of the folder that contains a row; of the row itself at the top level. */
function parentIndex(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 0
  for (let index = at - 1; index >= 0; index -= 1) if ((rows[index]?.level ?? 0) < level) return index
  return at
}
