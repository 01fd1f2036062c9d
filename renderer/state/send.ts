import { ulid } from 'ulid'
import type { Budget } from '../../shared/budget.ts'
import type { Secrets } from '../../shared/policy-state.ts'
import type { Saving } from '../../shared/saving.ts'
import type { UndoHow } from '../../shared/undoing.ts'
import { api } from './api.ts'
import { reportAskedAgain } from './asked-again.ts'
import { warnOf } from './attempt.ts'
import { conversationsQuery, isSettled, loadConversation, without } from './chat-store.ts'
import {
  type Draft,
  isSame,
  isToRemember,
  unsentKey,
  unsentOf,
  useDrafts,
  endEditing,
  moveUnsent,
  presentKey,
  savingOf,
  type NewConversation,
  setUnsent,
} from './drafts-store.ts'

interface UnconfirmedMessage {
  readonly draft: Draft
  readonly request: { readonly id: string; readonly message: string }
}
interface SendHow extends NewConversation {
  readonly secrets?: Secrets | undefined
  readonly edits?: number | undefined
  readonly putBack?: UndoHow | undefined
}

/** The message last sent, by conversation, until it is known to be on disk. */
const unconfirmed = new Map<string, UnconfirmedMessage>()

/**
 * Sends what is typed; it is cleared only when the message is on disk. A message sent again because it may or
 * may not have arrived keeps its ids, so that it is answered once.
 * @param how `store`, `at`, `temporary`: what kind of conversation it is; `secrets`: what the user decided when asked;
 * `edits`: the turn whose message it replaces; `putBack`: what that wrote is first put back in the memory
 * @returns the id of the conversation, `null` on failure
 */
export async function send(
  id: string | undefined,
  draft: Draft,
  { secrets, edits, putBack, ...how }: SendHow = {},
): Promise<string | null> {
  const key = unsentKey(id, how)
  const before = unconfirmed.get(key)
  const again = before !== undefined && isSame(draft, before.draft) ? before.request : undefined
  const request = again ?? { id: id ?? ulid(), message: ulid() }
  unconfirmed.set(key, { draft, request })
  try {
    if (!(await isSettled(id))) return null
    const remember = isTold(id, how) && isToRemember(draft)
    const { text, pictures } = draft
    const message = { ...request, text, pictures, secrets, ...(remember && { remember }) }
    if (edits === undefined)
      await api.chat.send.mutate({
        ...message,
        store: how.store,
        // Also of one begun before: gone, it must not come back as one that is kept.
        ...(how.temporary === true && { temporary: true }),
        // While this waited, the store may have become known.
        ...(id === undefined && beginning(presentKey(key), how.at)),
      })
    else {
      const outcome = await api.chat.edit.mutate({ ...message, turn: edits, putBack })
      if (
        !reportAskedAgain(
          outcome,
          () => void send(id, draft, { secrets, edits, putBack: { ...putBack, override: true } }),
        )
      )
        return null
    }
    unconfirmed.delete(key)
    // At the start the store may have become known meanwhile.
    const isTyped = useDrafts.getState().editing.get(request.id)?.turn === edits
    if (isTyped) takeSent(unsentKey(id, how), draft, endEditing(request.id))
    if (id === undefined) {
      const chosen = presentKey(key)
      useDrafts.setState(({ budgets, saving }) => ({
        budgets: without(budgets, chosen),
        saving: without(saving, chosen),
      }))
      await Promise.all([conversationsQuery.now(), loadConversation(request.id)])
      // Last, since the user types on: the next message is for the conversation that has begun.
      moveUnsent(unsentKey(id, how), request.id)
    }
    return request.id
  } catch (error) {
    warnOf(error)
    return null
  }
}

/** Whether only what the user asks for is saved there. A conversation that writes nothing is asked for nothing. */
const isTold = (id: string | undefined, how: NewConversation): boolean =>
  how.temporary !== true && how.at === undefined && savingOf(id, how) === 'told'

/** Takes the message that was sent out of what is typed. What was typed behind it since then stays. */
function takeSent(key: string, sent: Draft, earlier: Draft): void {
  const { text, pictures } = unsentOf(key)
  if (!text.startsWith(sent.text)) return
  const added = pictures.filter((picture) => !sent.pictures.includes(picture))
  setUnsent(key, {
    ...earlier,
    text: earlier.text + text.slice(sent.text.length),
    pictures: [...earlier.pictures, ...added],
  })
}

/** What only a conversation's first message says. */
function beginning(
  key: string,
  at: string | undefined,
): { readonly at?: string; readonly budget?: Budget; readonly saving?: Saving } {
  const { budgets, saving: savings } = useDrafts.getState()
  const [budget, saving] = [budgets.get(key), savings.get(key)]
  return {
    ...(at !== undefined && { at }),
    ...(budget !== undefined && { budget }),
    ...(saving !== undefined && { saving }),
  }
}
