import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

interface SheetActionsProps {
  readonly onCancel: () => void
  /** Nothing is left that could be cancelled. */
  readonly isDone?: boolean
  readonly children: ReactNode
}

/** The buttons of a dialog. */
export function SheetActions({ onCancel, isDone = false, children }: SheetActionsProps) {
  return (
    <div className="row sheet-acts">
      <span className="grow" />
      <Button onClick={onCancel} keys="esc">
        {isDone ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
      </Button>
      {children}
    </div>
  )
}
