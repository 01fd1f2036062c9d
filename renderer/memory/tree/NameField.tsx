import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { isTaken } from '../../state/file-actions.ts'
import { addFolder } from '../../state/folders-store.ts'
import { openFile } from '../../state/routes.ts'
import { useStatusBar } from '../../state/status-bar-store.ts'
import { putUnsaved, useUnsaved } from '../../state/unsaved-store.ts'
import { afterPress } from '../../ui/after-press.ts'
import { newFilePath } from '../new-file-path.ts'

/** What is being named: a new file or a new folder, in a folder ('' is the top level). */
export interface Naming {
  readonly what: 'file' | 'folder'
  readonly folder: string
}

interface NameFieldProps {
  readonly naming: Naming
  readonly onDone: () => void
}

/** A field for the path of a new file or folder. A file is created when it is first saved. */
export function NameField({ naming: { what, folder }, onDone }: NameFieldProps) {
  const [name, setName] = useState(folder === '' ? '' : `${folder}/`)
  const path = what === 'file' ? newFilePath(name) : name.trim().replace(/^\/+|\/+$/g, '')
  const isNamed = path !== '' && path !== folder && !(what === 'file' && name.endsWith('/'))
  const create = (): void => {
    onDone()
    if (!isNamed) return
    if (isTaken(path)) useStatusBar.getState().say(t`${path} already exists.`)
    else if (what === 'folder') createFolder(path)
    else {
      if (useUnsaved.getState().files.get(path) === undefined) putUnsaved(path, { before: null, base: '', text: '' })
      openFile(path)
    }
  }
  return (
    <ul className="tree">
      <li>
        <input
          autoFocus
          aria-label={what === 'file' ? t`Path of the new file` : t`Path of the new folder`}
          placeholder={what === 'file' ? t`folder/name.md` : t`folder/name`}
          value={name}
          aria-describedby="new-file-path"
          onChange={(event) => setName(event.target.value)}
          onBlur={() => afterPress(onDone)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              // The editor of the new file has the focus before the key is done, and would take it for a line.
              event.preventDefault()
              create()
            } else if (event.key === 'Escape') onDone()
          }}
        />
      </li>
      <li id="new-file-path" className={!isNamed || path === name ? 'vh' : 'ink3 cut'}>
        {isNamed ? (
          <Trans>Press Enter to start writing {path}</Trans>
        ) : (
          <Trans>Press Enter to start writing the file</Trans>
        )}
      </li>
    </ul>
  )
}

function createFolder(path: string): void {
  addFolder(path)
  useStatusBar
    .getState()
    .say(t`New folder: ${path}. It’s saved once it contains a file, because git doesn’t keep empty folders.`)
}
