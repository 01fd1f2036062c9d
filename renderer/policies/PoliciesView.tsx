import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileWarning } from 'lucide-react'
import { differences } from '../../shared/policy-differences.ts'
import type { PolicyState } from '../../shared/policy-state.ts'
import { differenceText } from '../format/difference-text.ts'
import { worded } from '../format/worded.ts'
import { useApp } from '../state/app-store.ts'
import { acceptPolicies, keepPolicies, policiesQuery, usePolicies } from '../state/policy-store.ts'
import { POLICIES } from '../state/routes.ts'
import { usePart } from '../state/use-part.ts'
import { useShown } from '../state/use-query.ts'
import { Bar } from '../ui/Bar.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useHarmlessProposals } from './AskFirst.tsx'
import { Expiry } from './Expiry.tsx'
import { Redaction } from './Redaction.tsx'
import { SizeLimits } from './SizeLimits.tsx'
import { usePolicyEffect } from './use-policy-effect.ts'
import { WriteRules } from './WriteRules.tsx'

/** Plain forms, each beside its effect on the real files. A change is saved at once, unless it would do something to the files. */
export function PoliciesView({ part }: { readonly part: string | undefined }) {
  const store = useApp((state) => state.app?.store.name)
  const { state, edited, proposed } = usePolicies()
  const policies = proposed ?? edited ?? state?.policies ?? null
  const effect = usePolicyEffect(policies)
  useHarmlessProposals({ proposed, effect, state })
  useShown(policiesQuery)
  usePart(part === undefined ? null : `pol-${part}`, state !== null, POLICIES)
  return (
    <>
      <Bar title={t`Policies`} crumb={store} panelName={null} />
      <div className="deck form">
        <main aria-label={t`Policies`} data-pane tabIndex={-1}>
          <div className="sects pol scroll">
            {state === null || policies === null ? (
              <Skeleton rows={12} />
            ) : (
              <>
                {state.waiting !== null && <FromOutside state={state} waiting={state.waiting} />}
                <Redaction policies={policies} state={state} effect={effect} />
                <WriteRules policies={policies} />
                <SizeLimits policies={policies} state={state} effect={effect} />
                <Expiry policies={policies} state={state} effect={effect} />
              </>
            )}
          </div>
        </main>
      </div>
    </>
  )
}

const MAX_DIFFERENCES_SHOWN = 6

/** Another program changed the policies file. The change is not in force until the user accepts it. */
function FromOutside({
  state,
  waiting,
}: {
  readonly state: PolicyState
  readonly waiting: NonNullable<PolicyState['waiting']>
}) {
  const changes = waiting.policies === null ? [] : differences(state.policies, waiting.policies)
  const more = changes.length - MAX_DIFFERENCES_SHOWN
  const problem = waiting.problem === null ? '' : worded(waiting.problem)
  return (
    <div className="over-file">
      <Notice
        icon={FileWarning}
        variant="outside"
        head={t`Another program changed the policies.`}
        actions={
          <>
            <Button
              small
              disabled={waiting.policies === null}
              onClick={() => waiting.policies !== null && void acceptPolicies(waiting.policies)}
            >
              <Trans>Accept</Trans>
            </Button>
            <Button small onClick={() => void keepPolicies()}>
              <Trans>Keep mine</Trans>
            </Button>
          </>
        }
      >
        {waiting.policies === null ? problem : <Trans>Your previous policies apply until you accept the change.</Trans>}
        {changes.length > 0 && (
          <span className="diffs">
            {changes.slice(0, MAX_DIFFERENCES_SHOWN).map((each) => (
              <span key={each.key + (each.rule ?? '')}>{differenceText(each)}</span>
            ))}
            {more > 0 && plural(more, { one: 'and # more', other: 'and # more' })}
          </span>
        )}
      </Notice>
    </div>
  )
}
