import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { PolicyState } from '../../shared/policy-state.ts'
import type { Policies } from '../../shared/policy.ts'
import { dropProposed } from '../state/policy-store.ts'
import { Button } from '../ui/Button.tsx'
import { EffectProgress } from './EffectList.tsx'
import { type Harm, harmOf } from './harm.ts'
import { saveProposed } from './save-policies.ts'
import type { Effect } from './use-policy-effect.ts'

export interface Proposal {
  readonly policies: Policies
  readonly effect: Effect
  readonly state: PolicyState
}

const isOf = ({ of }: Effect, policies: Policies): boolean => JSON.stringify(of) === JSON.stringify(policies)

/** Saves a proposal that does nothing to the files. Called once for the whole form. */
export function useHarmlessProposals({
  proposed,
  effect,
  state,
}: {
  readonly proposed: Policies | null
  readonly effect: Effect
  readonly state: PolicyState | null
}): void {
  const known = proposed !== null && state !== null && isOf(effect, proposed) && effect.effect !== null
  const isHarmless = known && harmOf(proposed, effect.effect, state.policies, state.overLimits.length) === null
  useEffect(() => {
    if (isHarmless) saveProposed()
  }, [isHarmless, proposed])
}

/** Asks in place before a proposal does something to the files. */
export function AskFirst({ policies, effect, state }: Proposal) {
  const { problem, stopped } = effect
  const harm =
    !isOf(effect, policies) || effect.effect === null
      ? null
      : harmOf(policies, effect.effect, state.policies, state.overLimits.length)
  return (
    <div role="group" aria-label={t`Not applied yet`}>
      <EffectProgress effect={effect} />
      {(harm !== null || problem !== null || stopped) && (
        <p className="row does" ref={intoView}>
          <Button small variant="pri" onClick={saveProposed}>
            {applyText(harm)}
          </Button>
          <Button small variant="q" onClick={dropProposed}>
            <Trans>Cancel</Trans>
          </Button>
        </p>
      )}
    </div>
  )
}

/** On a narrow page it is below the form. */
const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

function applyText(harm: Harm | null): string {
  if (harm !== null && harm.expire !== null && harm.expire > 0)
    return plural(harm.expire, { one: 'Apply: # file will expire', other: 'Apply: # files will expire' })
  if (harm !== null && harm.over > 0)
    return plural(harm.over, {
      one: 'Apply: # file will be over its limit',
      other: 'Apply: # files will be over their limits',
    })
  return t`Apply without knowing the effect`
}
