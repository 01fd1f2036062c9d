import { t } from '@lingui/core/macro'
import { MessageCircleQuestionMark } from 'lucide-react'
import type { NewConversation } from '../state/drafts-store.ts'
import { setAsksFirst, useAsksFirst } from '../state/drafts-store.ts'
import { explained } from '../ui/Tooltip.tsx'

interface AskFirstButtonProps {
  readonly id: string | undefined
  readonly how: NewConversation
}

/** Whether what the agent writes in this conversation waits for the user. */
export function AskFirstButton({ id, how }: AskFirstButtonProps) {
  const isOn = useAsksFirst(id, how)
  return (
    <button
      type="button"
      className={isOn ? 'pick ask-first on' : 'pick ask-first'}
      aria-pressed={isOn}
      aria-label={t`Ask me first`}
      {...explained(
        isOn
          ? t`Nothing that the agent writes in this conversation is saved before you say so`
          : t`The agent saves what it writes. Press to be asked first`,
      )}
      onClick={() => void setAsksFirst(id, !isOn, how)}
    >
      <MessageCircleQuestionMark className="i s" aria-hidden />
    </button>
  )
}
