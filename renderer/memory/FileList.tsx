import { t } from '@lingui/core/macro'
import { Ellipsis, FilePlus, ListFilter } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '../../shared/memory.ts'
import { files } from '../format/counts.ts'
import { size } from '../format/sizes.ts'
import { FileTree } from '../memory-parts/FileTree.tsx'
import { NOTHING_SELECTED } from '../memory-parts/tree-selection.ts'
import { isTaken } from '../state/file-actions.ts'
import { dropFolder, useFolders } from '../state/folders-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { usePolicies } from '../state/policy-store.ts'
import { openFile } from '../state/routes.ts'
import { unsavedPaths, useUnsaved } from '../state/unsaved-store.ts'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { useKeys } from '../ui/keys.ts'
import { Menu } from '../ui/Menu.tsx'
import { FoundInText } from './FoundInText.tsx'
import { MoveSheet } from './tree/MoveSheet.tsx'
import { NameField, type Naming } from './tree/NameField.tsx'
import { SelectionBar } from './tree/SelectionBar.tsx'
import { type Asking, treeItems, useTreeCommands } from './tree/use-tree-commands.ts'
import { UpkeepLink } from './UpkeepLink.tsx'

interface FileListProps {
  readonly selected: string | undefined
  readonly naming: Naming | null
  readonly onNaming: (naming: Naming | null) => void
}

export function FileList({ selected, naming, onNaming }: FileListProps) {
  const tree = useMemory((state) => state.tree)
  const [filter, setFilter] = useState('')
  const [selection, setSelection] = useState(NOTHING_SELECTED)
  const [asking, setAsking] = useState<Asking | null>(null)
  const marks = useMarks()
  const emptyFolders = useEmptyFolders()
  const chosen = [...selection.paths]
  const commands = useTreeCommands({
    selected,
    selection: chosen,
    onNaming,
    onAsk: setAsking,
    onDone: () => setSelection(NOTHING_SELECTED),
  })
  return (
    <section className="list" aria-label={t`Files`} data-pane tabIndex={-1}>
      <ListHead isAlone={selected === undefined} filter={filter} onFilter={setFilter} onNaming={onNaming} />
      <FileTree
        files={tree?.files ?? null}
        selected={selected}
        filter={filter}
        {...marks}
        selecting={{ selection, onSelect: setSelection }}
        emptyFolders={emptyFolders}
        menuItems={commands.menuItems}
        drops={commands.drops}
        onOpen={openFile}
        onKey={commands.onKey}
        head={
          naming !== null && (
            <NameField key={naming.what + naming.folder} naming={naming} onDone={() => onNaming(null)} />
          )
        }
        foot={<FoundInText words={filter} />}
      />
      {chosen.length > 1 ? (
        <SelectionBar
          count={chosen.length}
          items={commands.several(chosen)}
          onClear={() => setSelection(NOTHING_SELECTED)}
        />
      ) : (
        tree !== null && (
          <div className="sum">
            <span>{size(tree.bytes)}</span>
            <span>{files(tree.files.length)}</span>
          </div>
        )
      )}
      {asking !== null && <MoveSheet {...asking} onMoved={commands.follow} onClose={() => setAsking(null)} />}
    </section>
  )
}

/** What is marked in the tree. */
function useMarks() {
  const texts = useUnsaved((state) => state.files)
  const policies = usePolicies(({ state }) => state)
  const unsaved = useMemo(() => new Set(unsavedPaths(texts)), [texts])
  const withheld = useMemo(() => new Set(policies?.withheld.map(({ path }) => path)), [policies])
  return { unsaved, withheld, pins: policies?.policies.pins }
}

/** Those without a file; with its first one a folder is like any other. */
function useEmptyFolders(): readonly string[] {
  const tree = useMemory((state) => state.tree)
  const empty = useFolders((state) => state.empty)
  useEffect(() => {
    for (const folder of empty) if (isTaken(folder)) dropFolder(folder)
  }, [tree, empty])
  return empty
}

interface ListHeadProps {
  /** No file is open. */
  readonly isAlone: boolean
  readonly filter: string
  readonly onFilter: (filter: string) => void
  readonly onNaming: (naming: Naming) => void
}

function ListHead({ isAlone, filter, onFilter, onNaming }: ListHeadProps) {
  const field = useRef<HTMLInputElement>(null)
  const focus = (): void => field.current?.focus()
  useKeys({ '/': focus })
  // The rows out of sight are not on the page.
  useKeys({ 'mod+f': focus }, isAlone)
  return (
    <div className="top">
      <label className="in soft grow">
        <ListFilter className="i s" aria-hidden />
        <input
          ref={field}
          aria-label={t`Filter files`}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder={t`Filter files`}
          value={filter}
          onChange={(event) => onFilter(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onFilter('')}
        />
        {filter === '' && <Kbd keys="/" />}
      </label>
      <UpkeepLink />
      <IconButton icon={FilePlus} name={t`New file`} onClick={() => onNaming({ what: 'file', folder: '' })} />
      <Menu trigger={<IconButton icon={Ellipsis} name={t`More actions for the files`} />} items={treeItems(onNaming)} />
    </div>
  )
}
