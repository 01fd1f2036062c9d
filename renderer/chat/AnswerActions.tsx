import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ScanEye } from 'lucide-react'
import type { Turn } from '../../shared/conversation.ts'
import { useChat } from '../state/chat-store.ts'
import { knowledgeButtonId, toggleKnowledge, useKnowledge } from '../state/knowledge-store.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { answerText } from './MessageActions.tsx'
import { Regenerate } from './Regenerate.tsx'

interface AnswerActionsProps {
  readonly turn: Turn
  readonly conversation: string
}

/** What can be done with an answer. */
export function AnswerActions({ turn, conversation }: AnswerActionsProps) {
  const isRunning = useChat(({ open }) => open.get(conversation)?.at(-1)?.end === null)
  const hasText = turn.parts.some(({ kind }) => kind === 'text')
  if (turn.end === null || !turn.parts.some(({ kind }) => kind === 'text' || kind === 'call')) return null
  return (
    <div className="turnend quiet">
      {hasText && <CopyButton name={t`Copy answer`} text={() => answerText(turn)} said={t`Answer copied`} />}
      {!isRunning && turn.replacedBy === undefined && !turn.end.next.includes('retry') && (
        <Regenerate turn={turn} conversation={conversation} />
      )}
      {hasText && <KnowledgeButton conversation={conversation} turn={turn.number} />}
    </div>
  )
}

/** Shows what the conversation had seen of the memory when it gave this answer. */
function KnowledgeButton({ conversation, turn }: { readonly conversation: string; readonly turn: number }) {
  const shown = useKnowledge(({ shown }) => shown?.conversation === conversation && shown.turn === turn)
  return (
    <Button
      id={knowledgeButtonId(turn)}
      variant="q"
      small
      icon={ScanEye}
      aria-expanded={shown}
      onClick={() => toggleKnowledge({ conversation, turn })}
    >
      <Trans>What did the agent know?</Trans>
    </Button>
  )
}
