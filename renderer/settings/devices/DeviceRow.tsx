import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Device } from '../../../shared/devices.ts'
import { admitDevice, removeDevice } from '../../state/devices-store.ts'
import { Button } from '../../ui/Button.tsx'

/** One device, with its code, and what the user says of it. */
export function DeviceRow({ device }: { readonly device: Device }) {
  const { name, state, code } = device
  const row = useRef<HTMLLIElement>(null)
  const [busy, setBusy] = useState(false)
  /** What was pressed is gone then. */
  const act = async (change: (device: Device) => Promise<void>): Promise<void> => {
    setBusy(true)
    await change(device)
    setBusy(false)
    row.current?.focus()
  }
  const acts = { name, busy, onAdmit: () => void act(admitDevice), onRemove: () => void act(removeDevice) }
  return (
    <li aria-label={name} aria-current={state === 'here' ? 'true' : undefined} tabIndex={-1} ref={row}>
      <span className="mk" aria-hidden>
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span className="grow">
        <b className="cut" title={name}>
          {name}
        </b>
        <span className="path">{t`code ${code}`}</span>
      </span>
      <StateBadge state={state} />
      {state === 'admitted' && (
        <Button small variant="q" busy={busy} aria-label={t`Remove ${name}`} onClick={acts.onRemove}>
          <Trans>Remove</Trans>
        </Button>
      )}
      {state === 'removed' && <Admit {...acts} />}
      {state === 'unknown' && <Unknown {...acts} />}
      {state === 'removed' && (
        <p className="note">
          <Trans>
            What it writes counts as text from outside. To keep it from writing at all, change who has access to the
            remote.
          </Trans>
        </p>
      )}
    </li>
  )
}

interface Acts {
  readonly name: string
  readonly busy: boolean
  readonly onAdmit: () => void
  readonly onRemove: () => void
}

function Admit({ name, busy, onAdmit }: Acts) {
  return (
    <Button small icon={Check} busy={busy} aria-label={t`Admit ${name}`} onClick={onAdmit}>
      <Trans>Admit</Trans>
    </Button>
  )
}

/** What the user is asked about a device that nobody has admitted. */
function Unknown(acts: Acts) {
  const { name, busy, onRemove } = acts
  return (
    <div className="note">
      <p>
        <Trans>
          Look under Devices on that device: if the code there is the same, admit it. Until then, what it writes counts
          as text from outside.
        </Trans>
      </p>
      <div className="does">
        <Admit {...acts} />
        <Button small variant="q" busy={busy} aria-label={t`Not mine: ${name}`} onClick={onRemove}>
          <Trans>Not mine</Trans>
        </Button>
      </div>
    </div>
  )
}

function StateBadge({ state }: Pick<Device, 'state'>) {
  switch (state) {
    case 'here':
      return (
        <span className="badge agent">
          <Trans>this device</Trans>
        </span>
      )
    case 'admitted':
      return null
    case 'unknown':
      return (
        <span className="badge wait">
          <Trans>new</Trans>
        </span>
      )
    case 'removed':
      return (
        <span className="badge">
          <Trans>removed</Trans>
        </span>
      )
  }
}
