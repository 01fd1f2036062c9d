import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { undoClient } from '../../state/undo-flow.ts'
import { AskSheet } from '../../ui/AskSheet.tsx'
import { Button } from '../../ui/Button.tsx'
import { SheetActions } from '../../ui/SheetActions.tsx'
import type { ListedAgent } from './agent-list.ts'

interface UndoSheetProps {
  readonly agent: ListedAgent
  readonly onClose: () => void
}

/** From when on. */
export function UndoSheet({ agent: { name, title }, onClose }: UndoSheetProps) {
  const [day, setDay] = useState('')
  const go = (event: React.FormEvent): void => {
    event.preventDefault()
    onClose()
    // The beginning of the day here.
    void undoClient(name, day === '' ? undefined : new Date(`${day}T00:00`).toISOString())
  }
  return (
    <AskSheet title={t`Undo what ${title} wrote`} onClose={onClose}>
      <form onSubmit={go}>
        <p>
          <Trans>
            What others wrote since is kept. If several files change, you see them first. Without a day, it is
            everything.
          </Trans>
        </p>
        <label className="row day-field">
          <span className="ink3">
            <Trans>Since</Trans>
          </span>
          <span className="in soft">
            <input type="date" aria-label={t`First day`} value={day} onChange={(event) => setDay(event.target.value)} />
          </span>
        </label>
        <SheetActions onCancel={onClose}>
          <Button type="submit" variant="pri">
            <Trans>Continue</Trans>
          </Button>
        </SheetActions>
      </form>
    </AskSheet>
  )
}
