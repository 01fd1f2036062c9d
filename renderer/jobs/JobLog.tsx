import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Job } from '../../shared/jobs/job.ts'
import { chatPath } from '../state/routes.ts'
import { Markdown } from '../text/Markdown.tsx'
import { RedactableText } from '../text/RedactedText.tsx'
import { Button } from '../ui/Button.tsx'
import { explained } from '../ui/Tooltip.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { JobSection } from './JobSection.tsx'

const ENTRIES_PER_STEP = 5
const MAX_ENTRIES = 20

/** What each session wrote down, the newest first. */
export function JobLog({ job }: { readonly job: Job }) {
  const { log, files } = job
  const { shown, more } = useGradualList(job.name, log.length, ENTRIES_PER_STEP, MAX_ENTRIES)
  if (log.length === 0) return null
  return (
    <JobSection id="job-log" name={t`Log`} path={files.progress.path}>
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
