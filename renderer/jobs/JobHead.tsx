import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MessageSquareText, Play } from 'lucide-react'
import { useState } from 'react'
import type { Job } from '../../shared/jobs/job.ts'
import { nextSession } from '../../shared/jobs/next-session.ts'
import { beginSession, beginWork } from '../state/jobs-store.ts'
import { openChat } from '../state/routes.ts'
import { RedactableText } from '../text/RedactedText.tsx'
import { Button } from '../ui/Button.tsx'
import { isPaused, phaseBadge, phaseWords, templateWords } from './job-words.ts'
import { JobProgress } from './JobProgress.tsx'

const MAX_TITLE_CHARACTERS = 90

/** What is to be reached, how far it is, and what to do next. */
export function JobHead({ job }: { readonly job: Job }) {
  return (
    <header className="job-head">
      <div className="row">
        <span className={phaseBadge(job)}>{phaseWords(job)}</span>
        {job.template !== null && job.template !== 'general' && (
          <span className="meta">{templateWords(job.template).name}</span>
        )}
      </div>
      <h2 className={job.goal.length > MAX_TITLE_CHARACTERS ? 'goal long' : 'goal'}>
        <RedactableText text={job.goal} />
      </h2>
      <div className="row job-does">
        <NextStep job={job} />
        {job.total > 0 && <JobProgress {...job} isTold={isPaused(job)} />}
      </div>
    </header>
  )
}

function NextStep({ job }: { readonly job: Job }) {
  const { phase, running, sessions, name } = job
  const [busy, setBusy] = useState(false)
  const run = async (work: (name: string) => Promise<boolean>): Promise<void> => {
    setBusy(true)
    await work(name)
    setBusy(false)
  }
  const session = nextSession(job)
  // A session can do little while the checklist cannot be read: the notice below says what to do first.
  const variant = job.problem === null ? 'pri' : 'plain'
  const current = sessions.find(({ conversation }) => conversation === running) ?? sessions.at(-1)
  if (phase === 'planned')
    return (
      <Button variant={variant} icon={Play} busy={busy} onClick={() => void run(beginWork)}>
        <Trans>Begin work</Trans>
      </Button>
    )
  if (phase === 'planning' && running === null)
    return (
      <>
        <Button variant="pri" icon={Play} busy={busy} onClick={() => void run(beginSession)}>
          <Trans>Start planning</Trans>
        </Button>
        {current !== undefined && (
          <Button icon={MessageSquareText} onClick={() => openChat(current.conversation)}>
            <Trans>Open the last session</Trans>
          </Button>
        )}
      </>
    )
  if (running !== null)
    return current === undefined ? null : (
      <Button variant="pri" icon={MessageSquareText} onClick={() => openChat(current.conversation)}>
        {phase === 'planning' ? t`Open the planning session` : t`Open session ${current.session}`}
      </Button>
    )
  if (phase === 'done')
    return (
      <span className="row good">
        <Trans>Every step is done.</Trans>
      </span>
    )
  return (
    <Button variant={variant} icon={Play} busy={busy} onClick={() => void run(beginSession)}>
      <Trans>Begin session {session}</Trans>
    </Button>
  )
}
