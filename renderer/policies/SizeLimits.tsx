import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Meter as MeterValue, PolicyState } from '../../shared/policy-state.ts'
import { DEFAULT_POLICIES, type Policies } from '../../shared/policy.ts'
import { countText } from '../format/counts.ts'
import { sizeOf, usedText } from '../format/sizes.ts'
import { Fold } from '../ui/Fold.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Meter } from '../ui/Meter.tsx'
import { Section } from '../ui/Section.tsx'
import { LimitRules } from './LimitRules.tsx'
import { QuantityField } from './QuantityField.tsx'
import { setLimits } from './save-policies.ts'
import { LargestFiles, SizeEffect } from './SizeEffect.tsx'
import type { Effect } from './use-policy-effect.ts'

interface SizeLimitsProps {
  readonly policies: Policies
  readonly state: PolicyState
  readonly effect: Effect
}

/** The limits of the store and its files. A write beyond one is refused. */
export function SizeLimits({ policies, state, effect }: SizeLimitsProps) {
  const { limits } = policies
  const { store, warnAt } = limits
  const { meters, overLimits, largest } = state
  return (
    <Section
      id="pol-size"
      name={t`Size`}
      about={t`A write over a limit is refused, and you and the agent are told why.`}
      effect={<SizeEffect policies={policies} state={state} effect={effect} />}
    >
      <MeterLine
        name={t`Store`}
        meter={{ ...meters.bytes, limit: store.bytes }}
        warnAt={warnAt}
        bytes
        onChange={(bytes) => setLimits({ store: { ...store, bytes } })}
      />
      <Fold name={t`Fine-tune`} label={t`Fine-tune: Size`} isOpen={isTuned(limits) || overLimits.length > 0}>
        <MeterLine
          name={t`Files`}
          meter={{ ...meters.files, limit: store.files }}
          warnAt={warnAt}
          onChange={(files) => setLimits({ store: { ...store, files } })}
        />
        <LargestLine limits={limits} state={state} />
        <MoreLimits limits={limits} />
        <LargestFiles files={largest} />
      </Fold>
    </Section>
  )
}

const { limits: USUAL } = DEFAULT_POLICIES
const isTuned = (limits: Policies['limits']): boolean =>
  JSON.stringify({ ...limits, store: { ...limits.store, bytes: USUAL.store.bytes } }) !== JSON.stringify(USUAL)

function MoreLimits({ limits }: { readonly limits: Policies['limits'] }) {
  return (
    <>
      <FormLine label={t`Lines in a file`}>
        <QuantityField
          name={t`Lines in a file`}
          unit="count"
          value={limits.file.lines}
          none={t`no limit`}
          onChange={(lines) => setLimits({ file: { ...limits.file, lines } })}
        />
      </FormLine>
      <FormLine label={t`Characters per read`} hint={t`longer files are read in parts`}>
        <QuantityField
          name={t`Characters per read`}
          unit="count"
          value={limits.view}
          onChange={(view) => view !== null && setLimits({ view })}
        />
      </FormLine>
      <FormLine label={t`Growth in one turn`}>
        <QuantityField
          name={t`Growth in one turn`}
          unit="size"
          value={limits.turnBytes}
          none={t`no limit`}
          onChange={(turnBytes) => setLimits({ turnBytes })}
        />
      </FormLine>
      <FormLine label={t`Warn at`}>
        <QuantityField
          name={t`Warn at`}
          unit="percent"
          value={limits.warnAt}
          onChange={(warnAt) => warnAt !== null && setLimits({ warnAt })}
        />
      </FormLine>
      <LimitRules rules={limits.rules} onChange={(rules) => setLimits({ rules })} />
    </>
  )
}

/** The largest file may fall under a rule with a limit of its own; then its meter keeps that one. */
function LargestLine({
  limits: { file, warnAt },
  state,
}: {
  readonly limits: Policies['limits']
  readonly state: PolicyState
}) {
  const { largest } = state.meters
  const isGeneral = largest.limit === state.policies.limits.file.bytes
  return (
    <MeterLine
      name={t`Largest file`}
      meter={{ ...largest, limit: isGeneral ? file.bytes : largest.limit }}
      editedLimit={file.bytes}
      warnAt={warnAt}
      bytes
      onChange={(bytes) => setLimits({ file: { ...file, bytes } })}
    />
  )
}

interface MeterLineProps {
  readonly name: string
  readonly meter: MeterValue
  /** The limit that the field edits, if it is not the meter's own. */
  readonly editedLimit?: number
  readonly warnAt: number
  readonly bytes?: boolean
  readonly onChange: (limit: number) => void
}

function MeterLine({ name, meter, editedLimit, warnAt, bytes = false, onChange }: MeterLineProps) {
  const { used, limit } = meter
  const text = bytes ? sizeOf(used, limit) : t`${countText(used)} of ${countText(limit ?? 0)}`
  const shown = bytes ? usedText(used, editedLimit ?? limit) : countText(used)
  return (
    <div className="mtr">
      <span>{name}</span>
      <Meter name={name} meter={meter} warnAt={warnAt} text={text} />
      <span className="v">
        <b>{shown}</b>{' '}
        <span className="of">
          <Trans>of</Trans>
        </span>{' '}
        <QuantityField
          name={t`Limit: ${name}`}
          unit={bytes ? 'size' : 'count'}
          value={editedLimit ?? limit}
          onChange={(value) => value !== null && onChange(value)}
        />
      </span>
    </div>
  )
}
