import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Brain,
  ChevronRight,
  CircleHelp,
  ClipboardList,
  Eye,
  FileText,
  Gauge,
  type LucideIcon,
  PenLine,
} from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import { NEAR_SHARE } from '../../shared/budget.ts'
import type { ToldLimit, ToolCall } from '../../shared/conversation.ts'
import { measureText } from '../format/budget-words.ts'
import { clock } from '../format/time.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { useWriteOf } from '../state/held-writes.ts'
import { openFile, POLICIES } from '../state/routes.ts'
import { Markdown } from '../text/Markdown.tsx'
import { OpenMarks } from '../text/OpenableMark.tsx'
import { ContextMark } from './ContextMark.tsx'
import { commandOf, isByPolicy, isNotText, isNotTold, pathOf, reasonOf } from './fold-parts.ts'
import { type FileCommits, plannedSteps, type ShownItem } from './group-cards.ts'
import { HeldCard } from './HeldCard.tsx'
import { lookedWords } from './looked-words.ts'
import { MarkLine } from './MarkLine.tsx'
import { MemoryCard } from './MemoryCard.tsx'

interface ItemProps {
  readonly item: ShownItem
  readonly wasSentRedacted: boolean
  /** What the turn says it did was undone since. */
  readonly isUndone: boolean
}

/** One thing that the agent said, looked at or did. */
export function TurnItem({ item, wasSentRedacted, isUndone }: ItemProps) {
  switch (item.kind) {
    case 'text':
      return (
        <div className={isUndone ? 'undone-answer' : undefined}>
          <OpenMarks>
            <Markdown text={item.text} />
          </OpenMarks>
        </div>
      )
    case 'thought':
      return <Thought text={item.text} />
    case 'looked':
      return <ViewedFiles calls={item.calls} />
    case 'file':
      return <MemoryCard commits={item.commits} wasSentRedacted={wasSentRedacted} />
    case 'more':
      return <MoreCards files={item.files} wasSentRedacted={wasSentRedacted} />
    case 'job':
      return <JobFiles item={item} wasSentRedacted={wasSentRedacted} />
    case 'running':
      return <Writing call={item.call} />
    case 'failed':
      return <Failed call={item.call} />
    case 'edited':
      return <ContextMark edit={item.edit} />
    case 'limit':
      return <LimitMark told={item.told} />
    case 'quiet':
      return <Quiet call={item.call} />
  }
}

/** A call that wrote nothing: because the user decides first, or for no reason to show. */
function Quiet({ call }: { readonly call: ToolCall }) {
  const write = useWriteOf(call.call)
  return write === null ? <p className="meta">{call.result ?? commandOf(call)}</p> : <HeldCard write={write} />
}

interface MoreCardsProps extends Pick<ItemProps, 'wasSentRedacted'> {
  readonly files: readonly FileCommits[]
}

function Cards({ files, wasSentRedacted }: MoreCardsProps) {
  return files.map((commits) => <MemoryCard key={commits[0].id} commits={commits} wasSentRedacted={wasSentRedacted} />)
}

/** The cards after the first ones, in one line until they are asked for. */
function MoreCards(props: MoreCardsProps) {
  const { length } = props.files
  return (
    <Folded icon={FileText} label={plural(length, { one: 'and # more file', other: 'and # more files' })}>
      <Cards {...props} />
    </Folded>
  )
}

/** What the agent wrote in the files of a job: the job's page shows what they say. */
function JobFiles({
  item,
  wasSentRedacted,
}: Pick<ItemProps, 'wasSentRedacted'> & { readonly item: Extract<ShownItem, { readonly kind: 'job' }> }) {
  const steps = plannedSteps(item.calls)
  const label =
    steps === null
      ? t`Updated the job’s files`
      : plural(steps, { one: 'Wrote the plan: # step', other: 'Wrote the plan: # steps' })
  return (
    <Folded icon={ClipboardList} label={label}>
      <Cards files={item.files} wasSentRedacted={wasSentRedacted} />
    </Folded>
  )
}

interface FoldedProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly children: ReactNode
}

function Folded({ icon: Icon, label, children }: FoldedProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className="looked-row">
      <button type="button" className="looked" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon className="i s" aria-hidden />
        {label}
        <ChevronRight className="i xs chev" aria-hidden />
      </button>
      {open && <div className="stack folded-cards">{children}</div>}
    </div>
  )
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

/** A command that failed or was not wanted, with the reason. Nothing was changed. */
function Failed({ call }: { readonly call: ToolCall }) {
  const path = pathOf(call)
  const command = commandOf(call)
  const verb = command === 'view' ? t`Not found` : t`Not written`
  const reason = isNotTold(call)
    ? t`You save only what you tell the agent to. To have it saved, edit your message and switch on “Remember this”.`
    : reasonOf(call)
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
      {reason !== '' && (
        <div className="cb">
          {reason}
          {isByPolicy(call) && (
            <>
              {' '}
              <a className="text-link" href={`#${POLICIES}`}>
                <Trans>Policies</Trans>
              </a>
            </>
          )}
        </div>
      )}
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
