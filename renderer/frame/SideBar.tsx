import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  BookOpenText,
  ClipboardList,
  History,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  PanelLeft,
  Plus,
  Scale,
  Settings2,
  Wrench,
} from 'lucide-react'
import { useLocation } from 'wouter'
import { factsText } from '../format/language.ts'
import { useJobs } from '../state/jobs-store.ts'
import { countRows } from '../state/review-rows.ts'
import { useReview } from '../state/review-store.ts'
import { jobPath, openChat, pointPath, POLICIES, reviewPath, SETTINGS, upkeepPath } from '../state/routes.ts'
import { stillAsked } from '../state/waiting-groups.ts'
import { toggleSide, useWindow } from '../state/window-store.ts'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { tooltip } from '../ui/Tooltip.tsx'
import { ConversationList } from './ConversationList.tsx'
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
          here={view === 'memory' || view === 'then'}
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
        <UpkeepLink here={view === 'upkeep'} />
      </div>
      <RailChats />
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

/** On the rail there is no room for the list: this opens it over the view. */
function RailChats() {
  return (
    <div className="rail-chats">
      <IconButton icon={MessagesSquare} name={t`Conversations`} onClick={toggleSide} />
      <IconButton icon={Plus} name={t`New conversation`} keys="mod+n" onClick={() => openChat()} />
    </div>
  )
}

/** With the number of what waits for a decision, and quietly that of what is new. */
function ReviewLink({ here }: { readonly here: boolean }) {
  const review = useReview((state) => state.review)
  const counts = review === null ? {} : { waiting: stillAsked(review.waiting).length, fresh: countRows(review) }
  return <NavLink to={reviewPath()} icon={ListChecks} name={t`Review`} keys="mod+4" here={here} {...counts} />
}

/** Once there is a job, with the number of plans that wait for the user. */
function JobsLink({ here }: { readonly here: boolean }) {
  const list = useJobs((state) => state.list) ?? []
  const waiting = list.filter(({ phase }) => phase === 'planned').length
  if (!here && list.length === 0) return null
  return <NavLink to={jobPath()} icon={ClipboardList} name={t`Jobs`} keys="mod+6" here={here} waiting={waiting} />
}

/** For whoever has looked there once. */
function UpkeepLink({ here }: { readonly here: boolean }) {
  const isSeen = useWindow(({ upkeepSeen }) => upkeepSeen)
  return here || isSeen ? <NavLink to={upkeepPath()} icon={Wrench} name={t`Upkeep`} here={here} /> : null
}

interface NavLinkProps {
  readonly to: string
  readonly icon: LucideIcon
  readonly name: string
  readonly keys?: string
  readonly here: boolean
  readonly waiting?: number
  readonly fresh?: number
}

function NavLink({ to, icon: Icon, name, keys, here, waiting = 0, fresh = 0 }: NavLinkProps) {
  const counts = [fresh > 0 && t`${fresh} new`, waiting > 0 && t`${waiting} waiting`]
  return (
    <a href={`#${to}`} aria-current={here ? 'page' : undefined} {...tooltip(name, keys)}>
      <Icon className="i" aria-hidden />
      {waiting + fresh === 0 ? (
        <>
          <span className="lbl">{name}</span> {keys !== undefined && <Kbd keys={keys} />}
        </>
      ) : (
        <>
          <span className="vh">{factsText([name, ...counts])}</span>
          <span className="lbl" aria-hidden>
            {name}
          </span>
          <span className="cnts" aria-hidden>
            {fresh > 0 && <span className="cnt quiet">{fresh}</span>}
            {waiting > 0 && <span className="cnt">{waiting}</span>}
          </span>
        </>
      )}
    </a>
  )
}
