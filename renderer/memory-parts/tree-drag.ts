import { z } from 'zod'

/** Marks what is dragged from a file tree. */
const TYPE = 'application/x-variorum-paths'
const Paths = z.array(z.string())

export type Dragged = 'rows' | 'files'

/** What is dragged over the page: rows of a tree, or files of the computer. */
export function draggedIn({ types }: DataTransfer): Dragged | null {
  if (types.includes(TYPE)) return 'rows'
  return types.includes('Files') ? 'files' : null
}

export function putPaths(transfer: DataTransfer, paths: readonly string[]): void {
  transfer.effectAllowed = 'move'
  transfer.setData(TYPE, JSON.stringify(paths))
  transfer.setData('text/plain', paths.join('\n'))
}

export function takePaths(transfer: DataTransfer): readonly string[] {
  try {
    return Paths.parse(JSON.parse(transfer.getData(TYPE)))
  } catch {
    // Something else that calls itself rows of a tree.
    return []
  }
}
