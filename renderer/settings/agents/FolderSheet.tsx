import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { StorePath } from '../../../shared/change.ts'
import { api, sentence } from '../../state/api.ts'
import { AskSheet } from '../../ui/AskSheet.tsx'
import { Button } from '../../ui/Button.tsx'
import { SheetActions } from '../../ui/SheetActions.tsx'
import type { ListedAgent } from './agent-list.ts'

interface FolderSheetProps {
  readonly agent: ListedAgent
  readonly onClose: () => void
}

/** The one folder that an agent may use. */
export function FolderSheet({ agent: { name, title, client }, onClose }: FolderSheetProps) {
  const [typed, setTyped] = useState(client?.folder ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const save = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault()
    const named = typed.split('/').filter(Boolean).join('/')
    const folder = StorePath.safeParse(named)
    if (named !== '' && !folder.success) return setProblem(t`Name a folder of the memory, such as “work”.`)
    try {
      await api.clients.change.mutate({ name, change: { folder: folder.data ?? '' } })
      onClose()
    } catch (error) {
      setProblem(sentence(error))
    }
  }
  return (
    <AskSheet title={t`One folder for ${title}`} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <p>
          <Trans>It can list, read, search and change what is in this folder, and nothing else of the memory.</Trans>
        </p>
        <label htmlFor={id} className="vh">
          <Trans>Folder</Trans>
        </label>
        <span className="in mono">
          <input
            id={id}
            value={typed}
            placeholder={t`all of the memory`}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={problem !== null}
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
        <p role="alert" className="bad">
          {problem}
        </p>
        <SheetActions onCancel={onClose}>
          <Button type="submit" variant="pri">
            <Trans>Save</Trans>
          </Button>
        </SheetActions>
      </form>
    </AskSheet>
  )
}
