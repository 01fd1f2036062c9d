import { verbatim } from '../../shared/messages/say.ts'
import type { RuleTrial } from '../../shared/policy-state.ts'
import type { UserRule } from '../../shared/policy.ts'
import { api, sentence } from '../state/api.ts'
import { useQuery } from '../state/use-query.ts'

export interface Trial extends RuleTrial {
  readonly sample: string
  /** Whether it is of the rule as it is now, not of one that was edited since. */
  readonly isCurrent: boolean
}

/** Tries a rule on a sample while typing; `null` until the first answer. */
export function useTrial(rule: UserRule | null, sample: string): Trial | null {
  const key = JSON.stringify(rule)
  const { answer: trial } = useQuery(
    rule === null ? null : `${key} ${sample}`,
    0,
    async () => (rule === null ? null : { ...(await tryRule(rule, sample)), sample, key }),
    { isTyped: true },
  )
  return trial == null ? null : { ...trial, isCurrent: trial.key === key }
}

function tryRule(rule: UserRule, sample: string): Promise<RuleTrial> {
  return api.policy.tryRule
    .query({ rule, sample })
    .catch((error: unknown) => ({ problem: verbatim(sentence(error)), text: sample, found: [] }))
}
