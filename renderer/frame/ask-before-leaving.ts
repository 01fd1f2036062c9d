import { useChat } from '../state/chat-store.ts'
import { unsentTexts } from '../state/drafts-store.ts'
import { useJobs } from '../state/jobs-store.ts'
import { hasUnsavedPolicies } from '../state/policy-store.ts'
import { flushUnsaved, hasUnsavedFiles } from '../state/unsaved-store.ts'
import { onDesktop } from '../wire.ts'

/**
 * Closing the page asks first while something that was typed is neither saved nor sent, and in a browser while a session
 * of a job has not written down where it is. Of such sessions the desktop asks by itself, and offers to wrap up.
 */
export function askBeforeLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    if (isTextUnsaved() || (!onDesktop && isSessionOpen())) event.preventDefault()
  })
}

/** Whether something typed would go with the window. */
export function isTextUnsaved(): boolean {
  flushUnsaved()
  const { goal, isGoalCancelled } = useJobs.getState()
  const typed = [...unsentTexts(), isGoalCancelled ? '' : goal]
  return hasUnsavedFiles() || hasUnsavedPolicies() || typed.some((text) => text.trim() !== '')
}

/** Only sessions that went on since the page was opened count. */
function isSessionOpen(): boolean {
  const opened = new Date(performance.timeOrigin).toISOString()
  return (useChat.getState().list ?? []).some(
    ({ job, updatedAt }) => job !== null && job.judges === undefined && !job.isWrappedUp && updatedAt > opened,
  )
}
