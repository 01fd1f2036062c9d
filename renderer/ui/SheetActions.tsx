import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

interface SheetActionsProps {
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** The buttons of a dialog. */
export function SheetActions({ onCancel, children }: SheetActionsProps) {
  return (
    <div className="row sheet-acts">
      <span className="grow" />
      <Button onClick={onCancel} keys="esc">
        <Trans>Cancel</Trans>
      </Button>
      {children}
    </div>
  )
}
