import { t } from '@lingui/core/macro'
import { useJobSession } from '../memory-parts/use-job-session.ts'
import type { ReviewRow } from '../state/review-rows.ts'

/** "Job: Plan the trip, session 2", for what was written into a job's files; `null` for any other row. */
export function useRowTitle({ job, lines: [{ by }] }: ReviewRow): string | null {
  const session = useJobSession(by.conversation)
  return job === null ? null : (session ?? t`Job: ${job}`)
}
