import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  ArchiveRestore,
  BookOpenText,
  FileWarning,
  Gauge,
  MessageSquareText,
  NotebookPen,
  ScanEye,
  TriangleAlert,
} from 'lucide-react'
import { isUsedUp, measuresOf, raised } from '../../shared/budget.ts'
import type { ToolCall } from '../../shared/conversation.ts'
import type { ChecklistProblem, InFlight, Job } from '../../shared/jobs/job.ts'
import { limitText, measureText } from '../format/budget-words.ts'
import { listText } from '../format/language.ts'
import { when } from '../format/time.ts'
import { verbLabel } from '../format/verbs.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { setJobBudget } from '../state/jobs-store.ts'
import { openChat, openFile, openPoint, pointPath } from '../state/routes.ts'
import { NO_FILTER } from '../state/timeline-filter.ts'
import { setFilter } from '../state/timeline-store.ts'
import { wrapUp } from '../state/turn-actions.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { problemWords } from './job-words.ts'

/** What the user should know before anything else. */
export function JobNotices({ job }: { readonly job: Job }) {
  const { phase, problem, inFlight, running } = job
  return (
    <div className="job-notices">
      {phase === 'planned' && problem === null && <ReadThePlan />}
      {problem !== null && phase !== 'planning' && <Broken path={job.files.features.path} problem={problem} />}
      {inFlight !== null && running === null ? <Interrupted inFlight={inFlight} /> : <NotWrappedUp job={job} />}
      <UsedUp job={job} />
    </div>
  )
}

function UsedUp({ job: { name, budget, spent } }: { readonly job: Job }) {
  const usedUp = measuresOf(budget, spent).filter(isUsedUp)
  if (usedUp.length === 0) return null
  const used = listText(usedUp.map(measureText))
  const higher = raised(budget, spent)
  const words = listText(
    measuresOf(higher, spent)
      .filter(({ limit }) => usedUp.some((measure) => measure.limit === limit))
      .map(limitText),
  )
  return (
    <Notice
      icon={Gauge}
      variant="wait"
      head={t`This job’s budget is used up: ${used}.`}
      actions={<Button small onClick={() => void setJobBudget(name, higher)}>{t`Raise the budget to ${words}`}</Button>}
    >
      <Trans>No session can begin until you raise the budget, here or in the side panel.</Trans>
    </Notice>
  )
}

function ReadThePlan() {
  return (
    <Notice icon={ScanEye} head={t`Read the plan before work begins.`}>
      <Trans>
        Add, edit, reorder or remove steps as you like. Each edit is saved as a change by you, and the agent works from
        your list. No work starts until you choose “Begin work”.
      </Trans>
    </Notice>
  )
}

function Broken({ path, problem }: { readonly path: string; readonly problem: ChecklistProblem }) {
  const { head, what } = problemWords(problem)
  const restore = (): void => {
    setFilter({ ...NO_FILTER, path })
    openPoint()
  }
  return (
    <Notice
      icon={FileWarning}
      variant="danger"
      head={head}
      actions={
        <>
          {problem !== 'missing' && (
            <Button small icon={BookOpenText} onClick={() => openFile(path)}>
              <Trans>Open the file</Trans>
            </Button>
          )}
          <Button small icon={ArchiveRestore} onClick={restore}>
            <Trans>Show the file’s history</Trans>
          </Button>
        </>
      }
    >
      {what}
    </Notice>
  )
}

/** What the last session was doing when it was interrupted: what is in the history, and what is not. */
function Interrupted({ inFlight }: { readonly inFlight: InFlight }) {
  const { session, conversation, done, notDone, at, end } = inFlight
  const then = when(at)
  return (
    <Notice
      icon={TriangleAlert}
      variant="wait"
      head={
        end === 'stopped' ? t`You stopped session ${session} ${then}.` : t`Session ${session} was interrupted ${then}.`
      }
      actions={
        <>
          <Calls calls={done} head={t`Saved to history`} />
          <Calls calls={notDone} head={t`Not saved to history`} />
          <Button small icon={MessageSquareText} onClick={() => openChat(conversation)}>
            <Trans>Open session {session}</Trans>
          </Button>
        </>
      }
    >
      {done.length === 0
        ? t`The last turn changed nothing.`
        : plural(done.length, {
            one: 'The last turn made # change. It’s saved.',
            other: 'The last turn made # changes. They’re saved.',
          })}{' '}
      <Trans>The next session will be told about this, and will continue where this one stopped.</Trans>
    </Notice>
  )
}

function Calls({ calls, head }: { readonly calls: readonly ToolCall[]; readonly head: string }) {
  if (calls.length === 0) return null
  return (
    <div className="flight">
      <h3>{head}</h3>
      <ul>
        {calls.map(({ call, input, commit }) => (
          <li key={call}>
            {commit === null ? (
              <>
                <code>{String(input['command'])}</code> <PathText path={pathIn(input)} />
              </>
            ) : (
              <a href={`#${pointPath(commit.id)}`}>
                {verbLabel(commit).word} <PathText path={pathIn(input)} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const pathIn = (input: ToolCall['input']): string =>
  String(input['path'] ?? input['old_path'] ?? '').replace(/^\/memories\/?/, '')

/** The last session changed something and did not bring the log up to date. */
function NotWrappedUp({ job }: { readonly job: Job }) {
  const last = job.sessions.at(-1)
  if (last === undefined || last.isWrappedUp || job.running !== null) return null
  const { session, conversation } = last
  return (
    <Notice
      icon={NotebookPen}
      variant="wait"
      head={t`Session ${session} hasn’t saved its latest progress.`}
      actions={
        <Button small icon={NotebookPen} onClick={() => void wrapUp(conversation)}>
          <Trans>Wrap up</Trans>
        </Button>
      }
    >
      <Trans>
        The session’s last steps may be missing from the log. Wrap up to have the agent record them in one more turn.
      </Trans>
    </Notice>
  )
}
