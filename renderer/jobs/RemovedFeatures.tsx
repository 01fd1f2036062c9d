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
import { standingRemovals } from './standing-flags.ts'

const MAX_SHOWN = 20

/** What the agent or another program took off the list, and is not there again. */
export function RemovedFeatures({
  job,
  features,
}: {
  readonly job: Job
  readonly features: readonly CheckedFeature[]
}) {
  const gone = standingRemovals(job.flags, features)
  return [...gone].slice(-MAX_SHOWN).map(([what, { commit, time, feature }]) => (
    <p key={what} className="flag">
      <Flag className="i s" aria-hidden />
      <a className="text-link" href={`#${pointPath(commit)}`}>
        {flagWords('removed')}
      </a>
      <span className="meta">{stamp(time)}</span>
      <del className="mem grow">
        <RedactableText text={what} />
      </del>
      <Button
        variant="q"
        small
        onClick={() => void editChecklist(job, { kind: 'add', what, check: '' }, t`Added again: “${shortened(what)}”`)}
      >
        <Trans>Add again</Trans>
      </Button>
      <Button variant="q" small onClick={() => void keepFlag(job, { commit, kind: 'removed', feature })}>
        <Trans>Keep</Trans>
      </Button>
    </p>
  ))
}
