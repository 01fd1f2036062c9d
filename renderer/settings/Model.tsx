import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProviderState } from '../../shared/settings.ts'
import { factsText } from '../format/language.ts'
import { serverName } from '../format/provider-names.ts'
import { providerName } from '../format/provider-names.ts'
import { stamp } from '../format/time.ts'
import { api } from '../state/api.ts'
import { appQuery, type AppState, changeSettings } from '../state/app-store.ts'
import { warnOf } from '../state/attempt.ts'
import { useChosenModel } from '../state/models-store.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { ModelFields } from './ModelFields.tsx'
import { lifecycleOf, limitsOf } from './ModelList.tsx'
import { whyNotReady } from './provider-words.ts'

function about(provider: ProviderState): string {
  if (provider.id === 'compatible')
    return t`Ollama, LM Studio, OpenAI, Gemini and others: on this computer, or with your own key`
  return provider.id === 'demo' ? t`Works offline without a key, for trying things out` : t`With your own Anthropic key`
}

/** Which model answers, and where its key comes from. */
export function Model({ app }: { readonly app: AppState }) {
  const { provider: chosen } = app.settings
  const current = app.providers.find(({ id }) => id === chosen)
  const onKey = (event: React.KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const at = app.providers.findIndex(({ id }) => id === chosen)
    const next = by === undefined ? undefined : app.providers.at((at + by) % app.providers.length)
    if (next === undefined) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-id=${next.id}]`)?.focus()
    void changeSettings({ provider: next.id })
  }
  return (
    <Section
      id="set-model"
      name={t`Model`}
      about={t`The model you talk to. It reads and writes the memory through one tool, and every write is a commit.`}
      effect={<Effect app={app} provider={current} />}
    >
      <div className="opts" role="radiogroup" aria-label={t`Model`} onKeyDown={onKey}>
        {app.providers.map((provider) => (
          <button
            key={provider.id}
            type="button"
            role="radio"
            aria-checked={provider.id === chosen}
            tabIndex={provider.id === chosen ? 0 : -1}
            data-id={provider.id}
            onClick={() => void changeSettings({ provider: provider.id })}
          >
            <span className="rd" />
            <span>
              <b>{providerName(provider.id)}</b>
              <small>{about(provider)}</small>
            </span>
            {provider.ready ? (
              <span className="meta">
                <Trans>ready</Trans>
              </span>
            ) : (
              <span className="badge wait">
                {provider.key === null && provider.id === 'anthropic' ? (
                  <Trans>no key</Trans>
                ) : (
                  <Trans>not ready</Trans>
                )}
              </span>
            )}
          </button>
        ))}
      </div>
      {current !== undefined && <ModelFields app={app} provider={current} />}
    </Section>
  )
}

function Effect({ app, provider }: { readonly app: AppState; readonly provider: ProviderState | undefined }) {
  const model = useChosenModel(app)
  if (provider === undefined) return <div className="fx" />
  if (provider.id === 'demo') {
    return (
      <div className="fx" aria-live="polite">
        <h3>
          <Trans>Key</Trans>
        </h3>
        <p className="big">
          <Trans>Not needed.</Trans>
        </p>
        <p className="ink2">
          <Trans>The demo model follows fixed rules. It doesn’t understand language and sends nothing.</Trans>
        </p>
      </div>
    )
  }
  const { tried, ready } = provider
  const about = provider.reason ?? provider.key
  return (
    <div className={ready && tried?.works !== false ? 'fx' : 'fx wait'} aria-live="polite">
      <h3>{provider.id === 'compatible' ? serverName(app.settings.compatible.preset) : t`Key`}</h3>
      <p className="big">
        {provider.id === 'compatible' && ready
          ? tried?.works === false
            ? t`The last test failed.`
            : t`Ready.`
          : provider.key !== null
            ? t`Available.`
            : ready
              ? t`Not set.`
              : provider.id === 'anthropic'
                ? t`Missing.`
                : t`Not ready yet.`}
      </p>
      {about !== null && <p className="ink2">{whyNotReady(about)}</p>}
      <Tried provider={provider} />
      {model !== null && (
        <>
          <h3 className="next">{model.name}</h3>
          <p className="ink2">
            {factsText([limitsOf(model), lifecycleOf(model)]) || t`The service doesn’t report this model’s limits.`}
          </p>
        </>
      )}
      {ready && (
        <p className="ink2">
          <Trans>The model gets only what you say and what the agent reads.</Trans>
        </p>
      )}
    </div>
  )
}

/** What came of asking the model for a word, and a button to do it. */
function Tried({ provider: { id, ready, tried } }: { readonly provider: ProviderState }) {
  const [busy, setBusy] = useState(false)
  const at = tried === null ? '' : stamp(tried.at)
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
    <>
      <h3 className="next">
        <Trans>Last test</Trans>
      </h3>
      <p className={tried?.works === false ? 'bad' : 'ink2'} role="status">
        {tried === null ? t`None yet.` : `${at}: ${whyNotReady(tried.words)}`}
      </p>
      <p>
        <Button small busy={busy} disabled={!ready} onClick={() => void run()}>
          <Trans>Test it</Trans>
        </Button>
      </p>
    </>
  )
}
