import { useState } from 'react'
import { draggedIn, putPaths, takePaths } from './tree-drag.ts'
import type { TreeRow } from './tree-rows.ts'
import { NOTHING_SELECTED, targetsOf } from './tree-selection.ts'
import type { Selecting } from './use-tree-focus.ts'

/** What happens to what is dropped on a folder of a tree; '' is the top level. */
export interface TreeDrops {
  readonly onMove: (paths: readonly string[], folder: string) => void
  /** Files and folders of the computer. */
  readonly onFiles: (transfer: DataTransfer, folder: string) => void
}

/** Dragging rows of a tree, and dropping rows or files on its folders. */
export function useTreeDrop(
  drops: TreeDrops | undefined,
  selecting: Selecting | undefined,
  rowAt: (target: EventTarget) => TreeRow | undefined,
) {
  const [over, setOver] = useState<string | null>(null)
  if (drops === undefined) return { over: null, handlers: {} }
  const folderAt = (target: EventTarget): string => folderOf(rowAt(target))
  return {
    over,
    handlers: {
      onDragStart(event: React.DragEvent): void {
        const row = rowAt(event.target)
        if (row === undefined) return
        putPaths(event.dataTransfer, targetsOf(selecting?.selection ?? NOTHING_SELECTED, row.path))
      },
      onDragOver(event: React.DragEvent): void {
        const dragged = draggedIn(event.dataTransfer)
        if (dragged === null) return
        event.preventDefault()
        event.dataTransfer.dropEffect = dragged === 'rows' ? 'move' : 'copy'
        setOver(folderAt(event.target))
      },
      onDragLeave(event: React.DragEvent): void {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) setOver(null)
      },
      onDragEnd: () => setOver(null),
      onDrop(event: React.DragEvent): void {
        const dragged = draggedIn(event.dataTransfer)
        if (dragged === null) return
        event.preventDefault()
        setOver(null)
        if (dragged === 'files') drops.onFiles(event.dataTransfer, folderAt(event.target))
        else drops.onMove(takePaths(event.dataTransfer), folderAt(event.target))
      },
    },
  }
}

/** The folder that a row is, or is in. */
function folderOf(row: TreeRow | undefined): string {
  if (row === undefined) return ''
  return row.kind === 'folder' ? row.path : row.path.slice(0, Math.max(0, row.path.lastIndexOf('/')))
}
