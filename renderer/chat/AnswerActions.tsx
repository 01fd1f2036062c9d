import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronDown, RefreshCw, ScanEye } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '../../shared/conversation.ts'
import { useChat } from '../state/chat-store.ts'
import { knowledgeButtonId, toggleKnowledge, useKnowledge } from '../state/knowledge-store.ts'
import { type ModelChoice, useModelChoices } from '../state/model-choices.ts'
import { regenerate } from '../state/turn-actions.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { answerText } from './MessageActions.tsx'
import { RegenerateSheet } from './RegenerateSheet.tsx'
import { askedIn, useStanding } from './use-put-back.ts'

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

const NO_TURNS: readonly Turn[] = []

interface RegenerateProps {
  readonly turn: Turn
  readonly conversation: string
}

/** Regenerates an answer, also with another model. Asks first when that replaces or puts back more than the answer. */
function Regenerate({ turn, conversation }: RegenerateProps) {
  const turns = useChat((state) => state.open.get(conversation)) ?? NO_TURNS
  const others = useModelChoices().filter(({ isReady, isChosen }) => isReady && !isChosen)
  const [asking, setAsking] = useState<{ readonly by: ModelChoice | undefined } | null>(null)
  const [busy, setBusy] = useState(false)
  const later = turns.filter(({ number, replacedBy }) => number > turn.number && replacedBy === undefined).length
  const standing = useStanding(turns, askedIn(turns, turn))
  const begin = async (by?: ModelChoice): Promise<void> => {
    if (later > 0 || standing > 0) return setAsking({ by })
    setBusy(true)
    await regenerate(conversation, turn.number, { by })
    setBusy(false)
  }
  return (
    <>
      <Button variant="q" small icon={RefreshCw} busy={busy} onClick={() => void begin()}>
        <Trans>Regenerate</Trans>
      </Button>
      {others.length > 0 && (
        <Menu
          align="start"
          trigger={<IconButton icon={ChevronDown} small name={t`Regenerate with another model`} disabled={busy} />}
          items={others.map((other) => ({ label: other.label, icon: RefreshCw, run: () => void begin(other) }))}
        />
      )}
      {asking !== null && (
        <RegenerateSheet
          turn={turn}
          turns={turns}
          conversation={conversation}
          by={asking.by}
          later={later}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
