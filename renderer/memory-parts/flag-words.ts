import { t } from '@lingui/core/macro'
import { assertNever } from '../../shared/assert-never.ts'
import type { FlagKind } from '../../shared/jobs/job.ts'

/** What is odd about a change of a job's checklist. */
export function flagWords(kind: FlagKind): string {
  switch (kind) {
    case 'no-evidence':
      return t`Ticked without evidence`
    case 'reworded':
      return t`Reworded a step`
    case 'removed':
      return t`Removed a step`
    default:
      return assertNever(kind)
  }
}
