import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloudAlert } from 'lucide-react'
import { useState } from 'react'
import type { DevicesState, RemoteState } from '../../../shared/devices.ts'
import { api } from '../../state/api.ts'
import type { AppState } from '../../state/app-store.ts'
import { changeDevices, devicesQuery, useDevices } from '../../state/devices-store.ts'
import { useShown } from '../../state/use-query.ts'
import { useWork } from '../../state/work-store.ts'
import { FormLine } from '../../ui/FormLine.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Section } from '../../ui/Section.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Field } from '../Field.tsx'
import { DeviceRow } from './DeviceRow.tsx'
import { RemoteForm } from './RemoteForm.tsx'
import { RemoteRow } from './RemoteRow.tsx'
import { SyncProblemNotice } from './SyncProblemNotice.tsx'

const HEADING = 'set-devices'

/** The open store on several devices: the remote where they meet, and whose text counts. */
export function Devices({ app }: { readonly app: AppState }) {
  useShown(devicesQuery)
  const { state, problem } = useDevices()
  return (
    <Section
      id={HEADING}
      name={t`Devices`}
      about={t`The open store on all your computers, through a git remote of your own. No account, and no service of ours.`}
    >
      {state === null && (problem === null ? <Skeleton rows={2} /> : <p className="bad">{problem}</p>)}
      {state !== null && state.remote === null && <RemoteForm address="" onShared={focusHeading} />}
      {state !== null && state.remote !== null && <Shared app={app} state={state} remote={state.remote} />}
    </Section>
  )
}

/** What had the focus is gone. */
const focusHeading = (): void => document.getElementById(HEADING)?.focus()

interface SharedProps {
  readonly app: AppState
  readonly state: DevicesState
  readonly remote: RemoteState
}

function Shared({ app, state: { devices, tellsSentences }, remote }: SharedProps) {
  const [isChanging, setChanging] = useState(false)
  const work = useWork((all) => all.sync)
  const [here, ...others] = devices
  const change = (): void => setChanging(true)
  const changed = (): void => {
    setChanging(false)
    focusHeading()
  }
  return (
    <>
      {app.stores.list.some(({ isOpen, warning }) => isOpen && warning !== null) && <SynchronisedTwice />}
      {remote.problem !== null && (
        <SyncProblemNotice
          problem={remote.problem}
          onChange={remote.syncedAt === null && !isChanging ? change : null}
        />
      )}
      {isChanging ? (
        <RemoteForm address={remote.address} onShared={changed} onCancel={changed} />
      ) : (
        <RemoteRow remote={remote} isBusy={work !== undefined} onChange={change} />
      )}
      {work !== undefined && (
        <Progress
          text={t`syncing`}
          done={work.done}
          total={work.done === 0 ? 0 : work.total}
          onCancel={() => void api.devices.cancel.mutate()}
        />
      )}
      <ul className="stores" aria-label={t`Devices`}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      {others.length === 0 && (
        <p className="ink3 alone">
          <Trans>No other device yet. On the next one, add an empty store, and share it through the same remote.</Trans>
        </p>
      )}
      {here !== undefined && <ThisDevice name={here.name} tellsSentences={tellsSentences} />}
    </>
  )
}

interface ThisDeviceProps extends Pick<DevicesState, 'tellsSentences'> {
  readonly name: string
}

/** What the other devices get to know of this one. */
function ThisDevice({ name, tellsSentences }: ThisDeviceProps) {
  return (
    <>
      <Field
        name={t`Name of this device`}
        hint={t`what the other devices call it`}
        value={name}
        mono={false}
        required
        maxLength={MAX_NAME_LENGTH}
        save={(to) => void changeDevices({ name: to })}
      />
      <FormLine
        label={t`Send the sentences too`}
        hint={t`what you said that led to a change, and the titles of those conversations`}
      >
        <Switch
          name={t`Send the sentences too`}
          on={tellsSentences}
          onChange={(tells) => void changeDevices({ tellsSentences: tells })}
        />
      </FormLine>
    </>
  )
}

/** See DeviceName. */
const MAX_NAME_LENGTH = 60

/** Two programs that copy the same files get in each other's way. */
function SynchronisedTwice() {
  return (
    <Notice icon={CloudAlert} variant="wait" head={t`This store is synchronised twice.`}>
      <Trans>
        A cloud program also synchronises its folder, and each can damage what the other copies. Turn one of them off:
        stop sharing here, or move the folder to where that program leaves it alone.
      </Trans>
    </Notice>
  )
}
