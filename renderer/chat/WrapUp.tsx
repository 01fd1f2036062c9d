import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ClipboardList, NotebookPen, SkipForward } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '../../shared/conversation.ts'
import { useChat } from '../state/chat-store.ts'
import { openJob } from '../state/routes.ts'
import { skipWrapUp } from '../state/turn-actions.ts'
import { Button } from '../ui/Button.tsx'
import { isSaving, type ThreadItem } from './fold-parts.ts'

/** In place of a message: the agent was asked to write down where it is. */
export function AskedToWrapUp() {
  return (
    <span className="turnend">
      <NotebookPen className="i s" aria-hidden />
      <Trans>The agent was asked to save its progress</Trans>
    </span>
  )
}

/** While the agent is asked to save what matters, the user may decline. */
export function SkipWrapUp({
  conversation,
  items,
}: {
  readonly conversation: string
  readonly items: readonly ThreadItem[]
}) {
  const [busy, setBusy] = useState(false)
  if (!isSaving(items)) return null
  const skip = async (): Promise<void> => {
    setBusy(true)
    await skipWrapUp(conversation)
    setBusy(false)
  }
  return (
    <div className="turnend">
      <Button variant="q" small icon={SkipForward} busy={busy} onClick={() => void skip()}>
        <Trans>Skip saving progress</Trans>
      </Button>
    </div>
  )
}

/** Below the last turn of a job's session: what comes next is on the job's page. */
export function BackToJob({ conversation, turn }: { readonly conversation: string; readonly turn: Turn }) {
  const summary = useChat(({ list }) => list?.find(({ id }) => id === conversation))
  const job = summary?.job
  if (job == null || job.judges !== undefined || turn.end?.kind !== 'done') return null
  // After wrapping up, the choices are shown instead.
  if (turn.end.next.length > 0) return null
  const open = (): void => openJob(job.name)
  return (
    <div className="row steps">
      <Button small icon={ClipboardList} onClick={open}>
        {job.session === 1 && summary !== undefined && summary.changes > 0 ? t`Read the plan` : t`Show the job`}
      </Button>
    </div>
  )
}
