import { t } from '@lingui/core/macro'
import { ChevronDown, ChevronRight, PencilLine, Pin, RectangleEllipsis } from 'lucide-react'
import { memo, type ReactNode, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { TreeFile } from '../../shared/memory.ts'
import { shortSize, size } from '../format/sizes.ts'
import { isPinned } from '../state/pins.ts'
import { toggleFolder, useWindow } from '../state/window-store.ts'
import { PresentationalItem } from '../ui/PresentationalItem.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { actorName, ActorBadge } from './ActorBadge.tsx'
import { type TreeRow, treeRows } from './tree-rows.ts'

interface FileTreeProps {
  /** `null`: not known yet. */
  readonly files: readonly TreeFile[] | null
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
  /** Stand above and below the rows, and scroll away with them. */
  readonly head?: ReactNode
  readonly foot?: ReactNode
}

const NONE: ReadonlySet<string> = new Set()
const NO_PINS: readonly string[] = []

const COMPONENTS = { List: PresentationalItem, Item: PresentationalItem }

/** The memory's files as a tree, moved through with the arrow keys. Only the rows in sight are in the page, so the tree itself keeps the focus. */
export function FileTree({
  files,
  onOpen,
  selected,
  filter = '',
  changed = NONE,
  unsaved = NONE,
  withheld = NONE,
  differs = NONE,
  pins = NO_PINS,
  onKey,
  head,
  foot,
}: FileTreeProps) {
  const closed = useWindow((state) => state.closedFolders)
  // Letters are typed faster than ten thousand names are looked through.
  const wanted = useDeferredValue(filter)
  const rows = useMemo(() => treeRows(files ?? [], wanted, new Set(closed)), [files, wanted, closed])
  const places = useMemo(() => new Map(rows.map(({ path }, at) => [path, at])), [rows])
  const [focused, setFocused] = useState<string | null>(null)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const list = useRef<VirtuosoHandle>(null)
  const inSight = useRef(1)
  const name = useId()
  const at = places.get(focused ?? '') ?? places.get(selected ?? '') ?? 0
  const active = rows[at]
  // Once, when it is chosen: whoever scrolls on is left alone.
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    const place = selected === undefined ? undefined : places.get(selected)
    if (shown.current === selected || place === undefined || box === null) return
    shown.current = selected
    list.current?.scrollIntoView({ index: place })
  }, [selected, places, box])

  const move = (to: number): void => {
    const index = Math.max(0, Math.min(rows.length - 1, to))
    setFocused(rows[index]?.path ?? null)
    list.current?.scrollIntoView({ index })
  }
  const open = (row: TreeRow): void => (row.kind === 'file' ? onOpen(row.path) : toggleFolder(row.path))
  const press = (event: React.KeyboardEvent): void => {
    if (active === undefined) return
    const folder = active.kind === 'folder' ? active : null
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      PageDown: () => move(at + inSight.current),
      PageUp: () => move(at - inSight.current),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      ArrowRight: () => (folder !== null && !folder.open ? toggleFolder(folder.path) : move(at + 1)),
      ArrowLeft: () => (folder?.open === true ? toggleFolder(folder.path) : move(above(rows, at))),
      Enter: () => open(active),
      ' ': () => open(active),
    }
    const act = event.metaKey || event.ctrlKey || event.altKey ? undefined : acts[event.key]
    if (act === undefined) return active.kind === 'file' ? onKey?.(event, active.path) : undefined
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const click = ({ target }: React.MouseEvent): void => {
    const path = target instanceof Element ? target.closest<HTMLElement>('[data-path]')?.dataset['path'] : undefined
    const row = path === undefined ? undefined : rows[places.get(path) ?? -1]
    if (row === undefined) return
    setFocused(row.path)
    open(row)
  }

  return (
    <div className="scroll grow" ref={setBox}>
      {head}
      {files === null ? (
        <Skeleton rows={10} />
      ) : (
        <div
          className="tree"
          role="tree"
          aria-label={t`Memory files`}
          tabIndex={active === undefined ? -1 : 0}
          aria-activedescendant={name + at}
          onKeyDown={press}
          onClick={click}
        >
          {box !== null && (
            <Virtuoso
              ref={list}
              data={[...rows]}
              components={COMPONENTS}
              customScrollParent={box}
              defaultItemHeight={28}
              initialTopMostItemIndex={at === 0 ? 0 : { index: at, align: 'center' }}
              increaseViewportBy={200}
              computeItemKey={(_, row) => row.path}
              rangeChanged={({ startIndex, endIndex }) => {
                inSight.current = Math.max(1, endIndex - startIndex - 1)
              }}
              itemContent={(place, row) => (
                <Row
                  row={row}
                  id={name + place}
                  selected={row.path === selected}
                  active={row === active}
                  changed={changed.has(row.path)}
                  unsaved={unsaved.has(row.path)}
                  pinned={row.kind === 'file' && isPinned(row.path, pins)}
                  withheld={withheld.has(row.path)}
                  differs={differs.has(row.path)}
                />
              )}
            />
          )}
        </div>
      )}
      {foot}
    </div>
  )
}

/** The row of the folder that a row lies in; the row itself where that is none. */
function above(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 0
  for (let place = at - 1; place >= 0; place -= 1) if ((rows[place]?.level ?? 0) < level) return place
  return at
}

interface RowProps {
  readonly row: TreeRow
  readonly id: string
  readonly selected: boolean
  /** Where the keys are. */
  readonly active: boolean
  readonly changed: boolean
  readonly unsaved: boolean
  readonly pinned: boolean
  readonly withheld: boolean
  readonly differs: boolean
}

const Row = memo(RowView)

function RowView({ row, id, selected, active, changed, unsaved, pinned, withheld, differs }: RowProps) {
  const level = `l${Math.min(row.level, 4)}${active ? ' active' : ''}`
  const common = {
    role: 'treeitem',
    id,
    'data-path': row.path,
    'aria-level': row.level + 1,
    'aria-posinset': row.place,
    'aria-setsize': row.of,
  }
  if (row.kind === 'folder') {
    const Chevron = row.open ? ChevronDown : ChevronRight
    return (
      <div {...common} className={`dir ${level}`} aria-expanded={row.open}>
        <Chevron className="i xs" aria-hidden />
        <span className="nm cut">{row.name}</span>
      </div>
    )
  }
  const { blob, last } = row.file
  const name = [
    row.name,
    size(blob.size),
    last !== null && actorName(last.actor),
    changed && t`changed in this conversation`,
    unsaved && t`not saved`,
    pinned && t`pinned`,
    withheld && t`kept out of history`,
    differs && t`other than now`,
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <div {...common} className={level} aria-selected={selected} aria-label={name} title={row.path}>
      <span className="nm cut">
        {row.name}
        {changed && <i className="dot" />}
      </span>
      {unsaved && (
        <span className="b" title={t`not saved`}>
          <PencilLine className="i xs" aria-hidden />
        </span>
      )}
      {withheld && (
        <span className="b out" title={t`kept out of history`}>
          <RectangleEllipsis className="i xs" aria-hidden />
        </span>
      )}
      {differs && (
        <span className="b other" title={t`other than now`}>
          ~
        </span>
      )}
      {pinned && (
        <span className="b pin" title={t`pinned`}>
          <Pin className="i xs" aria-hidden />
        </span>
      )}
      <span className="sz">{shortSize(blob.size)}</span>
      {last !== null && <ActorBadge actor={last.actor} small silent />}
    </div>
  )
}
