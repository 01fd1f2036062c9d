import { useChat } from '../state/chat-store.ts'
import { onDesktop } from '../wire.ts'

/**
 * In a browser, closing the page asks first while a session of a job has not written down where it is. The desktop asks
 * by itself, and offers to wrap up. Only sessions that went on since the page was opened count.
 */
export function askBeforeLeaving(): void {
  if (onDesktop) return
  window.addEventListener('beforeunload', (event) => {
    const opened = new Date(performance.timeOrigin).toISOString()
    const isOpen = (useChat.getState().list ?? []).some(
      ({ job, updatedAt }) => job !== null && job.judges === undefined && !job.isWrappedUp && updatedAt > opened,
    )
    if (isOpen) event.preventDefault()
  })
}
