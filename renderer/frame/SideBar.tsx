import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  BookOpenText,
  ClipboardList,
  History,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  PanelLeft,
  Plus,
  Scale,
  Settings2,
} from 'lucide-react'
import { useLocation } from 'wouter'
import type { ConversationJob, ConversationSummary } from '../../shared/conversation.ts'
import type { ReviewLine } from '../../shared/review.ts'
import { spanName, when } from '../format/time.ts'
import { useChat } from '../state/chat-store.ts'
import { useJobs } from '../state/jobs-store.ts'
import { useReview } from '../state/review-store.ts'
import { chatPath, jobPath, openChat, pointPath, POLICIES, reviewPath, SETTINGS } from '../state/routes.ts'
import { toggleSide, useWindow } from '../state/window-store.ts'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { memoryPlace } from './memory-place.ts'
import { StoreSwitch } from './StoreSwitch.tsx'

export function SideBar() {
  const [at] = useLocation()
  const view = at.split('/')[1] ?? ''
  const window = useWindow()
  return (
    <nav className="side" aria-label={t`Stores and conversations`} data-pane tabIndex={-1}>
      <div className="sidetop">
        <span className="brand">Variorum</span>
        <IconButton icon={PanelLeft} name={t`Side bar`} keys="mod+\" onClick={toggleSide} />
      </div>
      <StoreSwitch />
      <div className="nav">
        <NavLink
          to={window.chatPlace}
          icon={MessageSquareText}
          name={t`Chat`}
          keys="mod+1"
          here={view === 'chat' || view === ''}
        />
        <NavLink
          to={memoryPlace(at, window.memoryPlace)}
          icon={BookOpenText}
          name={t`Memory`}
          keys="mod+2"
          here={view === 'upkeep' || view === 'memory' || view === 'then'}
        />
        <NavLink
          to={pointPath()}
          icon={History}
          name={t`Timeline`}
          keys="mod+3"
          here={view === 'timeline' || view === 'bisect'}
        />
        <ReviewLink here={view === 'review'} />
        <NavLink to={POLICIES} icon={Scale} name={t`Policies`} keys="mod+5" here={view === 'policies'} />
        <JobsLink here={view === 'jobs'} />
      </div>
      <div className="sec">
        <span>
          <Trans>Conversations</Trans>
        </span>
        <IconButton icon={Plus} small name={t`New conversation`} keys="mod+n" onClick={() => openChat()} />
      </div>
      <ConversationList at={at} />
      <div className="sideend">
        <div className="nav">
          <NavLink to={SETTINGS} icon={Settings2} name={t`Settings`} keys="mod+," here={view === 'settings'} />
        </div>
      </div>
    </nav>
  )
}

/** With the number of what waits: undos to decide, and changes that are worth a look. */
function ReviewLink({ here }: { readonly here: boolean }) {
  const review = useReview((state) => state.review)
  const waiting = review === null ? 0 : review.drafts.length + review.lines.filter(isDoubtful).length
  return <NavLink to={reviewPath()} icon={ListChecks} name={t`Review`} keys="mod+4" here={here} waiting={waiting} />
}

/** With the number of plans that wait for the user. */
function JobsLink({ here }: { readonly here: boolean }) {
  const waiting = useJobs(({ list }) => list?.filter(({ phase }) => phase === 'planned').length ?? 0)
  return <NavLink to={jobPath()} icon={ClipboardList} name={t`Jobs`} keys="mod+6" here={here} waiting={waiting} />
}

const isDoubtful = ({ reasons }: ReviewLine): boolean => reasons.length > 0

interface NavLinkProps {
  readonly to: string
  readonly icon: LucideIcon
  readonly name: string
  readonly keys: string
  readonly here: boolean
  readonly waiting?: number
}

function NavLink({ to, icon: Icon, name, keys, here, waiting = 0 }: NavLinkProps) {
  return (
    <a
      href={`#${to}`}
      aria-current={here ? 'page' : undefined}
      title={name}
      aria-label={waiting === 0 ? name : t`${name}, ${waiting} waiting`}
    >
      <Icon className="i" aria-hidden />
      <span className="lbl">{name}</span>
      {waiting === 0 ? <Kbd keys={keys} /> : <span className="cnt">{waiting}</span>}
    </a>
  )
}

function ConversationList({ at }: { readonly at: string }) {
  const list = useChat((state) => state.list)
  if (list === null) return <div className="conv" />
  if (list.length === 0)
    return (
      <div className="conv">
        <p className="none">
          <Trans>No conversations yet. They’ll be listed here with the number of changes each one made.</Trans>
        </p>
      </div>
    )
  const sorted = list.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  const spans = Map.groupBy(sorted, ({ updatedAt }) => spanName(updatedAt))
  return (
    <div className="conv scroll">
      {[...spans].map(([span, conversations]) => (
        <div key={span}>
          <div className="day">{span}</div>
          {conversations.map((conversation) => (
            <ConversationLink
              key={conversation.id}
              conversation={conversation}
              here={at === chatPath(conversation.id) || at.startsWith(`${chatPath(conversation.id)}/`)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function sessionWords({ name, session, judges }: ConversationJob): string {
  return judges === undefined ? t`session ${session} of the job ${name}` : t`check of a tick in the job ${name}`
}

function ConversationLink({
  conversation,
  here,
}: {
  readonly conversation: ConversationSummary
  readonly here: boolean
}) {
  const { id, title, changes, running, at: past, job } = conversation
  const then = past === null ? '' : when(past.time)
  const counted = plural(changes, { one: '# change to memory', other: '# changes to memory' })
  return (
    <a href={`#${chatPath(id)}`} aria-current={here ? 'page' : undefined} title={title}>
      {job !== null && (
        <span role="img" aria-label={sessionWords(job)} title={sessionWords(job)}>
          <ClipboardList className="i xs" aria-hidden />
        </span>
      )}
      <span className="cut">{title}</span>
      {past !== null && (
        <span
          role="img"
          aria-label={t`about the memory as it was ${then}`}
          title={t`About the memory as it was ${then}`}
        >
          <History className="i xs" aria-hidden />
        </span>
      )}
      {running ? (
        <span className="run" role="img" aria-label={t`answering`} />
      ) : (
        changes > 0 && (
          <span className="n" title={counted}>
            <span aria-hidden>{changes}</span>
            <span className="vh">{counted}</span>
          </span>
        )
      )}
    </a>
  )
}
