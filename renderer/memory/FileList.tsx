import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FilePlus, ListFilter } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { files } from '../format/counts.ts'
import { size } from '../format/sizes.ts'
import { FileTree } from '../memory-parts/FileTree.tsx'
import { removeFile } from '../state/actions.ts'
import { putDraft, unsavedPaths, useDrafts } from '../state/drafts-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { usePolicies } from '../state/policy-store.ts'
import { openFile } from '../state/routes.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { combination, useKeys } from '../ui/keys.ts'
import { FoundInText } from './FoundInText.tsx'
import { newFilePath } from './new-file-path.ts'
import { UpkeepLink } from './UpkeepLink.tsx'

interface FileListProps {
  readonly selected: string | undefined
  readonly naming: boolean
  readonly onNaming: (naming: boolean) => void
}

export function FileList({ selected, naming, onNaming }: FileListProps) {
  const tree = useMemory((state) => state.tree)
  const drafts = useDrafts((state) => state.drafts)
  const unsaved = useMemo(() => new Set(unsavedPaths(drafts)), [drafts])
  const policies = usePolicies(({ state }) => state)
  const pins = policies?.policies.pins
  const withheld = useMemo(() => new Set(policies?.withheld.map(({ path }) => path)), [policies])
  const [filter, setFilter] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  const onKey = (event: React.KeyboardEvent, path: string): void => {
    if (combination(event.nativeEvent) !== 'mod+backspace' && event.key !== 'Delete') return
    event.preventDefault()
    void removeFile(path)
  }
  return (
    <section className="list" aria-label={t`Files`} data-pane tabIndex={-1}>
      <div className="top">
        <label className="in soft grow">
          <ListFilter className="i s" aria-hidden />
          <input
            ref={field}
            aria-label={t`Filter files`}
            placeholder={t`Filter files`}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && setFilter('')}
          />
          {filter === '' && <Kbd keys="/" />}
        </label>
        <UpkeepLink />
        <IconButton icon={FilePlus} name={t`New file`} onClick={() => onNaming(true)} />
      </div>
      <FileTree
        files={tree?.files ?? null}
        selected={selected}
        filter={filter}
        unsaved={unsaved}
        pins={pins}
        withheld={withheld}
        onOpen={openFile}
        onKey={onKey}
        head={naming && <NewFile onDone={() => onNaming(false)} />}
        foot={<FoundInText words={filter} />}
      />
      {tree !== null && (
        <div className="sum">
          <span>{size(tree.bytes)}</span>
          <span>{files(tree.files.length)}</span>
        </div>
      )}
    </section>
  )
}

/** A field for the path of a new file, which is created when it is first saved. */
function NewFile({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState('')
  const path = newFilePath(name)
  const create = (): void => {
    onDone()
    if (path === '') return
    const exists = useMemory.getState().tree?.files.some((file) => file.path === path) ?? false
    if (exists) useStatusBar.getState().say(t`${path} already exists.`)
    else if (useDrafts.getState().drafts[path] === undefined) putDraft(path, { before: null, base: '', text: '' })
    openFile(path)
  }
  return (
    <ul className="tree">
      <li>
        <input
          autoFocus
          aria-label={t`Path of the new file`}
          placeholder={t`folder/name.md`}
          value={name}
          aria-describedby="new-file-path"
          onChange={(event) => setName(event.target.value)}
          onBlur={onDone}
          onKeyDown={(event) => {
            if (event.key === 'Enter') create()
            else if (event.key === 'Escape') onDone()
          }}
        />
      </li>
      <li id="new-file-path" className={path === '' || path === name ? 'vh' : 'ink3 cut'}>
        {path === '' ? <Trans>Press Enter to start the file</Trans> : <Trans>Press Enter to start {path}</Trans>}
      </li>
    </ul>
  )
}
