import type { PolicyEffect } from '../../shared/policy-state.ts'
import type { Policies } from '../../shared/policy.ts'

/** What new policies would do to files at once; `null` for a figure that is not known. */
export interface Harm {
  readonly expire: number | null
  /** How many more files would be over a limit. */
  readonly over: number
}

/** @param overNow how many files are over a limit already */
export function harmOf(proposed: Policies, effect: PolicyEffect, now: Policies, overNow: number): Harm | null {
  const isSame = (one: unknown, two: unknown): boolean => JSON.stringify(one) === JSON.stringify(two)
  const expires = proposed.expiry.on && !isSame(proposed.expiry, now.expiry)
  const expire = expires ? (effect.expires?.length ?? null) : 0
  const over = isSame(proposed.limits, now.limits) ? 0 : Math.max(0, effect.overCount - overNow)
  return expire === 0 && over === 0 ? null : { expire, over }
}
