import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProviderState } from '../../shared/settings.ts'
import { stamp } from '../format/time.ts'
import { api } from '../state/api.ts'
import { appQuery, type AppState, useApp } from '../state/app-store.ts'
import { warnOf } from '../state/attempt.ts'
import { notReady } from '../state/model-choices.ts'
import { saveSettings } from '../state/settings-acts.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { focusMissingKey } from './KeyField.tsx'
import { ModelFields } from './ModelFields.tsx'
import { whyNotReady } from './provider-words.ts'
import { type ServiceId, serviceOf, services, settingsFor } from './services.ts'

/** Changes to a service. One whose key is missing asks for it. */
async function choose(service: ServiceId): Promise<void> {
  const settings = useApp.getState().app?.settings
  const change = settings === undefined ? null : settingsFor(service, settings)
  if (change !== null) await saveSettings(change)
}

/** Which model answers, and its key. */
export function Model({ app }: { readonly app: AppState }) {
  const [opened, setOpened] = useState<ServiceId | null>(null)
  const chosen = serviceOf(app.settings)
  const list = services()
  const current = app.providers.find(({ id }) => id === app.settings.provider)
  const onKey = (event: React.KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const at = list.findIndex(({ id }) => id === chosen)
    const next = by === undefined ? undefined : list.at((at + by) % list.length)
    if (next === undefined) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-id=${next.id}]`)?.focus()
    void choose(next.id)
  }
  const open = (service: ServiceId): void => {
    setOpened(service)
    const focused = document.activeElement
    // Not where the user has gone on to another field meanwhile.
    void choose(service).then(() => document.activeElement === focused && focusMissingKey())
  }
  return (
    <Section id="set-model" name={t`Model`} about={t`Gets only what you say and what the agent reads.`}>
      <div className="opts" role="radiogroup" aria-label={t`Model`} onKeyDown={onKey}>
        {list.map(({ id, name, about }) => (
          <button
            key={id}
            type="button"
            role="radio"
            aria-checked={id === chosen}
            tabIndex={id === chosen ? 0 : -1}
            data-id={id}
            onClick={() => open(id)}
          >
            <span className="rd" />
            <span>
              <b>{name}</b>
              <small>{about}</small>
            </span>
            {id === chosen && current !== undefined && <Badge provider={current} />}
          </button>
        ))}
      </div>
      {current !== undefined && <ModelFields key={chosen} app={app} provider={current} isOpened={opened === chosen} />}
      {current !== undefined && current.id !== 'demo' && <State provider={current} />}
    </Section>
  )
}

function Badge({ provider }: { readonly provider: ProviderState }) {
  return provider.ready ? (
    <span className="meta">
      <Trans>ready</Trans>
    </span>
  ) : (
    <span className="badge wait">{notReady(provider)}</span>
  )
}

/** What keeps the chosen service from answering, else what came of asking it for a word. */
function State({ provider }: { readonly provider: ProviderState }) {
  const { id, ready, tried, reason } = provider
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.models.test.mutate({ provider: id })
      await appQuery.now()
    } catch (error) {
      warnOf(error)
    }
    setBusy(false)
  }
  return (
    <div className="row">
      <p className={reason !== null || tried?.works === false ? 'grow bad' : 'grow ink2'} role="status">
        {reason !== null ? whyNotReady(reason) : tried !== null && `${stamp(tried.at)}: ${whyNotReady(tried.words)}`}
      </p>
      {ready && (
        <Button small busy={busy} onClick={() => void run()}>
          <Trans>Test it</Trans>
        </Button>
      )}
    </div>
  )
}
