import { NOTHING_SPENT, spentIn, spentTogether } from '../../shared/budget.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Sessions } from '../agent/conversation/sessions.ts'
import type { JobTermsOf } from '../agent/job-terms.ts'
import type { JobRecords } from './job-records.ts'
import { spentBy } from './read-job.ts'

export interface TermsOptions {
  readonly records: JobRecords
  readonly settings: () => Settings
  readonly emit: (event: AppEvent) => void
  readonly now?: () => Date
}

/** What the sessions of a job share, for the agent. */
export function jobTermsFrom(
  sessions: () => Sessions,
  { records, settings, emit, now = () => new Date() }: TermsOptions,
): JobTermsOf {
  return async ({ name }, conversation) => {
    let before = NOTHING_SPENT
    async function refresh(): Promise<void> {
      await records.all()
      const others = (await sessions().list(name)).filter((session) => session.conversation !== conversation)
      before = spentTogether(records.latest(name).spentByDeleted, spentBy(others, settings().prices, now()))
    }
    await refresh()
    return {
      budget: () => records.latest(name).budget,
      get before() {
        return before
      },
      refresh,
      async keepSpent(spendings) {
        const spent = spentIn(spendings, settings().prices, now())
        await records.change(name, (record) => ({
          ...record,
          spentByDeleted: spentTogether(record.spentByDeleted, spent),
        }))
        emit({ type: 'jobs.changed' })
      },
      async setBudget(budget) {
        await records.change(name, (record) => ({ ...record, budget }))
        emit({ type: 'jobs.changed' })
      },
    }
  }
}
