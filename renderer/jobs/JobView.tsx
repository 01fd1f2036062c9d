import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Job } from '../../shared/jobs/job.ts'
import { useJob } from '../state/jobs-store.ts'
import { openJob } from '../state/routes.ts'
import { useWindow } from '../state/window-store.ts'
import { Bar } from '../ui/Bar.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Checklist } from './Checklist.tsx'
import { Decisions, Questions, StartNotes } from './JobDecisions.tsx'
import { JobHead } from './JobHead.tsx'
import { JobLog } from './JobLog.tsx'
import { JobNotices } from './JobNotices.tsx'
import { JobPanel } from './JobPanel.tsx'

/** One job: its plan, how far it is, and what it wrote down. */
export function JobView({ name }: { readonly name: string }) {
  const job = useJob(name)
  const panel = useWindow((state) => state.panel) && job != null
  return (
    <>
      <Bar title={t`Job`} crumb={name} panelName={t`Sessions and budget`} />
      <div className={panel ? 'deck' : 'deck no-panel'}>
        <main aria-label={t`Job`} data-pane tabIndex={-1}>
          {job === null ? <NoSuchJob /> : job === undefined ? <Skeleton rows={8} /> : <Page job={job} />}
        </main>
        {panel && <JobPanel job={job} />}
      </div>
    </>
  )
}

function Page({ job }: { readonly job: Job }) {
  return (
    <div className="job scroll" tabIndex={0}>
      <div className="job-in">
        <JobHead job={job} />
        <JobNotices job={job} />
        {job.features !== null && <Checklist job={job} features={job.features} />}
        <Questions job={job} />
        <JobLog job={job} />
        <Decisions job={job} />
        <StartNotes job={job} />
      </div>
    </div>
  )
}

function NoSuchJob() {
  return (
    <div className="bare-state">
      <div className="empty">
        <h2>
          <Trans>This job isn’t here.</Trans>
        </h2>
        <p>
          <Trans>The job has no files in this store. If they were deleted, restore them from the timeline.</Trans>
        </p>
        <Button onClick={() => openJob()}>
          <Trans>All jobs</Trans>
        </Button>
      </div>
    </div>
  )
}
