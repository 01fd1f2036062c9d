import { type RefObject, useState } from 'react'
import type { MessageCheck, Secrets } from '../../shared/policy-state.ts'
import { api } from '../state/api.ts'
import { warnOf } from '../state/attempt.ts'

interface Asking {
  readonly text: string
  /** Where it is typed. */
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly send: (secrets?: Secrets) => Promise<void>
}

/** Sends what is typed, once it is known that the policies find nothing in it, or the user has decided. */
export function useSecretsQuestion({ text, field, send }: Asking) {
  const [sending, setSending] = useState(false)
  const [found, setFound] = useState<(MessageCheck & { readonly of: string }) | null>(null)

  async function sendIt(secrets?: Secrets): Promise<void> {
    if (secrets === undefined && text.trim() !== '') {
      const check = await checkMessage(text)
      setFound(check === null || check.rules.length === 0 ? null : { ...check, of: text })
      if (check === null || check.rules.length > 0) return
    } else setFound(null)
    await send(secrets)
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
    warnOf(error)
    return null
  }
}
