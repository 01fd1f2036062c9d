import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flag } from 'lucide-react'
import type { CheckedFeature, Job } from '../../shared/jobs/job.ts'
import { stamp } from '../format/time.ts'
import { flagWords } from '../memory-parts/flag-words.ts'
import { editChecklist, keepFlag } from '../state/jobs-store.ts'
import { pointPath } from '../state/routes.ts'
import { RedactableText } from '../text/RedactedText.tsx'
import { Button } from '../ui/Button.tsx'
import { shortened } from './job-words.ts'
import { type FlagAt, standingFlags } from './standing-flags.ts'

/** What the user may not want about this feature, with the way back. */
export function FeatureFlags({ job, feature }: { readonly job: Job; readonly feature: CheckedFeature }) {
  return standingFlags(job.flags, feature).map(({ flag, at }) => (
    <FlagLine key={flag.kind} {...{ job, feature, flag, at }} />
  ))
}

function FlagLine({ job, feature, flag, at }: FlagAt & { readonly job: Job; readonly feature: CheckedFeature }) {
  const { kind, before, checkBefore } = flag
  const restore = (): void => {
    if (before === null) return
    const edit = { kind: 'reword', id: feature.id, what: before, check: checkBefore ?? feature.check } as const
    void editChecklist(job, edit, t`Restored: the earlier wording, “${shortened(before)}”`)
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
              <Trans>Earlier wording:</Trans>
            </span>{' '}
            <del className="mem">
              <RedactableText text={before !== feature.what ? before : (checkBefore ?? '')} />
            </del>
          </span>
          <Button variant="q" small onClick={restore}>
            <Trans>Restore the earlier wording</Trans>
          </Button>
        </>
      )}
      <Button variant="q" small onClick={() => void keepFlag(job, { commit: at.commit, kind, feature: feature.id })}>
        <Trans>Keep</Trans>
      </Button>
    </p>
  )
}
