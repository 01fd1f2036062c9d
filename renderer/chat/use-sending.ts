import { type RefObject, useState } from 'react'
import type { MessageCheck, Secrets } from '../../shared/policy-state.ts'
import type { UndoHow } from '../../shared/undoing.ts'
import { api, sentence } from '../state/api.ts'
import { shownStore } from '../state/app-store.ts'
import type { NewConversation } from '../state/chat-store.ts'
import { openChat, openTemporary } from '../state/routes.ts'
import { send } from '../state/send.ts'
import { useStatusBar } from '../state/status-bar-store.ts'

interface Message {
  readonly id: string | undefined
  readonly how: NewConversation
  readonly text: string
  /** For an edited message: whether what it replaces is first put back in the memory. */
  readonly putBack: UndoHow | undefined
  /** Where it is typed. */
  readonly field: RefObject<HTMLTextAreaElement | null>
}

/** Sends what is typed, once it is known that the policies find nothing in it, or the user has decided. */
export function useSending({ id, how, text, putBack, field }: Message) {
  const [sending, setSending] = useState(false)
  const [found, setFound] = useState<(MessageCheck & { readonly of: string }) | null>(null)

  async function sendIt(secrets?: Secrets): Promise<void> {
    if (secrets === undefined) {
      const check = await checkMessage(text)
      setFound(check === null || check.rules.length === 0 ? null : { ...check, of: text })
      if (check === null || check.rules.length > 0) return
    } else setFound(null)
    const sent = await send(id, text, { ...how, secrets, putBack })
    // Another store may have been opened while the message was checked and sent.
    const isReplaced = how.store !== undefined && how.store !== shownStore()
    if (sent === null || id !== undefined || isReplaced) return
    if (how.temporary === true) openTemporary(sent)
    else openChat(sent)
  }

  return {
    sending,
    /** What to ask the user about first: of this text, not of one that was changed since. */
    found: found?.of === text ? found : null,
    /** The user goes back to editing. */
    back() {
      setFound(null)
      field.current?.focus()
    },
    async submit(secrets?: Secrets) {
      setSending(true)
      await sendIt(secrets)
      setSending(false)
    },
  }
}

/** @returns `null` when it cannot be asked, which the status bar says; then nothing is sent */
async function checkMessage(text: string): Promise<MessageCheck | null> {
  try {
    return await api.chat.check.query({ text })
  } catch (error) {
    useStatusBar.getState().warn(sentence(error))
    return null
  }
}
