import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ModelEntry } from '../../shared/models.ts'
import { Effort, type Settings, type Thinking as Wish } from '../../shared/settings.ts'
import type { AppState } from '../state/app-store.ts'
import { chosenModel, useChosenModel } from '../state/models-store.ts'
import { saveSettings } from '../state/settings-acts.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'

/** Whether the model thinks first and how hard it tries: offers only what its service says it supports. */
export function Thinking({ app }: { readonly app: AppState }) {
  const model = useChosenModel(app)
  const { thinking, effort, provider, compatible } = app.settings
  // A server of the Messages format is asked for nothing but an answer.
  const isTold = provider === 'anthropic' || (provider === 'compatible' && compatible.format === 'openai')
  const can = isTold ? (model?.abilities ?? null) : null
  const words: Readonly<Record<Wish, string>> = { default: t`Model default`, off: t`Off`, on: t`On` }
  const levels: Readonly<Record<Effort, string>> = {
    default: t`Model default`,
    low: t`Low`,
    medium: t`Medium`,
    high: t`High`,
    xhigh: t`Very high`,
    max: t`Maximum`,
  }
  const wishes: readonly Wish[] =
    can === null
      ? []
      : [
          'default',
          ...(can.thinkNever || can.thinkBetweenTools ? ['off' as const] : []),
          ...(can.thinkAdaptive || can.thinkBudget ? ['on' as const] : []),
        ]
  const efforts =
    can === null ? [] : Effort.options.filter((level) => level === 'default' || can.efforts.includes(level))
  const reason = whyNot(app.settings, model)
  return (
    <Section id="set-think" name={t`Thinking`} about={t`Thoughts are folded in the chat, and billed as output.`}>
      <Choice
        name={t`Think first`}
        value={thinking}
        options={wishes.map((value) => ({ value, label: words[value] }))}
        onChange={(value) => void saveSettings({ thinking: value })}
      />
      <Choice
        name={t`Effort`}
        value={effort}
        options={efforts.map((value) => ({ value, label: levels[value] }))}
        onChange={(value) => void saveSettings({ effort: value })}
      />
      {reason !== null && <p className="ink3">{reason}</p>}
    </Section>
  )
}

interface ChoiceProps<T extends string> {
  readonly name: string
  readonly value: T
  readonly options: readonly { readonly value: T | 'default'; readonly label: string }[]
  readonly onChange: (value: T | 'default') => void
}

/** The options of a model. One that it no longer offers shows as the default. */
function Choice<T extends string>({ name, value, options, onChange }: ChoiceProps<T>) {
  const offered = options.some((option) => option.value === value)
  return (
    <FormLine label={name}>
      {options.length > 1 ? (
        <SegmentedControl name={name} value={offered ? value : 'default'} options={options} onChange={onChange} />
      ) : (
        <span className="ink3">
          <Trans>model default</Trans>
        </span>
      )}
    </FormLine>
  )
}

/** Why there is nothing, or not everything, to choose; `null` when there is. */
function whyNot(settings: Settings, model: ModelEntry | null): string | null {
  const { provider, compatible } = settings
  const can = model?.abilities
  if (provider === 'compatible' && (compatible.format === 'messages' || can == null))
    return t`Thinking is set on the server itself.`
  if (provider === 'compatible') return t`This model decides when to think. You can choose how much effort it puts in.`
  if (can == null)
    return t`The service doesn’t list ${chosenModel(settings)}, so it’s unclear what this model supports. Refresh the model list above.`
  if (!can.thinkAdaptive && !can.thinkBudget) return t`This model doesn’t support thinking.`
  if (can.thinkBetweenTools) return t`With thinking off, this model still thinks between tool calls.`
  if (can.thinkNever && can.efforts.some(isHighest)) return t`With thinking off, effort can’t go above High.`
  return can.thinkNever ? null : t`This model decides when to think. Thinking can’t be turned off.`
}

const isHighest = (effort: string): boolean => effort === 'xhigh' || effort === 'max'
