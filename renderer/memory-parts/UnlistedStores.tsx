import { t } from '@lingui/core/macro'
import { worded } from '../format/worded.ts'
import { useOtherStores } from '../state/stores-store.ts'

/** Of the stores that are kept besides the open one: those that cannot be read just now, and why. */
export function UnlistedStores() {
  return useOtherStores().map(
    ({ key, name, keepingProblem }) =>
      keepingProblem !== null && <p key={key} className="note">{t`Not listed: ${name}. ${worded(keepingProblem)}`}</p>,
  )
}
