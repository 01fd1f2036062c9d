import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { verbatim } from '../../shared/messages/say.ts'
import type { RuleTrial } from '../../shared/policy-state.ts'
import type { UserRule } from '../../shared/policy.ts'
import { api, sentence } from '../state/api.ts'

const TYPING_PAUSE_MS = 150

export interface Trial extends RuleTrial {
  readonly sample: string
  /** Whether it is of the rule as it is now, not of one that was edited since. */
  readonly isCurrent: boolean
}

/** Tries a rule on a sample while typing; `null` until the first answer. */
export function useTrial(rule: UserRule | null, sample: string): Trial | null {
  const [trial, setTrial] = useState<(Omit<Trial, 'isCurrent'> & { readonly key: string }) | null>(null)
  const key = rule === null ? null : JSON.stringify(rule)
  const latest = useRef(rule)
  useLayoutEffect(() => {
    latest.current = rule
  })
  useEffect(() => {
    const { current } = latest
    if (key === null || current === null) return
    let isCurrent = true
    const timer = setTimeout(() => {
      api.policy.tryRule.query({ rule: current, sample }).then(
        (answer) => isCurrent && setTrial({ ...answer, sample, key }),
        (error: unknown) =>
          isCurrent && setTrial({ problem: verbatim(sentence(error)), text: sample, found: [], sample, key }),
      )
    }, TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [key, sample])
  return rule === null || trial === null ? null : { ...trial, isCurrent: trial.key === key }
}
