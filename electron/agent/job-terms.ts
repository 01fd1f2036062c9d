import type { Budget, Spending, Spent } from '../../shared/budget.ts'
import type { JobSessionRef } from '../../shared/jobs/names.ts'

/** What the sessions of a job share. */
export interface JobTerms {
  /** As it is now: the user may change it while a turn runs. */
  readonly budget: () => Budget
  /** What the job's other sessions used, as of the last `refresh`. */
  readonly before: Spent
  /** Reads both again: another session may be answering, and another window may have changed the budget. */
  readonly refresh: () => Promise<void>
  readonly setBudget: (budget: Budget) => Promise<void>
  /** What a session used stays used when its conversation is deleted. */
  readonly keepSpent: (spendings: readonly Spending[]) => Promise<void>
}

export type JobTermsOf = (job: JobSessionRef, conversation: string) => Promise<JobTerms>
