import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { Store } from '../memory/store-interface.ts'
import type { Reviewing } from './review.ts'

/** The store as the agent uses it: it is told when it writes a line again that the user removed. */
export function tellingOfRejected(store: Store, review: Pick<Reviewing, 'noteWrite'>): Store {
  const put: Store['put'] = async (...args) => {
    const outcome = await store.put(...args)
    if (outcome.kind !== 'committed') return outcome
    // The command is done, and must not fail because of what is told about it.
    const returned = await review.noteWrite(outcome.commit).catch(() => [])
    if (returned.length === 0) return outcome
    return { ...outcome, notes: [...(outcome.notes ?? []), ...returned.map(noteOf)] }
  }
  return { ...store, put }
}

function noteOf({ text, rejectedAt }: { readonly text: string; readonly rejectedAt: string }): Message {
  return say('line-was-removed', { day: rejectedAt.slice(0, 10), line: text.trim() })
}
