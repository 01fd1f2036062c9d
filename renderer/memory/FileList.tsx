import { t } from '@lingui/core/macro'
import { Ellipsis, FilePlus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FileTree } from '../memory-parts/FileTree.tsx'
import { NOTHING_SELECTED } from '../memory-parts/tree-selection.ts'
import { isTaken } from '../state/file-actions.ts'
import { dropFolder, useFolders } from '../state/folders-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { usePolicies } from '../state/policy-store.ts'
import { openFile } from '../state/routes.ts'
import { unsavedPaths, useUnsaved } from '../state/unsaved-store.ts'
import { IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Menu } from '../ui/Menu.tsx'
import { FilterField } from './FilterField.tsx'
import { FoundInText } from './FoundInText.tsx'
import { PastSheet } from './PastSheet.tsx'
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
  const besides = useOpenedSince(filter, selected)
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
        besides={besides}
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
        isAsked
        foot={<FoundInText words={filter} />}
      />
      {chosen.length > 1 ? (
        <SelectionBar
          count={chosen.length}
          items={commands.several(chosen)}
          onClear={() => setSelection(NOTHING_SELECTED)}
        />
      ) : (
        tree !== null && tree.files.length > 0 && <UpkeepLink />
      )}
      {asking?.how === 'past' ? (
        <PastSheet path={asking.path} onClose={() => setAsking(null)} />
      ) : (
        asking !== null && <MoveSheet {...asking} onMoved={commands.follow} onClose={() => setAsking(null)} />
      )}
    </section>
  )
}

/** The file that was opened since the filter was set, by a link for example: it is shown besides what the filter finds. */
function useOpenedSince(filter: string, selected: string | undefined): string | undefined {
  const [at, setAt] = useState({ filter, selected })
  if (at.filter !== filter) setAt({ filter, selected })
  return at.selected === selected ? undefined : selected
}

/** What is marked in the tree. */
function useMarks() {
  const texts = useUnsaved((state) => state.files)
  const policies = usePolicies(({ state }) => state)
  const unsaved = useMemo(() => new Set(unsavedPaths(texts)), [texts])
  const withheld = useMemo(() => new Set(policies?.withheld.map(({ path }) => path)), [policies])
  return { unsaved, withheld, pins: policies?.policies.pins, rules: policies?.policies.rules }
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
      <FilterField field={field} keys="/" filter={filter} onFilter={onFilter} />
      <IconButton icon={FilePlus} name={t`New file`} onClick={() => onNaming({ what: 'file', folder: '' })} />
      <Menu trigger={<IconButton icon={Ellipsis} name={t`More actions for the files`} />} items={treeItems(onNaming)} />
    </div>
  )
}
