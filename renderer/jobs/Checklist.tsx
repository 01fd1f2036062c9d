import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CheckedFeature, Job } from '../../shared/jobs/job.ts'
import { editChecklist } from '../state/jobs-store.ts'
import { Button } from '../ui/Button.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { FeatureForm } from './FeatureForm.tsx'
import { FeatureRow } from './FeatureRow.tsx'
import { progressWords, shortened } from './job-words.ts'
import { JobSection } from './JobSection.tsx'
import { RemovedFeatures } from './RemovedFeatures.tsx'
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
    <JobSection id="job-features" name={t`Features`} path={job.files.features.path}>
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
        <FeatureForm name={t`New feature`} action={t`Add feature`} what="" check="" onSave={add} onClose={stopAdding} />
      ) : (
        <Button variant="q" small icon={Plus} autoFocus={wasAdding} onClick={() => setAdding(true)}>
          <Trans>Add a feature</Trans>
        </Button>
      )}
      <RemovedFeatures job={job} features={features} />
    </JobSection>
  )
}
