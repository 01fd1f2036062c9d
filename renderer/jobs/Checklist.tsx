import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flag, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CheckedFeature, Job } from '../../shared/jobs/job.ts'
import { stamp } from '../format/time.ts'
import { flagWords } from '../memory-parts/flag-words.ts'
import { editChecklist, keepFlag } from '../state/jobs-store.ts'
import { pointPath } from '../state/routes.ts'
import { RedactableText } from '../text/RedactedText.tsx'
import { Button } from '../ui/Button.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { FeatureForm } from './FeatureForm.tsx'
import { FeatureRow } from './FeatureRow.tsx'
import { progressWords, shortened } from './job-words.ts'
import { JobSection } from './JobSection.tsx'
import { standingRemovals } from './standing-flags.ts'
import { useFeatureActions } from './use-feature-actions.ts'

const ROWS_PER_STEP = 40
const MAX_ROWS = 200

/** The features of a job. Each change is a commit by the user, made at once. */
export function Checklist({ job, features }: { readonly job: Job; readonly features: readonly CheckedFeature[] }) {
  const [adding, setAdding] = useState(false)
  // The button comes back with the focus.
  const [wasAdding, setWasAdding] = useState(false)
  const stopAdding = (): void => {
    setAdding(false)
    setWasAdding(true)
  }
  const [current, setCurrent] = useState<string | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { shown, more } = useGradualList(job.name, features.length, ROWS_PER_STEP, MAX_ROWS)
  const actions = useFeatureActions(job, features, list)
  const inTabOrder = features.some(({ id }) => id === current) ? current : features[0]?.id
  const add = async (what: string, check: string): Promise<void> => {
    if (await editChecklist(job, { kind: 'add', what, check }, t`Added: “${shortened(what)}” is now last in the list`))
      stopAdding()
  }
  return (
    <JobSection id="job-features" name={t`Steps`}>
      <p className="vh" role="status">
        {progressWords(job.done, job.total)}
      </p>
      <ul className="features" aria-labelledby="job-features" ref={list}>
        {features.slice(0, shown).map((feature, index) => (
          <FeatureRow
            key={feature.id}
            {...{ job, feature, index, actions, dragged }}
            isCurrent={feature.id === inTabOrder}
            onFocus={() => setCurrent(feature.id)}
            onDrag={setDragged}
          />
        ))}
      </ul>
      {more !== null && (
        <Button small onClick={more}>
          {plural(features.length - shown, { one: 'Show # more', other: 'Show # more' })}
        </Button>
      )}
      {adding ? (
        <FeatureForm name={t`New step`} action={t`Add step`} what="" check="" onSave={add} onClose={stopAdding} />
      ) : (
        <Button variant="q" small icon={Plus} autoFocus={wasAdding} onClick={() => setAdding(true)}>
          <Trans>Add a step</Trans>
        </Button>
      )}
      <RemovedFeatures job={job} features={features} />
    </JobSection>
  )
}

const MAX_SHOWN = 20

/** What the agent or another program took off the list, and is not there again. */
function RemovedFeatures({ job, features }: { readonly job: Job; readonly features: readonly CheckedFeature[] }) {
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
