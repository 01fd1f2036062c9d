import { plural, t } from '@lingui/core/macro'
import { differences } from '../../shared/policy-differences.ts'
import type { ExpiryPolicy, Policies } from '../../shared/policy.ts'
import { editPolicies, type PoliciesEdit, applyProposed, proposePolicies } from '../state/policy-store.ts'
import { differenceText } from './difference-text.ts'

/** Saves what the user changed in the form. */
export const savePolicies = (edit: PoliciesEdit): void => editPolicies(edit, savedText)

export const saveProposed = (): void => applyProposed(savedText)

/** Limits and expiry are saved once it is known what they do to the files. */
export const setLimits = (change: Partial<Policies['limits']>): void =>
  proposePolicies((now) => ({ ...now, limits: { ...now.limits, ...change } }))

export const setExpiry = (change: Partial<ExpiryPolicy>): void =>
  proposePolicies((now) => ({ ...now, expiry: { ...now.expiry, ...change } }))

/** "Size · Files: 500 → 700" */
function savedText(from: Policies, to: Policies): string {
  const [first, ...more] = differences(from, to)
  if (first === undefined) return t`Policies saved`
  const words = differenceText(first)
  const count = more.length
  return count === 0 ? words : plural(count, { one: `${words}, and # more`, other: `${words}, and # more` })
}
