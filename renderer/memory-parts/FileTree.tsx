import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { TreeFile } from '../../shared/memory.ts'
import type { WriteRule } from '../../shared/write-rules.ts'
import { isPinned } from '../state/pins.ts'
import { ruleAt } from '../state/rule-marks.ts'
import { foldFolders, useTreeAsked, useWindow } from '../state/window-store.ts'
import { ContextMenu, type ContextMenuPlace } from '../ui/ContextMenu.tsx'
import { isFocusLost } from '../ui/focus.ts'
import { isMenuKey } from '../ui/keys.ts'
import type { MenuItem } from '../ui/Menu.tsx'
import { PresentationalItem } from '../ui/PresentationalItem.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { placeBelow } from '../ui/use-context-menu.ts'
import { foldersAbove, isLargeTree, markedActors, type TreeRow, treeRows } from './tree-rows.ts'
import { NOTHING_SELECTED, targetsOf } from './tree-selection.ts'
import { TreeRowView } from './TreeRowView.tsx'
import { type TreeDrops, useTreeDrop } from './use-tree-drop.ts'
import { type Selecting, useTreeFocus } from './use-tree-focus.ts'

interface FileTreeProps {
  /** `null` while loading. */
  readonly files: readonly TreeFile[] | null
  readonly onOpen: (path: string) => void
  readonly selected?: string | undefined
  readonly filter?: string
  /** A file that is shown whatever the filter. */
  readonly besides?: string | undefined
  /** Changed in this conversation, marked with a dot. */
  readonly changed?: ReadonlySet<string>
  /** With unsaved text, marked with a pencil. */
  readonly unsaved?: ReadonlySet<string>
  /** No policy removes these. */
  readonly pins?: readonly string[] | undefined
  readonly rules?: readonly WriteRule[] | undefined
  /** Kept out of history: another program wrote a secret into them. */
  readonly withheld?: ReadonlySet<string>
  /** In a past tree: deleted or different now. */
  readonly differs?: ReadonlySet<string>
  /** For a tree in which several rows can be selected. */
  readonly selecting?: Selecting
  readonly emptyFolders?: readonly string[]
  /** The right mouse button's menu for these rows. */
  readonly menuItems?: (paths: readonly string[]) => readonly MenuItem[]
  readonly drops?: TreeDrops
  /** Gets the keys that the tree does not use. */
  readonly onKey?: (event: React.KeyboardEvent, path: string) => void
  /** Whether the keys for the view lead to the tree. */
  readonly isAsked?: boolean
  /** Shown above and below the rows; they scroll with them. */
  readonly head?: ReactNode
  readonly foot?: ReactNode
}

const COMPONENTS = { List: PresentationalItem, Item: PresentationalItem }

/** The files of the memory as a tree with the usual keys. Rows out of sight are not rendered. */
export function FileTree(props: FileTreeProps) {
  const { files, onOpen, selected, filter = '', selecting, menuItems, onKey, head, foot } = props
  // Typing stays fluent with ten thousand files to filter.
  const deferredFilter = useDeferredValue(filter)
  const rows = useRows(props, deferredFilter)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const list = useRef<VirtuosoHandle>(null)
  const idPrefix = useId()
  const menu = useTreeMenu(box, selecting)
  const onOtherKey = (event: React.KeyboardEvent, path: string): void => {
    if (menuItems !== undefined && isMenuKey(event)) menu.openAtRow(event, path)
    else onKey?.(event, path)
  }
  const focus = useTreeFocus({ rows, selected, selecting, list, box, onOpen, onKey: onOtherKey })
  const { at, isActiveRendered, active, onKeyDown, onClick } = focus
  const onContextMenu = (event: React.MouseEvent): void => {
    const row = menuItems === undefined ? undefined : focus.rowAt(event.target)
    if (row === undefined) return
    focus.activate(row.path)
    menu.openAt(event, row)
  }
  useAskedFocus(props.isAsked === true && rows.length > 0, box)
  const dropping = useTreeDrop(props.drops, selecting, focus.rowAt)
  return (
    <div className={dropping.over === '' ? 'scroll grow drop-here' : 'scroll grow'} ref={setBox} {...dropping.handlers}>
      {head}
      {files === null ? (
        <Skeleton rows={10} />
      ) : (
        <div
          className="tree"
          role="tree"
          aria-label={t`Memory files`}
          aria-multiselectable={selecting === undefined ? undefined : true}
          tabIndex={active === undefined ? -1 : 0}
          aria-activedescendant={isActiveRendered ? idPrefix + at : undefined}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onContextMenu={onContextMenu}
        >
          {box !== null && (
            <Rows
              {...props}
              rows={rows}
              list={list}
              box={box}
              idPrefix={idPrefix}
              focus={focus}
              over={dropping.over}
              menuFor={menu.targets}
            />
          )}
        </div>
      )}
      {files !== null && rows.length === 0 && deferredFilter.trim() !== '' && <NoMatch />}
      {foot}
      {menuItems !== undefined && <TreeMenu menu={menu} items={menuItems} box={box} />}
    </div>
  )
}

interface TreeMenuProps {
  readonly menu: ReturnType<typeof useTreeMenu>
  readonly items: (paths: readonly string[]) => readonly MenuItem[]
  readonly box: HTMLElement | null
}

function TreeMenu({ menu: { place, targets, close }, items, box }: TreeMenuProps) {
  return (
    <ContextMenu
      place={place}
      name={targets.length === 1 ? (targets[0] ?? '') : t`Selection`}
      items={items(targets)}
      onClose={close}
      returnFocus={() => box?.querySelector<HTMLElement>('[role=tree]')?.focus()}
    />
  )
}

function useRows(props: FileTreeProps, filter: string): readonly TreeRow[] {
  const { files, emptyFolders, besides } = props
  const closedFolders = useWindow((state) => state.closedFolders)
  const openFolders = useWindow((state) => state.openFolders)
  const isLarge = useMemo(() => isLargeTree(files ?? []), [files])
  useRevealed(props)
  return useMemo(() => {
    const [closed, open] = [new Set(closedFolders), new Set(openFolders)]
    const isOpen = (folder: string): boolean => (isLarge ? open.has(folder) : !closed.has(folder))
    return treeRows(files ?? [], { filter, isOpen, emptyFolders, besides })
  }, [files, filter, closedFolders, openFolders, isLarge, emptyFolders, besides])
}

/** Opens the folders of a file, or a folder, when it is selected: the user may close them then. */
function useRevealed({ files, selected }: FileTreeProps): void {
  const folder = useMemo(() => {
    const found = files?.find(({ path }) => path === selected || path.startsWith(`${selected}/`))?.path
    return found === undefined || found !== selected ? found && selected : foldersAbove(found).at(-1)
  }, [files, selected])
  useEffect(() => {
    if (folder !== undefined && selected !== undefined) foldFolders([...foldersAbove(folder), folder], true)
  }, [folder, selected])
}

interface RowsProps extends FileTreeProps {
  readonly rows: readonly TreeRow[]
  readonly list: React.RefObject<VirtuosoHandle | null>
  readonly box: HTMLElement
  readonly idPrefix: string
  readonly focus: ReturnType<typeof useTreeFocus>
  /** The folder that something is dragged over. */
  readonly over: string | null
  /** The rows that the open menu is for. */
  readonly menuFor: readonly string[]
}

function Rows({ rows, list, box, idPrefix, over, menuFor, ...props }: RowsProps) {
  const { at, active, activeRef, onRangeChanged } = props.focus
  const { selected, selecting, drops } = props
  const paths = selecting?.selection.paths
  const marked = useMemo(() => markedActors(props.files ?? []), [props.files])
  return (
    <Virtuoso
      ref={list}
      data={[...rows]}
      components={COMPONENTS}
      customScrollParent={box}
      defaultItemHeight={28}
      initialTopMostItemIndex={at === 0 ? 0 : { index: at, align: 'center' }}
      increaseViewportBy={200}
      computeItemKey={(_, row) => row.path}
      rangeChanged={onRangeChanged}
      itemContent={(index, row) => (
        <TreeRowView
          row={row}
          id={idPrefix + index}
          selected={paths === undefined || paths.size === 0 ? row.path === selected : paths.has(row.path)}
          opened={row.path === selected}
          activeRef={row === active ? activeRef : undefined}
          draggable={drops !== undefined}
          dropHere={row.kind === 'folder' && row.path === over}
          hasMenu={menuFor.includes(row.path)}
          {...marksOf(row, props)}
          authored={row.kind === 'file' && row.file.last !== null && marked.has(row.file.last.actor)}
        />
      )}
    />
  )
}

function NoMatch() {
  return (
    <p className="no-match" role="status">
      <Trans>No matching file names.</Trans>
    </p>
  )
}

function marksOf(row: TreeRow, { changed, unsaved, withheld, differs, pins, rules }: FileTreeProps) {
  const { path } = row
  const isFile = row.kind === 'file'
  const hides = row.kind === 'folder' && !row.open
  return {
    changed: changed?.has(path) === true || (hides && [...(changed ?? [])].some((file) => file.startsWith(`${path}/`))),
    unsaved: unsaved?.has(path) ?? false,
    withheld: withheld?.has(path) ?? false,
    differs: differs?.has(path) ?? false,
    pinned: isFile && pins !== undefined && isPinned(path, pins),
    ruled: isFile && rules !== undefined ? (ruleAt(path, rules)?.do ?? null) : null,
  }
}

function useAskedFocus(canTake: boolean, box: HTMLElement | null): void {
  const isAsked = useTreeAsked(({ asked }) => asked)
  useEffect(() => {
    if (!isAsked || !canTake || box === null) return
    // A text that is being edited has it already.
    if (isFocusLost()) box.querySelector<HTMLElement>('[role=tree]')?.focus({ preventScroll: true })
    useTreeAsked.setState({ asked: false })
  }, [isAsked, canTake, box])
}

/** Where the menu of a tree is open, and for which rows. */
function useTreeMenu(box: HTMLElement | null, selecting: Selecting | undefined) {
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
