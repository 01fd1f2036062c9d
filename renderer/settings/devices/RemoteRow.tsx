import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Cloud, Ellipsis, PencilLine, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { RemoteState } from '../../../shared/devices.ts'
import { factsText } from '../../format/language.ts'
import { when } from '../../format/time.ts'
import { syncNow } from '../../state/devices-store.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { StopSharingSheet } from './StopSharingSheet.tsx'

interface RemoteRowProps {
  readonly remote: RemoteState
  /** A round is under way, whoever began it. */
  readonly isBusy: boolean
  readonly onChange: () => void
}

/** Where the devices meet, and whether they have the same. */
export function RemoteRow({ remote, isBusy, onChange }: RemoteRowProps) {
  const [pressed, setPressed] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const sync = async (): Promise<void> => {
    setPressed(true)
    await syncNow()
    setPressed(false)
  }
  return (
    <>
      <ul className="stores" aria-label={t`Remote`}>
        <li aria-label={remote.address}>
          <span className="mk" aria-hidden>
            <Cloud className="i s" />
          </span>
          <span className="grow">
            <span className="path whole">{remote.address}</span>
            <small className="ink3">{stateOf(remote)}</small>
          </span>
          <span className="row">
            {' '}
            <Button small icon={RefreshCw} busy={pressed || isBusy} onClick={() => void sync()}>
              <Trans>Sync now</Trans>
            </Button>
            <Menu
              trigger={<IconButton icon={Ellipsis} small name={t`More about the remote`} />}
              items={[
                { label: t`Change the address…`, icon: PencilLine, run: onChange, takesFocus: true },
                { label: t`Stop sharing…`, icon: Unplug, run: () => setAsked(true), apart: true, takesFocus: true },
              ]}
            />
          </span>
        </li>
      </ul>
      {isAsked && <StopSharingSheet address={remote.address} onClose={() => setAsked(false)} />}
    </>
  )
}

/** What is ahead, and when it last worked, in one line. */
function stateOf({ ahead, syncedAt }: RemoteState): string {
  return factsText([
    syncedAt === null ? t`not synced yet` : t`synced ${when(syncedAt)}`,
    ahead > 0 && plural(ahead, { one: '# change to send', other: '# changes to send' }),
  ])
}
