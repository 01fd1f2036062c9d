import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Download, ExternalLink, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { UpdateState } from '../../shared/app-state.ts'
import type { Settings } from '../../shared/settings.ts'
import { api } from '../state/api.ts'
import { warnOf } from '../state/attempt.ts'
import { saveSettings } from '../state/settings-acts.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'

interface UpdatesProps {
  readonly settings: Settings
  readonly update: UpdateState
}

/** Whether to look for newer versions, and what was found: on the desktop only. */
export function Updates({ settings, update }: UpdatesProps) {
  return (
    <Section
      id="set-updates"
      name={t`Updates`}
      about={t`Asks one fixed address, and sends nothing about you or your memory.`}
    >
      {update.isPublished ? (
        <>
          <FormLine label={t`Check for updates`} hint={t`once a day`}>
            <Switch
              name={t`Check for updates`}
              on={settings.checkForUpdates}
              onChange={(on) => void saveSettings({ checkForUpdates: on })}
            />
          </FormLine>
          {settings.checkForUpdates && <Newest update={update} />}
        </>
      ) : (
        <p className="ink2">
          <Trans>This build isn’t a published version, so it doesn’t check for updates.</Trans>
        </p>
      )}
    </Section>
  )
}

function Newest({ update: { newer, canInstall } }: { readonly update: UpdateState }) {
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>, done?: string): Promise<void> => {
    setBusy(true)
    try {
      await work()
      if (done !== undefined) useStatusBar.getState().say(done)
    } catch (error) {
      warnOf(error)
    }
    setBusy(false)
  }
  if (newer === null)
    return (
      <FormLine label={t`No newer version found`}>
        <Button
          small
          icon={RefreshCw}
          disabled={busy}
          onClick={() => void run(() => api.app.checkForUpdates.mutate(), t`Checked for updates.`)}
        >
          <Trans>Check now</Trans>
        </Button>
      </FormLine>
    )
  return (
    <FormLine label={t`Version ${newer.version} is available`}>
      <span className="row">
        {newer.isNews && (
          <Button variant="q" small onClick={() => void run(() => api.app.dismissUpdate.mutate())}>
            <Trans>Don’t remind me</Trans>
          </Button>
        )}
        <a className="btn sm" href={newer.page} target="_blank" rel="noreferrer">
          <ExternalLink className="i s" aria-hidden />
          {canInstall ? <Trans>What’s new</Trans> : <Trans>Details and download</Trans>}
        </a>
        {canInstall && (
          <Button small icon={Download} disabled={busy} onClick={() => void run(() => api.app.installUpdate.mutate())}>
            <Trans>Download and restart</Trans>
          </Button>
        )}
      </span>
    </FormLine>
  )
}
