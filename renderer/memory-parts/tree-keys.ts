import { os } from '../wire.ts'
import type { TreeRow } from './tree-rows.ts'
import { NOTHING_SELECTED, selectAll, toggleRow, type TreeSelection } from './tree-selection.ts'

interface At {
  readonly rows: readonly TreeRow[]
  /** The active row. */
  readonly at: number
  /** How many rows are in sight. */
  readonly page: number
}

/** What a key does in a tree. */
export type TreeStep =
  | { readonly kind: 'move' | 'extend'; readonly to: number }
  | { readonly kind: 'open' | 'fold' }
  | { readonly kind: 'select'; readonly selection: TreeSelection }

type Pressed = Pick<React.KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

export const hasMod = (event: Pick<Pressed, 'metaKey' | 'ctrlKey'>): boolean =>
  os === 'mac' ? event.metaKey : event.ctrlKey

/** The usual keys of a tree; `null` for any other. */
export function moveStep({ key, metaKey, ctrlKey, altKey }: Pressed, { rows, at, page }: At): TreeStep | null {
  if (metaKey || ctrlKey || altKey) return null
  const row = rows[at]
  if (key === 'Enter' || key === ' ') return { kind: 'open' }
  if (key === 'ArrowRight' && row?.kind === 'folder' && !row.open) return { kind: 'fold' }
  if (key === 'ArrowLeft' && row?.kind === 'folder' && row.open) return { kind: 'fold' }
  const to =
    key === 'ArrowRight' ? at + 1 : key === 'ArrowLeft' ? parentIndex(rows, at) : rowFor(key, { rows, at, page })
  return to === undefined ? null : { kind: 'move', to }
}

/** Shift and a moving key selects further, Ctrl and A all, Ctrl and Space one, Esc none; `null` for any other. */
export function selectStep(event: Pressed, selection: TreeSelection, where: At): TreeStep | null {
  const { rows, at } = where
  if (event.altKey) return null
  if (hasMod(event)) {
    if (event.key === 'a') return { kind: 'select', selection: selectAll(rows) }
    return event.key === ' ' ? { kind: 'select', selection: toggleRow(selection, rows[at]?.path ?? '', null) } : null
  }
  if (event.key === 'Escape' && selection.paths.size > 0) return { kind: 'select', selection: NOTHING_SELECTED }
  const to = event.shiftKey ? rowFor(event.key, where) : undefined
  return to === undefined ? null : { kind: 'extend', to }
}

function rowFor(key: string, { rows, at, page }: At): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    PageUp: at - page,
    PageDown: at + page,
    Home: 0,
    End: rows.length - 1,
  }
  return targets[key]
}

/** The index of the folder that contains a row; of the row itself at the top level. */
function parentIndex(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 0
  for (let index = at - 1; index >= 0; index -= 1) if ((rows[index]?.level ?? 0) < level) return index
  return at
}
