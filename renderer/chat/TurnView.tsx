import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Brain, ChevronRight, CircleHelp, Eye, Gauge, PenLine, Play, RotateCcw } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import { NEAR_SHARE } from '../../shared/budget.ts'
import type { ToldLimit, ToolCall, Turn } from '../../shared/conversation.ts'
import { measureText } from '../format/budget-words.ts'
import { countMarks } from '../format/marks.ts'
import { clock } from '../format/time.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { openFile } from '../state/routes.ts'
import { useUndoes } from '../state/undone-store.ts'
import { undoneBy } from '../state/undone.ts'
import { codePieces } from '../text/code-pieces.ts'
import { CodeBlock } from '../text/CodeBlock.tsx'
import { Markdown } from '../text/Markdown.tsx'
import { OpenMarks } from '../text/OpenableMark.tsx'
import { MarkedText } from '../text/RedactedText.tsx'
import { AnswerActions } from './AnswerActions.tsx'
import { ContextMark } from './ContextMark.tsx'
import { commandOf, foldParts, isNotText, pathOf, type ThreadItem } from './fold-parts.ts'
import { lookedWords } from './looked-words.ts'
import { MarkLine } from './MarkLine.tsx'
import { MemoryCard } from './MemoryCard.tsx'
import { MessageActions } from './MessageActions.tsx'
import { speaker } from './speaker.ts'
import { NextStarters } from './Starters.tsx'
import { TurnEnd } from './TurnEnd.tsx'
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
    <section className="turn" aria-label={t`Turn ${number}`} id={`turn-${number}`}>
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
        {items.map((item, at) => (
          <Item key={at} item={item} wasSentRedacted={countMarks(turn.text) > 0} isUndone={isUndone} />
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
  if (follows === undefined || isAsked(turn))
    return codePieces(turn.text).map(({ text, isCode }, at) =>
      isCode ? (
        <CodeBlock key={at} code={text}>
          <MarkedText text={text} />
        </CodeBlock>
      ) : (
        <MarkedText key={at} text={text} />
      ),
    )
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

interface ItemProps {
  readonly item: ThreadItem
  readonly wasSentRedacted: boolean
  /** What the turn says it did was undone since. */
  readonly isUndone: boolean
}

function Item({ item, wasSentRedacted, isUndone }: ItemProps) {
  switch (item.kind) {
    case 'text':
      return (
        <div className={isUndone ? 'undone-answer' : undefined}>
          <OpenMarks>
            <Markdown text={item.text} />
          </OpenMarks>
          {isUndone && (
            <span className="badge">
              <Trans>undone since</Trans>
            </span>
          )}
        </div>
      )
    case 'thought':
      return <Thought text={item.text} />
    case 'looked':
      return <ViewedFiles calls={item.calls} />
    case 'card':
      return <MemoryCard commit={item.commit} wasSentRedacted={wasSentRedacted} />
    case 'running':
      return <Writing call={item.call} />
    case 'failed':
      return <Failed call={item.call} />
    case 'edited':
      return <ContextMark edit={item.edit} />
    case 'limit':
      return <LimitMark told={item.told} />
    case 'quiet':
      return <p className="meta">{item.call.result ?? commandOf(item.call)}</p>
  }
}

function ViewedFiles({ calls }: { readonly calls: readonly ToolCall[] }) {
  const [open, setOpen] = useState(false)
  const paths = [...new Set(calls.map(pathOf))]
  const unread = new Set(calls.filter(isNotText).map(pathOf))
  return (
    <div className="looked-row">
      <button type="button" className="looked" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Eye className="i s" aria-hidden />
        {lookedWords(calls)}
        <ChevronRight className="i xs chev" aria-hidden />
      </button>
      {open && (
        <ul className="looked-at">
          {paths.map((path) => (
            <li key={path}>
              {path === '' ? (
                <span className="meta">
                  <Trans>the list of files</Trans>
                </span>
              ) : (
                <button type="button" onClick={() => openFile(path)}>
                  <PathText path={path} />
                </button>
              )}
              {unread.has(path) && (
                <span className="meta">
                  {' · '}
                  <Trans>Not text</Trans>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Writing({ call }: { readonly call: ToolCall }) {
  const path = pathOf(call)
  return (
    <article className="card" aria-label={t`Writing ${path}`} aria-busy>
      <div className="ch">
        <ActorBadge actor="agent" />
        <span className="vb">
          <Trans>Writing</Trans>
        </span>
        <span className="cut fit">
          <PathText path={path} />
        </span>
      </div>
      <div className="cb">
        <div className="sk" />
      </div>
    </article>
  )
}

/** A command that failed, with the reply the model got. Nothing was changed. */
function Failed({ call }: { readonly call: ToolCall }) {
  const path = pathOf(call)
  const command = commandOf(call)
  const verb = command === 'view' ? t`Not found` : t`Not written`
  return (
    <article className="card refused" aria-label={t`${verb}: ${path}`}>
      <div className="ch">
        <ActorBadge actor="agent" />
        <span className="vb">{verb}</span>
        <span className="cut fit">
          <PathText path={path === '' ? command : path} />
        </span>
        <span className="grow" />
        <span className="meta num hide-n">{clock(call.time)}</span>
      </div>
      {call.result !== null && <div className="cb">{call.result}</div>}
    </article>
  )
}

/** Where a limit came near, or was used up. */
function LimitMark({ told }: { readonly told: ToldLimit }) {
  const share = NEAR_SHARE * 100
  const used = measureText(told)
  switch (told.state) {
    case 'near':
      return <MarkLine icon={Gauge}>{t`At least ${share}% of the budget is used: ${used}`}</MarkLine>
    case 'used-up':
      return <MarkLine icon={PenLine}>{t`Limit reached (${used}): the agent was asked to wrap up`}</MarkLine>
    case 'unknown':
      return <MarkLine icon={CircleHelp}>{t`The dollar limit can’t be enforced: part of the cost is unknown`}</MarkLine>
    default:
      return assertNever(told.state)
  }
}

/** What the model thought before it answered or wrote, folded. */
function Thought({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="looked-row">
      <button type="button" className="looked" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Brain className="i s" aria-hidden />
        <Trans>Thoughts</Trans>
        <ChevronRight className="i xs chev" aria-hidden />
      </button>
      <div id={id} hidden={!open} className="thought">
        <Markdown text={text} />
      </div>
    </div>
  )
}
