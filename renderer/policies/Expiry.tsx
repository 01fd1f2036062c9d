import { t } from '@lingui/core/macro'
import type { PolicyState } from '../../shared/policy-state.ts'
import type { ExpiryPolicy, Policies } from '../../shared/policy.ts'
import { editPolicies } from '../state/policy-store.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'
import { ExpiryEffect } from './ExpiryEffect.tsx'
import { PathsField } from './PathsField.tsx'
import { QuantityField } from './QuantityField.tsx'
import type { Effect } from './use-policy-effect.ts'

interface ExpiryProps {
  readonly policies: Policies
  readonly state: PolicyState
  readonly effect: Effect
}

const setExpiry = (change: Partial<ExpiryPolicy>): void =>
  editPolicies((policies) => ({ ...policies, expiry: { ...policies.expiry, ...change } }))

/** Removes files that nobody reads after a while, from the memory but never from the timeline. */
export function Expiry({ policies, state, effect }: ExpiryProps) {
  const { on, days, paths, announceDays, maxShare } = policies.expiry
  return (
    <Section
      id="pol-expiry"
      name={t`Expiry`}
      about={t`Expired files are deleted; you can restore them from the timeline. Pinned files are kept.`}
      effect={<ExpiryEffect policies={policies} state={state} effect={effect} />}
    >
      <FormLine label={t`Delete files nobody has read or written lately`}>
        <Switch
          name={t`Delete files nobody has read or written lately`}
          on={on}
          onChange={(now) => setExpiry({ on: now })}
        />
      </FormLine>
      <FormLine label={t`After`} hint={t`days of use`}>
        <QuantityField
          name={t`After`}
          unit="count"
          value={days}
          onChange={(value) => value !== null && setExpiry({ days: value })}
        />
      </FormLine>
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
    </Section>
  )
}
