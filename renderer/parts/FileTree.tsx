import { t } from '@lingui/core/macro'
import { ChevronDown, ChevronRight, PencilLine, Pin, RectangleEllipsis } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'
import type { TreeFile } from '../../shared/memory.ts'
import { isPinned } from '../state/pins.ts'
import { toggleFolder, useWindow } from '../state/window-store.ts'
import { actorName, Siglum } from './Siglum.tsx'
import { shortSize, size } from './sizes.ts'
import { type TreeRow, treeRows } from './tree-rows.ts'

interface FileTreeProps {
  readonly files: readonly TreeFile[]
  readonly onOpen: (path: string) => void
  readonly selected?: string | undefined
  readonly filter?: string
  /** Changed in this conversation: a dot. */
  readonly changed?: ReadonlySet<string>
  /** Holds text that is not saved: a pencil. */
  readonly unsaved?: ReadonlySet<string>
  /** No policy removes these. */
  readonly pins?: readonly string[] | undefined
  /** Holds a secret that another program wrote. */
  readonly withheld?: ReadonlySet<string>
  /** In a tree of then: gone or other now. */
  readonly differs?: ReadonlySet<string>
  readonly onKey?: (event: React.KeyboardEvent, path: string) => void
}

const NONE: ReadonlySet<string> = new Set()
const NO_PINS: readonly string[] = []

/** The memory's files as a tree, moved through with the arrow keys. */
export function FileTree({ files, onOpen, selected, filter = '', changed = NONE, unsaved = NONE, withheld = NONE, differs = NONE, pins = NO_PINS, onKey }: FileTreeProps) {
  const closed = useWindow((state) => state.closedFolders)
  const rows = useMemo(() => treeRows(files, filter, new Set(closed)), [files, filter, closed])
  const [focused, setFocused] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const stop = rows.some(({ path }) => path === focused) ? focused : rows.some(({ path }) => path === selected) ? selected : rows[0]?.path

  const focusRow = (row: TreeRow | undefined): void => {
    if (row === undefined) return
    setFocused(row.path)
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus()
  }
  const open = (row: TreeRow): void => (row.kind === 'file' ? onOpen(row.path) : toggleFolder(row.path))
  const parentOf = (at: number): TreeRow | undefined => rows.slice(0, at).findLast((row) => row.level < (rows[at]?.level ?? 0))
  const move = (event: React.KeyboardEvent, at: number): void => {
    const row = rows[at]
    if (row === undefined) return
    const folder = row.kind === 'folder' ? row : null
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focusRow(rows[at + 1]),
      ArrowUp: () => focusRow(rows[at - 1]),
      Home: () => focusRow(rows[0]),
      End: () => focusRow(rows.at(-1)),
      ArrowRight: () => (folder !== null && !folder.open ? toggleFolder(folder.path) : focusRow(rows[at + 1])),
      ArrowLeft: () => (folder?.open === true ? toggleFolder(folder.path) : focusRow(parentOf(at))),
      Enter: () => open(row),
      ' ': () => open(row),
    }
    const act = event.metaKey || event.ctrlKey || event.altKey ? undefined : acts[event.key]
    if (act === undefined) return row.kind === 'file' ? onKey?.(event, row.path) : undefined
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return (
    <ul className="tree" role="tree" aria-label={t`Memory files`} ref={list}>
      {rows.map((row, at) => (
        <Row
          key={row.path} row={row} selected={row.path === selected} stop={row.path === stop} changed={changed.has(row.path)} unsaved={unsaved.has(row.path)}
          pinned={row.kind === 'file' && isPinned(row.path, pins)} withheld={withheld.has(row.path)} differs={differs.has(row.path)}
          onClick={() => { setFocused(row.path); open(row) }} onKeyDown={(event) => move(event, at)}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly row: TreeRow
  readonly selected: boolean
  readonly stop: boolean
  readonly changed: boolean
  readonly unsaved: boolean
  readonly pinned: boolean
  readonly withheld: boolean
  readonly differs: boolean
  readonly onClick: () => void
  readonly onKeyDown: (event: React.KeyboardEvent) => void
}

const Row = memo(RowView)

function RowView({ row, selected, stop, changed, unsaved, pinned, withheld, differs, onClick, onKeyDown }: RowProps) {
  const common = { tabIndex: stop ? 0 : -1, 'data-path': row.path, 'aria-level': row.level + 1, onClick, onKeyDown }
  if (row.kind === 'folder') {
    const Chevron = row.open ? ChevronDown : ChevronRight
    return <li role="treeitem" {...common} className={`dir l${Math.min(row.level, 4)}`} aria-expanded={row.open}><Chevron className="i xs" aria-hidden /><span className="nm cut">{row.name}</span></li>
  }
  const { blob, last } = row.file
  const name = [row.name, size(blob.size), last !== null && actorName(last.actor), changed && t`changed in this conversation`, unsaved && t`not saved`, pinned && t`pinned`, withheld && t`kept out of history`, differs && t`other than now`].filter(Boolean).join(', ')
  return (
    <li role="treeitem" {...common} className={`l${Math.min(row.level, 4)}`} aria-selected={selected} aria-label={name} title={row.path}>
      <span className="nm cut">{row.name}{changed && <i className="dot" />}</span>
      {unsaved && <span className="b" title={t`not saved`}><PencilLine className="i xs" aria-hidden /></span>}
      {withheld && <span className="b out" title={t`kept out of history`}><RectangleEllipsis className="i xs" aria-hidden /></span>}
      {differs && <span className="b other" title={t`other than now`}>~</span>}
      {pinned && <span className="b pin" title={t`pinned`}><Pin className="i xs" aria-hidden /></span>}
      <span className="sz">{shortSize(blob.size)}</span>
      {last !== null && <Siglum actor={last.actor} small silent />}
    </li>
  )
}
