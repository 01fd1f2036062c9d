import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronDown, ClipboardList, LogOut, NotebookPen } from 'lucide-react'
import type { ConversationJob, ConversationSummary } from '../../shared/conversation.ts'
import { jobPath, openJob } from '../state/routes.ts'
import { wrapUp } from '../state/turn-actions.ts'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'

/** In the bar of a session: the job that it belongs to. */
export function JobLink({ job: { name, session, judges } }: { readonly job: ConversationJob }) {
  return (
    <a className="text-link" href={`#${jobPath(name)}`}>
      {judges === undefined ? t`session ${session} of ${name}` : t`check of ${judges} in ${name}`}
    </a>
  )
}

/** Ends a session of a job: the agent writes down where it is first, unless the user declines. */
export function EndSession({ summary: { id, job, running } }: { readonly summary: ConversationSummary }) {
  if (job === null || job.judges !== undefined || running) return null
  const leave = (): void => openJob(job.name)
  if (job.isWrappedUp)
    return (
      <Button small icon={ClipboardList} onClick={leave}>
        <Trans>End session</Trans>
      </Button>
    )
  return (
    <Menu
      trigger={
        <Button small icon={ClipboardList}>
          <Trans>End session</Trans>
          <ChevronDown className="i xs" aria-hidden />
        </Button>
      }
      items={[
        { label: t`Wrap up first`, icon: NotebookPen, run: () => void wrapUp(id) },
        { label: t`End without wrapping up`, icon: LogOut, run: leave },
      ]}
    />
  )
}
