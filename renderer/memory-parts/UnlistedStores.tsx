import { t } from '@lingui/core/macro'
import type { Message } from '../../shared/messages/message.ts'
import { worded } from '../format/worded.ts'
import { useOtherStores } from '../state/stores-store.ts'

/** Of the stores that are kept besides the open one: those that could not be read, and why. */
export function UnlistedStores({ unread }: { readonly unread: ReadonlyMap<string, Message> }) {
  return useOtherStores().map(({ key, name, keepingProblem }) => {
    const why = keepingProblem ?? unread.get(key)
    return why !== undefined && <p key={key} className="note">{t`Not listed: ${name}. ${worded(why)}`}</p>
  })
}
