import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, MonitorSmartphone, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Device, RemoteState, SyncProblem } from '../../shared/devices.ts'
import { factsText } from '../format/language.ts'
import { when } from '../format/time.ts'
import { worded } from '../format/worded.ts'
import { api } from '../state/api.ts'
import { changeDevices, devicesQuery, share, syncNow, useDevices } from '../state/devices-store.ts'
import { useShown } from '../state/use-query.ts'
import { useWork } from '../state/work-store.ts'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Field } from './Field.tsx'

/** The open store on several devices: the remote where they meet, and whose text counts. */
export function Devices() {
  useShown(devicesQuery)
  const { state, problem } = useDevices()
  return (
    <Section
      id="set-devices"
      name={t`Devices`}
      about={t`The same memory on all your computers, through a git remote of your own. No account, and no service of ours.`}
    >
      {state === null && (problem === null ? <Skeleton rows={2} /> : <p className="bad">{problem}</p>)}
      {state !== null && state.remote === null && <AddRemote />}
      {state !== null && state.remote !== null && <Shared remote={state.remote} devices={state.devices} />}
    </Section>
  )
}

function AddRemote() {
  const [address, setAddress] = useState('')
  const [busy, setBusy] = useState(false)
  const add = async (): Promise<void> => {
    if (address.trim() === '') return
    setBusy(true)
    if (await share({ address })) await syncNow()
    setBusy(false)
  }
  return (
    <FormLine
      label={t`Remote`}
      hint={t`an empty git repository, or the one that another device uses: https://…, git@host:path, or a folder`}
      htmlFor="remote-address"
    >
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <span className="in mono">
          <input
            id="remote-address"
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </span>
        <Button small type="submit" busy={busy} disabled={address.trim() === ''}>
          <Trans>Share</Trans>
        </Button>
      </form>
    </FormLine>
  )
}

function Shared({ remote, devices }: { readonly remote: RemoteState; readonly devices: readonly Device[] }) {
  const [here, ...others] = devices
  const work = useWork((all) => all.sync)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      {remote.problem !== null && remote.problem.kind !== 'offline' && <Problem problem={remote.problem} />}
      <FormLine label={t`Remote`} hint={stateOf(remote)}>
        <span className="row">
          <span className="path cut" title={remote.address}>
            {remote.address}
          </span>
          <Button small icon={RefreshCw} busy={work !== undefined} onClick={() => void syncNow()}>
            <Trans>Sync now</Trans>
          </Button>
          {isAsked ? (
            <Button small variant="red" onClick={() => void share(null)}>
              <Trans>Yes, no longer share</Trans>
            </Button>
          ) : (
            <Button small variant="q" onClick={() => setAsked(true)}>
              <Trans>Remove…</Trans>
            </Button>
          )}
        </span>
      </FormLine>
      {work !== undefined && (
        <Progress
          text={t`syncing`}
          done={work.done}
          total={work.done === 0 ? 0 : work.total}
          onCancel={() => void api.devices.cancel.mutate()}
        />
      )}
      {here !== undefined && (
        <Field
          name={t`This device`}
          hint={t`its code is ${here.code}: compare it when another device asks`}
          value={here.name}
          mono={false}
          required
          save={(name) => void changeDevices({ name })}
        />
      )}
      {others.length > 0 && (
        <ul className="stores" aria-label={t`Other devices`}>
          {others.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
      {others.length === 0 && (
        <p className="ink3">
          <Trans>No other device yet. On the next one, add a new store and share it through the same remote.</Trans>
        </p>
      )}
    </>
  )
}

/** What is ahead, when it last worked, and why not, in one line. */
function stateOf({ ahead, syncedAt, problem }: RemoteState): string {
  return factsText([
    syncedAt === null ? t`never synced` : t`last synced ${when(syncedAt)}`,
    ahead > 0 && plural(ahead, { one: '# change to send', other: '# changes to send' }),
    problem?.kind === 'offline' && t`offline`,
  ])
}

function Problem({ problem: { kind, reason } }: { readonly problem: SyncProblem }) {
  const canJoin = kind === 'unrelated' || kind === 'rewound'
  return (
    <Notice
      icon={TriangleAlert}
      variant="wait"
      head={t`Not in step with the other devices.`}
      actions={
        canJoin && (
          <Button small onClick={() => void syncNow(true)}>
            {kind === 'unrelated' ? <Trans>Join the two memories</Trans> : <Trans>Go on, and send it again</Trans>}
          </Button>
        )
      }
    >
      {worded(reason)}
    </Notice>
  )
}

function DeviceRow({ device: { id, name, state, code } }: { readonly device: Device }) {
  return (
    <li aria-label={name}>
      <span className="mk" aria-hidden>
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span className="grow">
        <b className="cut">{name}</b>
        <small className="ink3">
          {state === 'admitted' ? t`its text counts as what it says it is` : t`its text counts as text from outside`}
        </small>
        <small className="mono">{code}</small>
      </span>
      {state === 'admitted' ? (
        <Button small variant="q" aria-label={t`Remove ${name}`} onClick={() => void changeDevices({ remove: id })}>
          <Trans>Remove</Trans>
        </Button>
      ) : (
        <Button small icon={Check} aria-label={t`Admit ${name}`} onClick={() => void changeDevices({ admit: id })}>
          <Trans>The code is the same: admit</Trans>
        </Button>
      )}
      {state === 'unknown' && (
        <p className="note row">
          <MonitorSmartphone className="i s" aria-hidden />
          <Trans>It asks to take part. Admit it only if it shows this code under Settings → Devices.</Trans>
        </p>
      )}
    </li>
  )
}
