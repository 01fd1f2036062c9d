import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flag } from 'lucide-react'
import type { CheckedFeature, FeatureFlag, FlaggedCommit, Job } from '../../shared/jobs/job.ts'
import { stamp } from '../format/time.ts'
import { flagWords } from '../memory-parts/flag-words.ts'
import { editChecklist } from '../state/jobs-store.ts'
import { pointPath } from '../state/routes.ts'
import { RedactableText } from '../text/RedactedText.tsx'
import { Button } from '../ui/Button.tsx'

interface FlagAt {
  readonly flag: FeatureFlag
  readonly at: FlaggedCommit
}

/** What was odd about a change of this feature and still is: it has no evidence yet, or still says something else. */
function flagsOf({ flags }: Job, feature: CheckedFeature): readonly FlagAt[] {
  const mine = flags.flatMap((at) =>
    at.flags.flatMap((flag) => (flag.feature === feature.id && isStillSo(flag, feature) ? { flag, at } : [])),
  )
  // Of each kind the newest; flags come oldest first.
  return [...new Map(mine.map((one) => [one.flag.kind, one])).values()]
}

function isStillSo(
  { kind, before, checkBefore }: FeatureFlag,
  { what, check, state, evidence }: CheckedFeature,
): boolean {
  if (kind === 'no-evidence') return state === 'done' && evidence === null
  return kind === 'reworded' && (what !== before || (checkBefore !== null && check !== checkBefore))
}

export function FeatureFlags({ job, feature }: { readonly job: Job; readonly feature: CheckedFeature }) {
  return flagsOf(job, feature).map(({ flag, at }) => <FlagLine key={flag.kind} {...{ job, feature, flag, at }} />)
}

function FlagLine({ job, feature, flag, at }: FlagAt & { readonly job: Job; readonly feature: CheckedFeature }) {
  const { kind, before, checkBefore } = flag
  const restore = (): void => {
    if (before === null) return
    const edit = { kind: 'reword', id: feature.id, what: before, check: checkBefore ?? feature.check } as const
    void editChecklist(job, edit, t`Restored: the feature says “${before}” again`)
  }
  return (
    <p className="flag">
      <Flag className="i s" aria-hidden />
      <a className="text-link" href={`#${pointPath(at.commit)}`}>
        {flagWords(kind)}
      </a>
      <span className="meta">{stamp(at.time)}</span>
      {kind === 'reworded' && before !== null && (
        <>
          <span className="grow">
            <span className="meta">
              <Trans>It said:</Trans>
            </span>{' '}
            <del className="mem">
              <RedactableText text={before !== feature.what ? before : (checkBefore ?? '')} />
            </del>
          </span>
          <Button variant="q" small onClick={restore}>
            <Trans>Restore the words</Trans>
          </Button>
        </>
      )}
    </p>
  )
}
