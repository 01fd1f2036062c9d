import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { share } from '../../state/devices-store.ts'
import { AskSheet } from '../../ui/AskSheet.tsx'
import { Button } from '../../ui/Button.tsx'
import { SheetActions } from '../../ui/SheetActions.tsx'

interface StopSharingSheetProps {
  readonly address: string
  readonly onClose: () => void
}

/** Ends the sharing of this device: nothing is deleted, here or there. */
export function StopSharingSheet({ address, onClose }: StopSharingSheetProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const stop = async (): Promise<void> => {
    setBusy(true)
    const why = await share(null)
    setBusy(false)
    setProblem(why)
    if (why === null) onClose()
  }
  return (
    <AskSheet title={t`Stop sharing this store?`} onClose={onClose}>
      <p>
        <Trans>
          This device no longer sends changes to <span className="path">{address}</span>, or gets any from there.
          Nothing is deleted: the store stays here, the other devices go on, and you can share it again later.
        </Trans>
      </p>
      <p role="alert" className="bad">
        {problem}
      </p>
      <SheetActions onCancel={onClose}>
        <Button variant="pri" busy={busy} onClick={() => void stop()}>
          <Trans>Stop sharing</Trans>
        </Button>
      </SheetActions>
    </AskSheet>
  )
}
