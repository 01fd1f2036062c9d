import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleStop, NotebookPen, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import type { Turn, TurnEnd as TurnEndKind } from '../../shared/conversation.ts'
import { worded } from '../format/worded.ts'
import { Notice } from '../ui/Notice.tsx'
import { Steps, stopHere } from './TurnSteps.tsx'

interface TurnEndProps {
  readonly turn: Turn
  readonly conversation: string
  /** The latest turn: if it did not end well, it can be retried or continued. */
  readonly isLast: boolean
}

/** How a turn ended, and what can be done about it. */
export function TurnEnd({ turn, conversation, isLast }: TurnEndProps) {
  const [dismissed, setDismissed] = useState<number | null>(null)
  if (turn.end === null) return null
  return (
    <EndNotice
      end={turn.end}
      isLast={isLast}
      hasParts={turn.parts.length > 0}
      actions={
        isLast && turn.end.next.length > 0 && dismissed !== turn.number ? (
          <Steps
            turn={turn}
            steps={turn.end.next}
            conversation={conversation}
            onStop={() => stopHere(conversation, () => setDismissed(turn.number))}
          />
        ) : undefined
      }
    />
  )
}

function EndNotice({
  end,
  isLast,
  hasParts,
  actions,
}: {
  readonly end: NonNullable<Turn['end']>
  readonly isLast: boolean
  /** Whether anything of the answer is shown above. */
  readonly hasParts: boolean
  readonly actions: ReactNode
}) {
  if (end.kind === 'done')
    return actions === undefined ? null : (
      <>
        <p className="turnend">
          <NotebookPen className="i s" aria-hidden />
          <Trans>The agent has wrapped up.</Trans>
        </p>
        <div className="row steps">{actions}</div>
      </>
    )
  if (end.kind === 'stopped')
    return (
      <>
        <p className="turnend">
          <CircleStop className="i s" aria-hidden />
          {hasParts ? (
            <Trans>You stopped the agent. Anything it saved to the memory stays until you undo it.</Trans>
          ) : (
            <Trans>You stopped the agent.</Trans>
          )}
        </p>
        {actions !== undefined && <div className="row steps">{actions}</div>}
      </>
    )
  const { head, otherwise } = wordsFor(end.kind, hasParts)
  const variant = !isLast ? 'info' : end.kind === 'failed' ? 'danger' : 'wait'
  return (
    <Notice icon={TriangleAlert} variant={variant} head={head} actions={actions}>
      {end.reason === null ? otherwise : worded(end.reason)}
    </Notice>
  )
}

/** What heads the reason, and what stands in for one that is missing. */
function wordsFor(
  kind: Exclude<TurnEndKind, 'done' | 'stopped'>,
  hasParts: boolean,
): { readonly head: string; readonly otherwise?: string } {
  switch (kind) {
    case 'interrupted':
      return {
        head: t`This turn was interrupted.`,
        otherwise: t`Variorum was closed during this turn. The memory is intact.`,
      }
    case 'max_tokens':
      return { head: t`The answer was cut off.`, otherwise: t`The answer reached the model’s maximum length.` }
    case 'limit':
      return { head: t`A limit was reached.` }
    case 'refused':
      return { head: t`The request was declined.` }
    case 'failed':
      return {
        head: hasParts ? t`The model stopped.` : t`No answer.`,
        otherwise: t`Your message is kept and the memory is intact.`,
      }
    default:
      return assertNever(kind)
  }
}
