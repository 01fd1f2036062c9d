import type { ExpiryPolicy, Policies } from '../../shared/policy.ts'
import { differencesText } from '../format/difference-text.ts'
import { editPolicies, type PoliciesEdit, applyProposed, proposePolicies } from '../state/policy-store.ts'

/** Saves what the user changed in the form. */
export const savePolicies = (edit: PoliciesEdit): void => editPolicies(edit, differencesText)

export const saveProposed = (): void => applyProposed(differencesText)

/** Limits and expiry are saved once it is known what they do to the files. */
export const setLimits = (change: Partial<Policies['limits']>): void =>
  proposePolicies((now) => ({ ...now, limits: { ...now.limits, ...change } }))

export const setExpiry = (change: Partial<ExpiryPolicy>): void =>
  proposePolicies((now) => ({ ...now, expiry: { ...now.expiry, ...change } }))
