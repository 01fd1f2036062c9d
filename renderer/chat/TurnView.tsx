import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Play, RotateCcw } from 'lucide-react'
import { memo } from 'react'
import type { Turn } from '../../shared/conversation.ts'
import { countMarks } from '../format/marks.ts'
import { clock } from '../format/time.ts'
import { useUndoes } from '../state/undone-store.ts'
import { undoneBy } from '../state/undone.ts'
import { OpenMarks } from '../text/OpenableMark.tsx'
import { AnswerActions } from './AnswerActions.tsx'
import { foldParts, type ThreadItem } from './fold-parts.ts'
import { groupCards } from './group-cards.ts'
import { MessageActions } from './MessageActions.tsx'
import { MessageText } from './MessageText.tsx'
import { speaker } from './speaker.ts'
import { NextStarters } from './Starters.tsx'
import { TurnEnd } from './TurnEnd.tsx'
import { TurnItem } from './TurnItems.tsx'
import { WaitingLine } from './WaitingLine.tsx'
import { AskedToWrapUp, BackToJob, SkipWrapUp } from './WrapUp.tsx'

/** One user message and everything that follows until the model stops; who, when and which turn are in the margin. */
export const TurnView = memo(function TurnView({
  turn,
  conversation,
  isLast,
}: {
  readonly turn: Turn
  readonly conversation: string
  readonly isLast: boolean
}) {
  const items = foldParts(turn.parts)
  const { number } = turn
  const running = turn.end === null
  const last = items.at(-1)?.kind
  const isUndone = useAllUndone(items)
  return (
    <section className={isLast ? 'turn last' : 'turn'} aria-label={t`Turn ${number}`} id={`turn-${number}`}>
      <div className="mg">
        <b>{t`You`}</b>
        <span className="num">{clock(turn.startedAt)}</span>
      </div>
      <div className="bd ask">
        <OpenMarks>
          <UserMessage turn={turn} />
        </OpenMarks>
      </div>
      {isAsked(turn) && (
        <MessageActions turn={turn} conversation={conversation} canEdit={!running && turn.replacedBy === undefined} />
      )}
      <div className="mg">
        <b className="agent">{speaker(turn.provider)}</b>
        <Trans>turn {number}</Trans>
      </div>
      <div className="bd stack">
        {groupCards(items).map((item, at) => (
          <TurnItem key={at} item={item} wasSentRedacted={countMarks(turn.text) > 0} isUndone={isUndone} />
        ))}
        {running && (turn.waiting !== undefined || (last !== 'text' && last !== 'running')) && (
          <WaitingLine waiting={turn.waiting} conversation={conversation} />
        )}
        {running && <SkipWrapUp conversation={conversation} items={items} />}
        <TurnEnd turn={turn} conversation={conversation} isLast={isLast} />
        {isLast && <BackToJob conversation={conversation} turn={turn} />}
        <AnswerActions turn={turn} conversation={conversation} />
        {isLast && <NextStarters id={conversation} turn={turn} />}
      </div>
    </section>
  )
})

/** Whether it has a message of its own. */
const isAsked = ({ follows }: Turn): boolean =>
  follows === undefined || follows.kind === 'edit' || follows.kind === 'regenerate'

/** The user's message, or a note that they only asked to retry or continue. */
function UserMessage({ turn }: { readonly turn: Turn }) {
  const { follows } = turn
  if (follows === undefined || isAsked(turn)) return <MessageText text={turn.text} pictures={turn.pictures} />
  const { kind, turn: before } = follows
  if (kind === 'wrap-up') return <AskedToWrapUp />
  return kind === 'retry' ? (
    <span className="turnend">
      <RotateCcw className="i s" aria-hidden />
      <Trans>Retry of turn {before}</Trans>
    </span>
  ) : (
    <span className="turnend">
      <Play className="i s" aria-hidden />
      <Trans>Continuation of turn {before}</Trans>
    </span>
  )
}

/** Whether the turn changed something, and nothing of that is in effect any more. */
function useAllUndone(items: readonly ThreadItem[]): boolean {
  const commits = items.flatMap((item) => (item.kind === 'card' ? item.commit : []))
  return useUndoes(
    ({ undoes }) => commits.length > 0 && commits.every(({ variorumId }) => undoneBy(undoes, variorumId) !== null),
  )
}
