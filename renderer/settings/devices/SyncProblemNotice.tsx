import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloudOff, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { SyncProblem } from '../../../shared/devices.ts'
import { worded } from '../../format/worded.ts'
import { syncNow } from '../../state/devices-store.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface SyncProblemNoticeProps {
  readonly problem: SyncProblem
  /** Offers another address, where the one that is there never worked. */
  readonly onChange: (() => void) | null
}

/** Why the last round did not work, and what the user can do. */
export function SyncProblemNotice({ problem: { kind, reason }, onChange }: SyncProblemNoticeProps) {
  const [busy, setBusy] = useState(false)
  const join = async (): Promise<void> => {
    setBusy(true)
    await syncNow(true)
    setBusy(false)
    document.getElementById('set-devices')?.focus()
  }
  const isOffline = kind === 'offline'
  const canJoin = kind === 'unrelated' || kind === 'rewound'
  return (
    <Notice
      icon={isOffline ? CloudOff : TriangleAlert}
      variant={isOffline ? 'info' : 'wait'}
      head={isOffline ? t`Offline.` : t`Not synced.`}
      actions={
        canJoin || onChange !== null ? (
          <>
            {canJoin && (
              <Button small busy={busy} onClick={() => void join()}>
                {kind === 'unrelated' ? <Trans>Join the two memories</Trans> : <Trans>Go on and add it again</Trans>}
              </Button>
            )}
            {onChange !== null && (
              <Button small variant={canJoin ? 'q' : 'plain'} onClick={onChange}>
                <Trans>Change the address…</Trans>
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      {worded(reason)}
    </Notice>
  )
}
