import { t } from '@lingui/core/macro'
import { personOf } from '../../shared/commit.ts'
import { actorName } from '../memory-parts/ActorBadge.tsx'
import { useJobSession } from '../memory-parts/use-job-session.ts'
import { useChat } from '../state/chat-store.ts'
import type { ReviewRow } from '../state/review-rows.ts'

/**
 * What several changes are together: "Job: Plan the trip, session 2", for what was written into a job's files; "From
 * outside: Codex". `null` for any other row.
 */
export function useRowTitle({ job, members, lines: [{ by }] }: ReviewRow): string | null {
  const session = useJobSession(by.conversation)
  const conversation = useChat(({ list }) => list?.find(({ id }) => id === by.conversation)?.title)
  if (members !== undefined) {
    const writer = by.actor === 'outside' ? personOf(by) : conversation
    const source = writer ?? by.client ?? (by.actor === 'outside' ? t`another program` : actorName(by.actor))
    return t`From outside: ${source}`
  }
  return job === null ? null : (session ?? t`Job: ${job}`)
}
