import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useMemo, useState } from 'react'
import type { Move } from '../../../shared/file-commands.ts'
import { isTaken, moveInto, rename } from '../../state/file-actions.ts'
import { useMemory } from '../../state/memory-store.ts'
import { AskSheet } from '../../ui/AskSheet.tsx'
import { Button } from '../../ui/Button.tsx'

interface MoveSheetProps {
  readonly paths: readonly string[]
  /** `rename` asks for the whole new path of one file or folder, `move` for a folder. */
  readonly how: 'rename' | 'move'
  readonly onMoved: (moves: readonly Move[]) => void
  readonly onClose: () => void
}

/** Asks for another name, or for the folder that files go to. */
export function MoveSheet({ paths, how, onMoved, onClose }: MoveSheetProps) {
  const [only = ''] = paths
  const [typed, setTyped] = useState(how === 'rename' ? only : '')
  const [busy, setBusy] = useState(false)
  const id = useId()
  const to = typed.trim().replace(/^\/+|\/+$/g, '')
  const problem = how === 'rename' && to !== only && isTaken(to) ? t`${to} already exists.` : null
  const go = async (): Promise<void> => {
    if (busy || problem !== null || (how === 'rename' && (to === '' || to === only))) return
    setBusy(true)
    const moves = how === 'rename' ? await rename(only, to) : await moveInto(paths, to)
    setBusy(false)
    // Refused, as the status bar says: what was typed can be corrected.
    if (moves === null) return
    onClose()
    onMoved(moves)
  }
  const count = plural(paths.length, { one: '# item', other: '# items' })
  const subject = paths.length === 1 ? only : count
  return (
    <AskSheet title={how === 'rename' ? t`Rename ${only}` : t`Move ${subject}`} onClose={onClose}>
      <label className="in mono">
        <input
          aria-label={how === 'rename' ? t`New path` : t`Folder`}
          aria-describedby={`${id}-hint`}
          placeholder={how === 'rename' ? only : t`top level`}
          list={how === 'move' ? `${id}-folders` : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && void go()}
        />
      </label>
      <p
        id={`${id}-hint`}
        className={problem === null ? 'meta' : 'meta bad'}
        role={problem === null ? undefined : 'alert'}
      >
        {problem ??
          (how === 'rename'
            ? t`Any folders in the path that don’t exist yet will be created.`
            : t`A folder that doesn’t exist yet will be created. Leave the field empty for the top level.`)}
      </p>
      {how === 'move' && <Folders id={`${id}-folders`} />}
      <div className="row sheet-acts">
        <span className="grow" />
        <Button keys="esc" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="pri" keys="enter" busy={busy} disabled={problem !== null} onClick={() => void go()}>
          {how === 'rename' ? <Trans>Rename</Trans> : <Trans>Move</Trans>}
        </Button>
      </div>
    </AskSheet>
  )
}

function Folders({ id }: { readonly id: string }) {
  const files = useMemory((state) => state.tree?.files)
  const folders = useMemo(() => {
    const all = new Set<string>()
    for (const { path } of files ?? [])
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) all.add(path.slice(0, at))
    return [...all].toSorted()
  }, [files])
  return (
    <datalist id={id}>
      {folders.map((folder) => (
        <option key={folder} value={folder} aria-label={folder} />
      ))}
    </datalist>
  )
}
