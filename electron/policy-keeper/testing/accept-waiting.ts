import type { AcceptOutcome } from '../../../shared/policy-state.ts'
import { DEFAULT_POLICIES } from '../../../shared/policy.ts'
import type { PolicyKeeper } from '../keeper.ts'

/** Accepts the change that waits, as a user does who has just seen it. */
export async function acceptWaiting(policies: PolicyKeeper): Promise<AcceptOutcome> {
  return policies.accept((await policies.waiting())?.policies ?? DEFAULT_POLICIES)
}
