import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Gauge } from 'lucide-react'
import { useState } from 'react'
import type { MeasuredFile, Meter as Fill, PolicyState } from '../../shared/policy-state.ts'
import type { Policies, SizeCaps } from '../../shared/policy.ts'
import { countText } from '../format/counts.ts'
import { size, sizeOf } from '../format/sizes.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { editPolicies } from '../state/policy-store.ts'
import { filePath } from '../state/routes.ts'
import { Button } from '../ui/Button.tsx'
import { Meter } from '../ui/Meter.tsx'
import { Section } from '../ui/Section.tsx'
import { EffectProgress } from './EffectParts.tsx'
import { LimitRules } from './LimitRules.tsx'
import { QuantityField } from './QuantityField.tsx'
import type { Effect } from './use-effect-of.ts'

interface SizeProps {
  readonly policies: Policies
  readonly state: PolicyState
  readonly effect: Effect
}

const setLimits = (change: Partial<SizeCaps>): void =>
  editPolicies((policies) => ({ ...policies, caps: { ...policies.caps, ...change } }))

export function SizeLimits({ policies, state, effect }: SizeProps) {
  const { caps } = policies
  const { meters } = state
  const store = (change: Partial<SizeCaps['store']>): void => setLimits({ store: { ...caps.store, ...change } })
  const file = (change: Partial<SizeCaps['file']>): void => setLimits({ file: { ...caps.file, ...change } })
  return (
    <Section
      id="pol-size"
      name={t`Size`}
      about={t`When a cap is reached the write is refused, and both you and the agent are told.`}
      effect={<SizeEffect policies={policies} state={state} effect={effect} />}
    >
      <MeterLine
        name={t`Store`}
        meter={{ ...meters.bytes, limit: caps.store.bytes }}
        warnAt={caps.warnAt}
        bytes
        onChange={(bytes) => store({ bytes })}
      />
      <MeterLine
        name={t`Files`}
        meter={{ ...meters.files, limit: caps.store.files }}
        warnAt={caps.warnAt}
        onChange={(files) => store({ files })}
      />
      <MeterLine
        name={t`Largest file`}
        meter={{
          ...meters.largest,
          limit: meters.largest.limit === state.policies.caps.file.bytes ? caps.file.bytes : meters.largest.limit,
        }}
        cap={caps.file.bytes}
        warnAt={caps.warnAt}
        bytes
        onChange={(bytes) => file({ bytes })}
      />
      <div className="ln1">
        <span className="lab">
          <Trans>Lines in a file</Trans>
        </span>
        <QuantityField
          name={t`Lines in a file`}
          unit="count"
          value={caps.file.lines}
          none={t`no cap`}
          onChange={(lines) => file({ lines })}
        />
      </div>
      <div className="ln1">
        <span className="lab">
          <Trans>Characters one look returns</Trans>
          <small>
            <Trans>a longer file is read page by page</Trans>
          </small>
        </span>
        <QuantityField
          name={t`Characters one look returns`}
          unit="count"
          value={caps.view}
          onChange={(view) => view !== null && setLimits({ view })}
        />
      </div>
      <div className="ln1">
        <span className="lab">
          <Trans>Growth in one turn</Trans>
        </span>
        <QuantityField
          name={t`Growth in one turn`}
          unit="size"
          value={caps.turnBytes}
          none={t`no cap`}
          onChange={(turnBytes) => setLimits({ turnBytes })}
        />
      </div>
      <div className="ln1">
        <span className="lab">
          <Trans>Warn from this share of a cap on</Trans>
        </span>
        <QuantityField
          name={t`Warn from this share of a cap on`}
          unit="percent"
          value={caps.warnAt}
          onChange={(warnAt) => warnAt !== null && setLimits({ warnAt })}
        />
      </div>
      <LimitRules rules={caps.rules} onChange={(rules) => setLimits({ rules })} />
    </Section>
  )
}

interface MeterLineProps {
  readonly name: string
  readonly meter: Fill
  /** The cap edited, where it is not the meter's own. */
  readonly cap?: number
  readonly warnAt: number
  readonly bytes?: boolean
  readonly onChange: (cap: number) => void
}

function MeterLine({ name, meter, cap, warnAt, bytes = false, onChange }: MeterLineProps) {
  const { used, limit } = meter
  const text = bytes ? sizeOf(used, limit) : t`${countText(used)} of ${countText(limit ?? 0)}`
  const shown = bytes ? sizeOf(used, cap ?? limit).split(' of ')[0] : countText(used)
  return (
    <div className="mtr">
      <span>{name}</span>
      <Meter name={name} meter={meter} warnAt={warnAt} text={text} />
      <span className="v">
        <b>{shown}</b> <Trans>of</Trans>{' '}
        <QuantityField
          name={t`Cap: ${name}`}
          unit={bytes ? 'size' : 'count'}
          value={cap ?? limit}
          onChange={(value) => value !== null && onChange(value)}
        />
      </span>
    </div>
  )
}

const MAX_OVER_SHOWN = 5

function SizeEffect({ policies, state, effect }: SizeProps) {
  const edited = JSON.stringify(policies.caps) !== JSON.stringify(state.policies.caps)
  const over = edited ? (effect.effect?.over ?? []) : state.overCaps
  const count = edited ? (effect.effect?.overCount ?? 0) : over.length
  const more = count - Math.min(MAX_OVER_SHOWN, over.length)
  return (
    <div className={count > 0 ? 'fx wait' : 'fx'} aria-live="polite">
      <h3>{edited ? t`These caps on your files, now` : t`On your files now`}</h3>
      <p className="big">
        {count === 0
          ? t`No file is over a cap.`
          : plural(count, {
              one: '# file is over a cap. It stays; it may only become smaller.',
              other: '# files are over a cap. They stay; they may only become smaller.',
            })}
      </p>
      {edited && <EffectProgress effect={effect} />}
      {over.length > 0 && (
        <ul aria-label={t`Over a cap`}>
          {over.slice(0, MAX_OVER_SHOWN).map(({ path, reason }) => (
            <li key={path} title={reason}>
              <Gauge className="i s wait" aria-hidden />
              <a className="cut" href={`#${filePath(path)}`}>
                <PathText path={path} />
              </a>
              <span className="cut grow">{reason}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="meta">{plural(more, { one: 'and # more file', other: 'and # more files' })}</p>}
      <Largest files={state.largest} />
    </div>
  )
}

const FIRST_SHOWN = 3

/** The largest files, and what each costs to read. */
function Largest({ files }: { readonly files: readonly MeasuredFile[] }) {
  const [all, setAll] = useState(false)
  if (files.length === 0) return null
  const shown = all ? files : files.slice(0, FIRST_SHOWN)
  return (
    <>
      <h3 className="next">
        <Trans>Largest files, and what each costs to read</Trans>
      </h3>
      <ul aria-label={t`Largest files`}>
        {shown.map(({ path, bytes, tokens }) => (
          <li key={path}>
            <a className="cut grow" href={`#${filePath(path)}`}>
              <PathText path={path} />
            </a>
            <span className="num">{size(bytes)}</span>
            <span className="num tok">{plural(tokens, { one: '# token', other: '# tokens' })}</span>
          </li>
        ))}
      </ul>
      {files.length > FIRST_SHOWN && (
        <Button variant="q" small aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t`Fewer` : t`Show all ${files.length}`}
        </Button>
      )}
    </>
  )
}
