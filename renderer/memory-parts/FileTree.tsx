import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { TreeFile } from '../../shared/memory.ts'
import { isPinned } from '../state/pins.ts'
import { useWindow } from '../state/window-store.ts'
import { PresentationalItem } from '../ui/PresentationalItem.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { treeRows } from './tree-rows.ts'
import { TreeRowView } from './TreeRowView.tsx'
import { useTreeFocus } from './use-tree-focus.ts'

interface FileTreeProps {
  /** `null` while loading. */
  readonly files: readonly TreeFile[] | null
  readonly onOpen: (path: string) => void
  readonly selected?: string | undefined
  readonly filter?: string
  /** Changed in this conversation, marked with a dot. */
  readonly changed?: ReadonlySet<string>
  /** With unsaved text, marked with a pencil. */
  readonly unsaved?: ReadonlySet<string>
  /** No policy removes these. */
  readonly pins?: readonly string[] | undefined
  /** Kept out of history: another program wrote a secret into them. */
  readonly withheld?: ReadonlySet<string>
  /** In a past tree: deleted or different now. */
  readonly differs?: ReadonlySet<string>
  /** Gets the keys that the tree does not use, for a file. */
  readonly onKey?: (event: React.KeyboardEvent, path: string) => void
  /** Shown above and below the rows; they scroll with them. */
  readonly head?: ReactNode
  readonly foot?: ReactNode
}

const COMPONENTS = { List: PresentationalItem, Item: PresentationalItem }

/** The files of the memory as a tree with the usual keys. Rows out of sight are not rendered. */
export function FileTree(props: FileTreeProps) {
  const { files, onOpen, selected, filter = '', onKey, head, foot } = props
  const closed = useWindow((state) => state.closedFolders)
  // Typing stays fluent with ten thousand files to filter.
  const deferredFilter = useDeferredValue(filter)
  const rows = useMemo(() => treeRows(files ?? [], deferredFilter, new Set(closed)), [files, deferredFilter, closed])
  const [box, setBox] = useState<HTMLElement | null>(null)
  const list = useRef<VirtuosoHandle>(null)
  const idPrefix = useId()
  const { at, active, onRangeChanged, onKeyDown, onClick } = useTreeFocus({ rows, selected, list, box, onOpen, onKey })
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
          aria-activedescendant={idPrefix + at}
          onKeyDown={onKeyDown}
          onClick={onClick}
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
              rangeChanged={onRangeChanged}
              itemContent={(index, row) => (
                <TreeRowView
                  row={row}
                  id={idPrefix + index}
                  selected={row.path === selected}
                  active={row === active}
                  {...marksOf(row.path, row.kind === 'file', props)}
                />
              )}
            />
          )}
        </div>
      )}
      {files !== null && rows.length === 0 && deferredFilter.trim() !== '' && (
        <p className="no-match" role="status">
          <Trans>No file has this in its name.</Trans>
        </p>
      )}
      {foot}
    </div>
  )
}

function marksOf(path: string, isFile: boolean, { changed, unsaved, withheld, differs, pins }: FileTreeProps) {
  return {
    changed: changed?.has(path) ?? false,
    unsaved: unsaved?.has(path) ?? false,
    withheld: withheld?.has(path) ?? false,
    differs: differs?.has(path) ?? false,
    pinned: isFile && pins !== undefined && isPinned(path, pins),
  }
}
