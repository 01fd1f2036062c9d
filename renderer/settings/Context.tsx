import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ModelEntry } from '../../shared/models.ts'
import type { Settings } from '../../shared/settings.ts'
import { countText } from '../format/counts.ts'
import type { AppState } from '../state/app-store.ts'
import { useChosenModel } from '../state/models-store.ts'
import { saveSettings } from '../state/settings-acts.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Switch } from '../ui/Switch.tsx'
import { CountField } from './Field.tsx'

const MAX_TRIGGER_TOKENS = 10_000_000
const MIN_CLEARING_TOKENS = 1000
const MIN_COMPACTION_TOKENS = 50_000
const MAX_KEPT_RESULTS = 1000

/** How a long conversation is made to fit: old results are left out, or everything before is summed up. */
export function Context({ app }: { readonly app: AppState }) {
  return (
    <Section
      id="set-context"
      name={t`Long conversations`}
      about={t`What the model is sent when the context fills up. The conversation on screen keeps everything.`}
      effect={<Effect app={app} />}
    >
      <Clearing contextEditing={app.settings.contextEditing} />
      {app.settings.provider === 'anthropic' && (
        <>
          <Compaction compaction={app.settings.compaction} />
          <CacheTime cacheFor={app.settings.cacheFor} />
        </>
      )}
    </Section>
  )
}

function Clearing({ contextEditing }: Pick<Settings, 'contextEditing'>) {
  const edit = (part: Partial<Settings['contextEditing']>): void =>
    void saveSettings({ contextEditing: { ...contextEditing, ...part } })
  return (
    <>
      <FormLine label={t`Leave out old reads of the memory`}>
        <Switch name={t`Leave out old reads of the memory`} on={contextEditing.on} onChange={(on) => edit({ on })} />
      </FormLine>
      {contextEditing.on && (
        <>
          <CountField
            name={t`Leave out old reads at`}
            hint={t`tokens in the context`}
            value={contextEditing.trigger}
            min={MIN_CLEARING_TOKENS}
            max={MAX_TRIGGER_TOKENS}
            save={(trigger) => edit({ trigger })}
          />
          <CountField
            name={t`Reads to keep`}
            hint={t`the most recent reads stay`}
            value={contextEditing.keep}
            min={0}
            max={MAX_KEPT_RESULTS}
            save={(keep) => edit({ keep })}
          />
        </>
      )}
    </>
  )
}

function Compaction({ compaction }: Pick<Settings, 'compaction'>) {
  return (
    <>
      <FormLine label={t`Summarise earlier turns`} hint={t`done by the service, if the model supports it`}>
        <Switch
          name={t`Summarise earlier turns`}
          on={compaction.on}
          onChange={(on) => void saveSettings({ compaction: { ...compaction, on } })}
        />
      </FormLine>
      {compaction.on && (
        <CountField
          name={t`Summarise earlier turns at`}
          hint={t`tokens in the context`}
          value={compaction.trigger}
          min={MIN_COMPACTION_TOKENS}
          max={MAX_TRIGGER_TOKENS}
          save={(trigger) => void saveSettings({ compaction: { ...compaction, trigger } })}
        />
      )}
    </>
  )
}

function CacheTime({ cacheFor }: Pick<Settings, 'cacheFor'>) {
  return (
    <FormLine
      label={t`Cache the conversation for`}
      hint={cacheFor === '5m' ? t`rereading it costs less` : t`writing it costs twice the normal input price`}
    >
      <SegmentedControl
        name={t`Cache the conversation for`}
        value={cacheFor}
        options={[
          { value: '5m', label: t`5 minutes` },
          { value: '1h', label: t`1 hour` },
        ]}
        onChange={(value) => void saveSettings({ cacheFor: value })}
      />
    </FormLine>
  )
}

function Effect({ app }: { readonly app: AppState }) {
  const model = useChosenModel(app)
  return (
    <div className="fx" aria-live="polite">
      <h3>
        <Trans>With the current model</Trans>
      </h3>
      <p className="ink2">{clearingEffect(app.settings, model)}</p>
      <p className="ink2">{compactionEffect(app.settings, model)}</p>
    </div>
  )
}

function clearingEffect({ provider, contextEditing: { on, trigger } }: Settings, model: ModelEntry | null): string {
  const from = countText(trigger)
  if (!on) return t`No reads are left out.`
  return provider === 'anthropic' && model?.abilities?.clearToolUses !== false
    ? t`Once the context reaches ${from} tokens, the service leaves out old tool results.`
    : t`Once the context reaches about ${from} tokens, Variorum leaves out old reads of the memory; writes stay.`
}

function compactionEffect({ provider, compaction: { on, trigger } }: Settings, model: ModelEntry | null): string {
  const from = countText(trigger)
  if (provider !== 'anthropic') return ''
  if (!on) return t`No summaries.`
  const has = model?.abilities?.compact
  if (has === undefined) return t`No summaries: the service hasn’t said whether this model supports them.`
  return has
    ? t`Once the context reaches ${from} tokens, the service summarises earlier turns.`
    : t`This model doesn’t support summaries.`
}
