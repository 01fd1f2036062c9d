import type { RefObject } from 'react'
import type { UndoHow } from '../../shared/undoing.ts'
import { useSecretsQuestion } from '../memory-parts/use-secrets-question.ts'
import { shownStore } from '../state/app-store.ts'
import type { NewConversation } from '../state/chat-store.ts'
import { openChat, openTemporary } from '../state/routes.ts'
import { send } from '../state/send.ts'

interface Message {
  readonly id: string | undefined
  readonly how: NewConversation
  readonly text: string
  /** The turn whose message it is to replace. */
  readonly edits: number | undefined
  /** For an edited message: whether what it replaces is first put back in the memory. */
  readonly putBack: UndoHow | undefined
  /** Where it is typed. */
  readonly field: RefObject<HTMLTextAreaElement | null>
}

/** Sends a message, and shows its conversation. */
export function useSending({ id, how, text, edits, putBack, field }: Message) {
  return useSecretsQuestion({
    text,
    field,
    async send(secrets) {
      const sent = await send(id, text, { ...how, secrets, edits, putBack })
      // Another store may have been opened while the message was checked and sent.
      const isReplaced = how.store !== undefined && how.store !== shownStore()
      if (sent === null || id !== undefined || isReplaced) return
      if (how.temporary === true) openTemporary(sent)
      else openChat(sent)
    },
  })
}
