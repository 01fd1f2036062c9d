import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ModelEntry } from '../../shared/models.ts'
import type { Settings } from '../../shared/settings.ts'
import { countText } from '../format/counts.ts'
import { type AppState, changeSettings } from '../state/app-store.ts'
import { useChosenModel } from '../state/models-store.ts'
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
      about={t`What the model is sent when the context fills up. The conversation on screen keeps everything and shows a mark where something was left out.`}
      effect={<Effect app={app} />}
    >
      <Clearing contextEditing={app.settings.contextEditing} />
      <Compaction compaction={app.settings.compaction} />
      <CacheTime cacheFor={app.settings.cacheFor} />
    </Section>
  )
}

function Clearing({ contextEditing }: Pick<Settings, 'contextEditing'>) {
  const edit = (part: Partial<Settings['contextEditing']>): void =>
    void changeSettings({ contextEditing: { ...contextEditing, ...part } })
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
          onChange={(on) => void changeSettings({ compaction: { ...compaction, on } })}
        />
      </FormLine>
      {compaction.on && (
        <CountField
          name={t`Summarise earlier turns at`}
          hint={t`tokens in the context`}
          value={compaction.trigger}
          min={MIN_COMPACTION_TOKENS}
          max={MAX_TRIGGER_TOKENS}
          save={(trigger) => void changeSettings({ compaction: { ...compaction, trigger } })}
        />
      )}
    </>
  )
}

function CacheTime({ cacheFor }: Pick<Settings, 'cacheFor'>) {
  return (
    <FormLine label={t`Cache the conversation for`} hint={t`on Anthropic’s servers, so rereading it costs less`}>
      <SegmentedControl
        name={t`Cache the conversation for`}
        value={cacheFor}
        options={[
          { value: '5m', label: t`5 minutes` },
          { value: '1h', label: t`1 hour` },
        ]}
        onChange={(value) => void changeSettings({ cacheFor: value })}
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
      <p className="ink2">{cacheEffect(app.settings)}</p>
    </div>
  )
}

function clearingEffect({ provider, contextEditing: { on, trigger } }: Settings, model: ModelEntry | null): string {
  const from = countText(trigger)
  if (provider === 'demo') return t`The demo model always gets everything.`
  if (!on) return t`No reads are left out.`
  return provider === 'anthropic' && model?.abilities?.clearToolUses !== false
    ? t`Once the context reaches ${from} tokens, the service leaves out old tool results. The model is first asked to save what matters.`
    : t`Once the context reaches about ${from} tokens, Variorum leaves out old reads of the memory; writes stay. The model is first asked to save what matters.`
}

function cacheEffect({ provider, cacheFor }: Settings): string {
  if (provider !== 'anthropic') return ''
  return cacheFor === '5m'
    ? t`Text written to the cache costs 1.25 times the normal input price, and is kept for five minutes after its last use.`
    : t`Text written to the cache costs twice the normal input price, and is kept for an hour after its last use. That pays off if you often take more than five minutes to reply.`
}

function compactionEffect({ provider, compaction: { on, trigger } }: Settings, model: ModelEntry | null): string {
  const from = countText(trigger)
  if (provider === 'demo') return ''
  if (!on) return t`No summaries.`
  if (provider === 'compatible') return t`No summaries: compatible servers don’t support them.`
  const has = model?.abilities?.compact
  if (has === undefined) return t`No summaries: the service hasn’t said whether this model supports them.`
  return has
    ? t`Once the context reaches ${from} tokens, the service summarises earlier turns.`
    : t`This model doesn’t support summaries.`
}
