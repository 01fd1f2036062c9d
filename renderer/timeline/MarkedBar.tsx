import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { clearMarks, useMarked } from '../state/marked-store.ts'
import { undoAll } from '../state/undo-flow.ts'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'

/** The changes that the user picked, and undoing them together. */
export function MarkedBar() {
  const marked = useMarked((state) => state.marked)
  const [busy, setBusy] = useState(false)
  useKeys({ esc: clearMarks }, marked.size > 0)
  if (marked.size === 0) return null
  const undo = async (): Promise<void> => {
    setBusy(true)
    await undoAll([...marked.values()])
    setBusy(false)
    clearMarks()
  }
  return (
    <div className="row marked-bar" role="status">
      <span className="grow">{plural(marked.size, { one: '# change selected', other: '# changes selected' })}</span>
      <Button small icon={Undo2} busy={busy} onClick={() => void undo()}>
        {plural(marked.size, { one: 'Undo', other: 'Undo together' })}
      </Button>
      <Button variant="q" small keys="esc" onClick={clearMarks}>
        <Trans context="what was selected">Clear</Trans>
      </Button>
    </div>
  )
}
