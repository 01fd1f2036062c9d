import { useState } from 'react'
import type { ContextMenuPlace } from '../ui/ContextMenu.tsx'
import { placeBelow } from '../ui/use-context-menu.ts'
import type { TreeRow } from './tree-rows.ts'
import { NOTHING_SELECTED, targetsOf } from './tree-selection.ts'
import type { Selecting } from './use-tree-focus.ts'

/** Where the menu of a tree is open, and for which rows. */
export function useTreeMenu(box: HTMLElement | null, selecting: Selecting | undefined) {
  const [menu, setMenu] = useState<{ readonly place: ContextMenuPlace; readonly path: string } | null>(null)
  const selection = selecting?.selection ?? NOTHING_SELECTED
  const openFor = (place: ContextMenuPlace, path: string): void => {
    if (!selection.paths.has(path)) selecting?.onSelect({ ...NOTHING_SELECTED, anchor: path })
    setMenu({ place, path })
  }
  return {
    place: menu?.place ?? null,
    targets: menu === null ? [] : targetsOf(selection, menu.path),
    close: () => setMenu(null),
    openAt(event: React.MouseEvent, row: TreeRow): void {
      event.preventDefault()
      openFor({ x: event.clientX, y: event.clientY }, row.path)
    },
    openAtRow(event: React.KeyboardEvent, path: string): void {
      event.preventDefault()
      const row = box?.querySelector(`[data-path="${CSS.escape(path)}"]`)
      if (row != null) openFor(placeBelow(row), path)
    },
  }
}
