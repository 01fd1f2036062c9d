import { t } from '@lingui/core/macro'
import type { PolicyState } from '../../shared/policy-state.ts'
import { DEFAULT_POLICIES, type ExpiryPolicy, type Policies } from '../../shared/policy.ts'
import { Fold } from '../ui/Fold.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'
import { ExpiryEffect } from './ExpiryEffect.tsx'
import { PathsField } from './PathsField.tsx'
import { QuantityField } from './QuantityField.tsx'
import { savePolicies, setExpiry } from './save-policies.ts'
import type { Effect } from './use-policy-effect.ts'

interface ExpiryProps {
  readonly policies: Policies
  readonly state: PolicyState
  readonly effect: Effect
}

/** Removes files that nobody reads after a while, from the memory but never from the timeline. */
export function Expiry({ policies, state, effect }: ExpiryProps) {
  const { on, days } = policies.expiry
  return (
    <Section
      id="pol-expiry"
      name={t`Expiry`}
      about={t`Expired files can be restored from the timeline; pinned files never expire.`}
      effect={<ExpiryEffect policies={policies} state={state} effect={effect} />}
    >
      <FormLine label={t`Delete files nobody has read or written lately`}>
        <Switch
          name={t`Delete files nobody has read or written lately`}
          on={on}
          onChange={(now) => setExpiry({ on: now })}
        />
      </FormLine>
      {on && (
        <FormLine label={t`Not touched for`} hint={t`days; only days on which you use Variorum count`}>
          <QuantityField
            name={t`Not touched for`}
            unit="count"
            value={days}
            onChange={(value) => value !== null && setExpiry({ days: value })}
          />
        </FormLine>
      )}
      <Fold name={t`Fine-tune`} label={t`Fine-tune: Expiry`} isOpen={isTuned(policies)}>
        <Pins pins={policies.pins} />
        {on && <MoreExpiry expiry={policies.expiry} />}
      </Fold>
    </Section>
  )
}

function isTuned({ expiry: { paths, announceDays, maxShare }, pins }: Policies): boolean {
  const { expiry: usual } = DEFAULT_POLICIES
  const isUsual = announceDays === usual.announceDays && maxShare === usual.maxShare
  return paths.length > 0 || pins.length > 0 || !isUsual
}

/** Paths that no policy removes. */
function Pins({ pins }: { readonly pins: Policies['pins'] }) {
  return (
    <FormLine label={t`Pinned`} hint={t`in Memory, P pins the open file`}>
      <PathsField
        name={t`Pins`}
        paths={pins}
        none={t`nothing is pinned`}
        onChange={(to) => savePolicies((now) => ({ ...now, pins: [...to] }))}
      />
    </FormLine>
  )
}

function MoreExpiry({ expiry: { paths, announceDays, maxShare } }: { readonly expiry: ExpiryPolicy }) {
  return (
    <>
      <FormLine label={t`Only in`}>
        <PathsField
          name={t`Expiry only in`}
          paths={paths}
          none={t`every folder`}
          onChange={(now) => setExpiry({ paths: now })}
        />
      </FormLine>
      <FormLine label={t`Warn me this many days ahead`}>
        <QuantityField
          name={t`Warn me this many days ahead`}
          unit="days"
          value={announceDays}
          onChange={(value) => value !== null && setExpiry({ announceDays: value })}
        />
      </FormLine>
      <FormLine label={t`Ask before deleting more than this share of files`}>
        <QuantityField
          name={t`Ask before deleting more than this share of files`}
          unit="percent"
          value={maxShare}
          onChange={(value) => value !== null && setExpiry({ maxShare: value })}
        />
      </FormLine>
    </>
  )
}
