import { t } from '@lingui/core/macro'
import { useChat } from '../state/chat-store.ts'
import { useJobs } from '../state/jobs-store.ts'

/** "Job: Plan the trip, session 2", for a conversation that is a session of a job; `undefined` for any other. */
export function useJobSession(conversation: string | null | undefined): string | undefined {
  const job = useChat(({ list }) => list?.find(({ id }) => id === conversation)?.job)
  const goal = useJobs(({ list }) => list?.find(({ name }) => name === job?.name)?.goal)
  if (job == null) return undefined
  const { name, session } = job
  return t`Job: ${goal ?? name}, session ${session}`
}
