import type { Spending } from '../../../shared/budget.ts'
import type { ConversationJob, TurnEnd } from '../../../shared/conversation.ts'
import type { InFlight } from '../../../shared/jobs/job.ts'
import type { JobName } from '../../../shared/jobs/names.ts'

/** A conversation that is a session of a job, as its file tells. */
export interface SessionRecord {
  readonly conversation: string
  readonly job: ConversationJob
  readonly title: string
  readonly startedAt: string
  readonly updatedAt: string
  readonly running: boolean
  /** How its last turn ended; null while it runs, and before the first. */
  readonly end: TurnEnd | null
  readonly changes: number
  readonly spendings: readonly Spending[]
}

/** The sessions of jobs on this device, about the open store. */
export interface Sessions {
  /** Oldest first; of one job, or of all. */
  list(name?: JobName): Promise<readonly SessionRecord[]>
  /** What the last turn of a session was doing when it was interrupted; null if it ended well. */
  inFlight(conversation: string): Promise<InFlight | null>
}
