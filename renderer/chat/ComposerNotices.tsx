import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CalendarX2, CloudOff, KeyRound, Settings2, Unplug } from 'lucide-react'
import { navigate } from 'wouter/use-hash-location'
import type { ProviderState } from '../../shared/settings.ts'
import { dayOf } from '../format/time.ts'
import { worded } from '../format/worded.ts'
import { changeSettings, useApp } from '../state/app-store.ts'
import { useChosenModel } from '../state/models-store.ts'
import { useNetwork } from '../state/network-store.ts'
import { openSettings, settingsPath } from '../state/routes.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** Why nothing can be sent: the connection to the app itself is gone. */
export function Disconnected() {
  return (
    <Notice icon={Unplug} variant="wait" head={t`Variorum isn’t running.`}>
      <Trans>
        What you type is kept. You can send it once Variorum is running again; this window keeps trying to reconnect.
      </Trans>
    </Notice>
  )
}

interface ProviderNoticeProps {
  readonly name: string
  readonly provider: ProviderState
}

/** Why no answer can come from the chosen provider, or soon none will; nothing if one can. */
export function ProviderNotice({ name, provider }: ProviderNoticeProps) {
  const online = useNetwork((state) => state.online)
  if (!provider.ready) return <NotReady name={name} provider={provider} />
  return online || provider.isLocal ? <RetirementNotice /> : <NoNetwork name={name} />
}

/** Said before the service says it: of a model that will be retired, and of one that was. */
function RetirementNotice() {
  const model = useChosenModel(useApp((state) => state.app))
  if (model?.lifecycle !== 'deprecated' && model?.lifecycle !== 'retired') return null
  const { name } = model
  const day = model.retiresAt === null ? null : dayOf(model.retiresAt)
  const actions = (
    <Button small icon={Settings2} onClick={openSettings}>
      <Trans>Open Settings</Trans>
    </Button>
  )
  const willBe = day === null ? t`${name} will be retired.` : t`${name} will be retired on ${day}.`
  const isOver = model.lifecycle === 'retired'
  return (
    <Notice
      icon={CalendarX2}
      variant={isOver ? 'wait' : 'info'}
      head={isOver ? t`${name} was retired and no longer answers.` : willBe}
      actions={actions}
    >
      <Trans>Choose another model in Settings.</Trans>
    </Notice>
  )
}

const switchToDemo = (): void => void changeSettings({ provider: 'demo' })

function NotReady({ name, provider }: ProviderNoticeProps) {
  const actions = (
    <>
      <Button small icon={Settings2} onClick={() => navigate(settingsPath('key'))}>
        {provider.id === 'anthropic' && provider.key === null ? t`Add a key` : t`Open Settings`}
      </Button>
      <Button variant="q" small onClick={switchToDemo}>
        <Trans>Use the demo model</Trans>
      </Button>
    </>
  )
  return (
    <Notice icon={KeyRound} variant="wait" head={t`For now, ${name} can’t answer.`} actions={actions}>
      {provider.reason !== null && worded(provider.reason)}
    </Notice>
  )
}

function NoNetwork({ name }: { readonly name: string }) {
  return (
    <Notice
      icon={CloudOff}
      variant="wait"
      head={t`No network.`}
      actions={
        <Button small onClick={switchToDemo}>
          <Trans>Use the demo model</Trans>
        </Button>
      }
    >
      <Trans>You can still read, edit, undo and restore. Once you’re back online, {name} can answer again.</Trans>
    </Notice>
  )
}
