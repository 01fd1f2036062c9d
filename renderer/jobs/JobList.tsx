import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { JobSummary } from '../../shared/jobs/job.ts'
import { stamp } from '../format/time.ts'
import { useApp } from '../state/app-store.ts'
import { jobsQuery, useJobs } from '../state/jobs-store.ts'
import { jobPath } from '../state/routes.ts'
import { useShown } from '../state/use-query.ts'
import { RedactableText } from '../text/RedactedText.tsx'
import { Bar } from '../ui/Bar.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { isPaused, phaseBadge, phaseWords, sessionsWords } from './job-words.ts'
import { JobProgress } from './JobProgress.tsx'
import { NewJob } from './NewJob.tsx'

/** All jobs of the store, the newest first. */
export function JobList() {
  const list = useJobs((state) => state.list)
  const store = useApp((state) => state.app?.store.name)
  const [adding, setAdding] = useState(false)
  useShown(jobsQuery)
  return (
    <>
      <Bar title={t`Jobs`} crumb={store} panelName={null} />
      <div className="deck form">
        <main aria-label={t`Jobs`} data-pane tabIndex={-1}>
          <div className="jobs scroll">
            {list === null ? (
              <Skeleton rows={6} height={20} />
            ) : adding ? (
              <NewJob onClose={() => setAdding(false)} />
            ) : list.length === 0 ? (
              <NoJobs onNew={() => setAdding(true)} />
            ) : (
              <>
                <div className="jobs-head">
                  <p className="ink3">
                    <Trans>Work that takes several sessions. Each session reads what the previous one learned.</Trans>
                  </p>
                  <Button variant="pri" icon={Plus} onClick={() => setAdding(true)}>
                    <Trans>New job</Trans>
                  </Button>
                </div>
                <ul aria-label={t`Jobs`}>
                  {list.map((job) => (
                    <JobRow key={job.name} job={job} />
                  ))}
                </ul>
              </>
            )}
          </div>
        </main>
      </div>
    </>
  )
}

/** More than two lines hold. */
const MAX_GOAL_CHARACTERS = 300

function JobRow({ job }: { readonly job: JobSummary }) {
  return (
    <li>
      <a className="job-row" href={`#${jobPath(job.name)}`}>
        <span className="mem cut2">
          <RedactableText text={job.goal.slice(0, MAX_GOAL_CHARACTERS).toWellFormed()} />
        </span>
        <span className={phaseBadge(job)}>{phaseWords(job)}</span>
        {job.total > 0 && <JobProgress {...job} isTold={isPaused(job)} />}
        <span className="meta">
          {sessionsWords(job.sessionCount)} · {stamp(job.updatedAt)}
        </span>
      </a>
    </li>
  )
}

function NoJobs({ onNew }: { readonly onNew: () => void }) {
  return (
    <div className="empty">
      <h2>
        <Trans>No jobs yet</Trans>
      </h2>
      <p>
        <Trans>
          A job is work that takes more than one conversation. The first session writes a plan for you to review and
          edit. Each later session reads the plan, does one thing, checks it and saves its progress, so nothing is
          forgotten in between.
        </Trans>
      </p>
      <p>
        <Trans>
          For example: <span className="mem">“A guide to composting for beginners, with sources, in five parts.”</span>
        </Trans>
      </p>
      <Button variant="pri" icon={Plus} onClick={onNew}>
        <Trans>New job</Trans>
      </Button>
    </div>
  )
}
