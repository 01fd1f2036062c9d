import { t } from '@lingui/core/macro'
import { assertNever } from '../../shared/assert-never.ts'
import type { AskedAgain } from '../../shared/undoing.ts'
import { worded } from '../format/worded.ts'
import { useStatusBar } from './status-bar-store.ts'
import { tellUndone, wayBack } from './undo-flow.ts'
import { reportOutcome } from './write-outcome.ts'

/**
 * Says in the status bar how it went to ask again, as far as the thread does not show it.
 * @param anyway does it even though a policy refuses what is put back
 * @returns whether the message was sent
 */
export function reportAskedAgain(outcome: AskedAgain, anyway: () => void): boolean {
  switch (outcome.kind) {
    case 'begun':
      if (outcome.putBack !== null) void tellUndone(outcome.putBack, false)
      return true
    case 'not-put-back': {
      const mayOverride = outcome.outcome.kind === 'refused' && outcome.outcome.mayOverride === true
      reportOutcome({ ...outcome.outcome, ...(mayOverride && { action: { label: t`Undo anyway`, run: anyway } }) })
      return false
    }
    case 'not-sent': {
      const reason = worded(outcome.reason)
      const action = wayBack(outcome.putBack.commit, false)
      useStatusBar.getState().warn(t`The memory changes were undone, but nothing was sent. ${reason}`, action)
      return false
    }
    default:
      return assertNever(outcome)
  }
}
