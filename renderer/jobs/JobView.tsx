import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Job } from '../../shared/jobs/job.ts'
import { useJob } from '../state/jobs-store.ts'
import { chatPath, openJob } from '../state/routes.ts'
import { useWindow } from '../state/window-store.ts'
import { InlineMarkdown, Markdown } from '../text/Markdown.tsx'
import { RedactableText } from '../text/RedactedText.tsx'
import { Bar } from '../ui/Bar.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { explained } from '../ui/Tooltip.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { Checklist } from './Checklist.tsx'
import { withoutTitle } from './job-words.ts'
import { JobHead } from './JobHead.tsx'
import { JobNotices } from './JobNotices.tsx'
import { JobPanel } from './JobPanel.tsx'
import { JobSection } from './JobSection.tsx'

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

const QUESTIONS_PER_STEP = 10
const MAX_QUESTIONS = 50

/** What only the user can answer. */
function Questions({ job: { name, questions } }: { readonly job: Job }) {
  const { shown, more } = useGradualList(name, questions.length, QUESTIONS_PER_STEP, MAX_QUESTIONS)
  if (questions.length === 0) return null
  return (
    <JobSection id="job-questions" name={t`Open questions`}>
      <ul className="mem job-questions">
        {questions.slice(0, shown).map((question, index) => (
          <li key={index}>
            <InlineMarkdown text={question} />
          </li>
        ))}
      </ul>
      {more !== null && (
        <Button small onClick={more}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </JobSection>
  )
}

/** What was decided, and why. */
function Decisions({ job: { decisions } }: { readonly job: Job }) {
  const text = withoutTitle(decisions)
  if (text === '') return null
  return (
    <JobSection id="job-decisions" name={t`Decisions`}>
      <div className="mem">
        <Markdown text={text} />
      </div>
    </JobSection>
  )
}

/** How to start and to test. */
function StartNotes({ job: { files } }: { readonly job: Job }) {
  const text = withoutTitle(files.start.text ?? '')
  if (text === '') return null
  return (
    <JobSection id="job-start" name={t`How to start and test`}>
      <div className="mem">
        <Markdown text={text} />
      </div>
    </JobSection>
  )
}

const ENTRIES_PER_STEP = 5
const MAX_ENTRIES = 20

/** What each session wrote down, the newest first. */
function JobLog({ job }: { readonly job: Job }) {
  const { log } = job
  const { shown, more } = useGradualList(job.name, log.length, ENTRIES_PER_STEP, MAX_ENTRIES)
  if (log.length === 0) return null
  return (
    <JobSection id="job-log" name={t`Log`}>
      {log.slice(0, shown).map(({ heading, session, text }, index) => (
        <article key={`${heading} ${log.length - index}`} className="job-entry">
          <h3>
            <RedactableText text={heading} />
            <SessionLink job={job} session={session} />
          </h3>
          <div className="mem">
            <Markdown text={text} />
          </div>
        </article>
      ))}
      {more !== null && (
        <Button small onClick={more}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </JobSection>
  )
}

function SessionLink({ job, session }: { readonly job: Job; readonly session: number | null }) {
  const conversation = job.sessions.find((one) => one.session === session)?.conversation
  if (conversation === undefined || session === null) return null
  return (
    <a className="text-link" href={`#${chatPath(conversation)}`} {...explained(t`Open session ${session}`)}>
      <Trans>conversation</Trans>
    </a>
  )
}
