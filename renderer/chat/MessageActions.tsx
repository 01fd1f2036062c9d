import { t } from '@lingui/core/macro'
import { Pencil } from 'lucide-react'
import type { Turn } from '../../shared/conversation.ts'
import { withoutOffer } from '../../shared/examples.ts'
import { editMessage } from '../state/drafts-store.ts'
import { IconButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'

interface MessageActionsProps {
  readonly turn: Turn
  readonly conversation: string
  /** Not while an answer is written, nor of what another message replaced. */
  readonly canEdit: boolean
}

/** What can be done with a message of the user. */
export function MessageActions({ turn, conversation, canEdit }: MessageActionsProps) {
  return (
    <div className="msg-acts">
      <CopyButton name={t`Copy message`} text={() => turn.text} said={t`Message copied`} />
      {canEdit && (
        <IconButton icon={Pencil} small name={t`Edit message`} onClick={() => editMessage(conversation, turn)} />
      )}
    </div>
  )
}

/** An answer as Markdown, without what the model did in between. */
export const answerText = ({ parts }: Turn): string =>
  parts
    .flatMap((part) => (part.kind === 'text' && part.text.trim() !== '' ? withoutOffer(part.text.trim()) : []))
    .join('\n\n')
