import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Ellipsis, ListX, RefreshCw, ScanEye } from 'lucide-react'
import { useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import type { Turn } from '../../shared/conversation.ts'
import { useChat } from '../state/chat-store.ts'
import { knowledgeButtonId, toggleKnowledge } from '../state/knowledge-store.ts'
import { type ModelChoice, useModelChoices } from '../state/model-choices.ts'
import { regenerate } from '../state/turn-actions.ts'
import { undoTurn } from '../state/undo-flow.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import { answerText } from './MessageActions.tsx'
import { RegenerateSheet } from './RegenerateSheet.tsx'
import { askedIn, useStanding } from './use-put-back.ts'

interface AnswerActionsProps {
  readonly turn: Turn
  readonly conversation: string
}

/** What can be done with an answer, and with what its turn wrote: one quiet row. */
export function AnswerActions({ turn, conversation }: AnswerActionsProps) {
  const isRunning = useChat(({ open }) => open.get(conversation)?.at(-1)?.end === null)
  const standing = new Set(useStanding([turn], turn.number).flatMap(filesOf)).size
  const regenerating = useRegenerating(turn, conversation)
  if (turn.end === null || !turn.parts.some(({ kind }) => kind === 'text' || kind === 'call')) return null
  const hasText = turn.parts.some(({ kind }) => kind === 'text')
  const canRegenerate = !isRunning && turn.replacedBy === undefined && !turn.end.next.includes('retry')
  const items: readonly MenuItem[] = [
    ...(hasText
      ? [
          {
            label: t`What did the agent know?`,
            icon: ScanEye,
            takesFocus: true,
            run: () => toggleKnowledge({ conversation, turn: turn.number }),
          },
        ]
      : []),
    // Of one file, its card has Undo.
    ...(standing > 1
      ? [{ label: t`Undo this turn`, icon: ListX, run: () => void undoTurn(conversation, turn.number) }]
      : []),
    ...(canRegenerate ? regenerating.others : []),
  ]
  return (
    <div className="turnend quiet">
      {hasText && <CopyButton name={t`Copy answer`} text={() => answerText(turn)} said={t`Answer copied`} />}
      {canRegenerate && (
        <Button variant="q" small icon={RefreshCw} busy={regenerating.busy} onClick={regenerating.begin}>
          <Trans>Regenerate</Trans>
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          align="start"
          trigger={
            <IconButton id={knowledgeButtonId(turn.number)} icon={Ellipsis} small name={t`More for this answer`} />
          }
          items={items}
        />
      )}
      {regenerating.sheet}
    </div>
  )
}

const filesOf = ({ changes }: Commit): readonly string[] => changes.map(({ change }) => change.path)

const NO_TURNS: readonly Turn[] = []

/** Regenerates an answer, also with another model. Asks first when that replaces or puts back more than the answer. */
function useRegenerating(turn: Turn, conversation: string) {
  const turns = useChat((state) => state.open.get(conversation)) ?? NO_TURNS
  const others = useModelChoices().filter(({ isReady, isChosen }) => isReady && !isChosen)
  const [asking, setAsking] = useState<{ readonly by: ModelChoice | undefined } | null>(null)
  const [busy, setBusy] = useState(false)
  const later = turns.filter(({ number, replacedBy }) => number > turn.number && replacedBy === undefined).length
  const standing = useStanding(turns, askedIn(turns, turn)).length
  const begin = async (by?: ModelChoice): Promise<void> => {
    if (later > 0 || standing > 0) return setAsking({ by })
    setBusy(true)
    await regenerate(conversation, turn.number, { by })
    setBusy(false)
  }
  return {
    busy,
    begin: () => void begin(),
    others: others.map((other, at): MenuItem => {
      const { label } = other
      return {
        label: t`Regenerate with ${label}`,
        key: `${other.provider} ${other.model}`,
        icon: RefreshCw,
        apart: at === 0,
        takesFocus: true,
        run: () => void begin(other),
      }
    }),
    sheet: asking !== null && (
      <RegenerateSheet
        turn={turn}
        turns={turns}
        conversation={conversation}
        by={asking.by}
        later={later}
        onClose={() => setAsking(null)}
      />
    ),
  }
}
