import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import type { ConversationSummary } from '../../shared/conversation.ts'
import { renameConversation } from '../state/conversation-actions.ts'
import { afterPress } from '../ui/after-press.ts'

/** Renames a conversation: Enter or leaving the field saves, Esc does not. */
export function TitleField({
  summary,
  onClose,
}: {
  readonly summary: ConversationSummary
  readonly onClose: () => void
}) {
  const isDone = useRef(false)
  const end = (typed: string | null): void => {
    if (isDone.current) return
    isDone.current = true
    onClose()
    if (typed !== null) void renameConversation(summary, typed)
  }
  return (
    <input
      className="title-edit"
      aria-label={t`Conversation title`}
      defaultValue={summary.title}
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={({ target }) => afterPress(() => end(target.value))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(event.currentTarget.value)
        else if (event.key === 'Escape') end(null)
        else return
        event.preventDefault()
      }}
    />
  )
}
