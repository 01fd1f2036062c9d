import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowDown, MessageCircleDashed } from 'lucide-react'
import { Fragment, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { nameOf } from '../../shared/commit.ts'
import type { ConversationSummary, PastPoint, Turn } from '../../shared/conversation.ts'
import { changes, turns as turnsWord } from '../format/counts.ts'
import { api } from '../state/api.ts'
import { useApp } from '../state/app-store.ts'
import { loadConversation, useChat } from '../state/chat-store.ts'
import { useKnowledge } from '../state/knowledge-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { openChat, openTemporary } from '../state/routes.ts'
import { stop } from '../state/turn-actions.ts'
import { useQuery } from '../state/use-query.ts'
import { useWindow } from '../state/window-store.ts'
import { Bar } from '../ui/Bar.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { lazyView } from '../ui/lazy-view.tsx'
import { Loading } from '../ui/Loading.tsx'
import { ChatPanel } from './ChatPanel.tsx'
import { Composer } from './Composer.tsx'
import { ConversationTitle } from './ConversationTitle.tsx'
import { EndSession, JobLink } from './JobSessionBar.tsx'
import { PastBanner } from './PastBanner.tsx'
import { TemporaryLine } from './TemporaryLine.tsx'
import { versionsOf } from './versions.ts'
import { AskThePast, LeaveNoTrace, NewConversation, Welcome } from './Welcome.tsx'

// Loaded late: it imports Markdown and diffs, which an empty conversation does not need.
const TurnView = lazyView(async () => (await import('./TurnView.tsx')).TurnView)

const EarlierVersion = lazyView(async () => (await import('./EarlierVersion.tsx')).EarlierVersion)

const KnowledgePanel = lazyView(async () => (await import('./KnowledgePanel.tsx')).KnowledgePanel)

const NO_TURNS: readonly Turn[] = []

interface ChatViewProps {
  readonly id: string | undefined
  /** The commit that a conversation not begun yet looks at; left out for the present. */
  readonly at?: string | undefined
  /** It reads the memory, writes nothing, and is not kept. */
  readonly temporary?: boolean
}

export function ChatView({ id, at, temporary: isNamedTemporary = false }: ChatViewProps) {
  const { opened, problem } = useOpened(id)
  const summary = useChat((state) => state.list?.find((other) => other.id === id))
  const store = useApp(({ app }) => app?.store.id)
  const asked = usePoint(at)
  const past = summary?.at ?? asked
  // It may have been kept, here or in another window.
  const temporary = summary?.temporary ?? isNamedTemporary
  const isNew = id === undefined && past === null && !temporary
  const panel = useWindow((state) => state.panel)
  const knowing = useKnowledge(({ shown }) => (shown !== null && shown.conversation === id ? shown : null))
  const turns = opened ?? NO_TURNS
  const running = turns.at(-1)?.end === null
  useKeys({
    'mod+.': () => id !== undefined && void stop(id),
    'alt+up': () => stepCards(-1),
    'alt+down': () => stepCards(1),
  })
  const title = temporary
    ? t`Temporary conversation`
    : (summary?.title ?? (id === undefined ? t`New conversation` : t`Conversation`))
  return (
    <>
      <ChatBar title={title} summary={temporary ? undefined : summary} isNew={isNew} />
      <div className={panel || knowing !== null ? 'deck' : 'deck no-panel'}>
        <main
          aria-label={title}
          className={past !== null ? 'then' : temporary ? 'temporary' : undefined}
          data-pane
          tabIndex={-1}
        >
          {past !== null && <PastBanner at={past} />}
          {temporary && <TemporaryLine id={id} isOver={opened === null} running={running} />}
          {opened === null ? (
            <ConversationGone temporary={temporary} />
          ) : opened === undefined ? (
            <div className="thread">
              <Loading rows={6} problem={problem} />
            </div>
          ) : (
            <Thread
              key={id ?? ''}
              id={id}
              turns={turns}
              kind={past !== null ? 'past' : temporary ? 'temporary' : 'present'}
            />
          )}
          {opened !== null && <Composer id={id} how={{ store, at, temporary }} running={running} turns={turns} />}
        </main>
        {knowing !== null ? (
          <Suspense>
            <KnowledgePanel conversation={knowing.conversation} turn={knowing.turn} />
          </Suspense>
        ) : (
          panel && <ChatPanel turns={turns} at={past} />
        )}
      </div>
    </>
  )
}

interface ChatBarProps {
  readonly title: string
  readonly summary: ConversationSummary | undefined
  /** It has not begun, and may become a temporary one. */
  readonly isNew: boolean
}

function ChatBar({ title, summary, isNew }: ChatBarProps) {
  if (summary === undefined) return <Bar title={title} actions={isNew && <MakeTemporary />} />
  const { id, job, turns, changes: count } = summary
  return (
    <Bar
      title={<ConversationTitle key={id} summary={summary} />}
      crumb={
        <>
          {job !== null && (
            <>
              <JobLink job={job} /> ·{' '}
            </>
          )}
          {turnsWord(turns)}
          {count > 0 && ` · ${t`${changes(count)} to the memory`}`}
        </>
      }
      actions={<EndSession summary={summary} />}
    />
  )
}

function MakeTemporary() {
  return (
    <IconButton
      icon={MessageCircleDashed}
      name={t`New temporary conversation`}
      keys="shift+mod+n"
      onClick={() => openTemporary()}
    />
  )
}

/** Its turns: `undefined` while they are loaded, `null` if there is no such conversation. */
function useOpened(id: string | undefined) {
  const opened = useChat((state) => (id === undefined ? NO_TURNS : state.open.get(id)))
  const missing = opened === undefined ? id : undefined
  const { problem } = useQuery(missing ?? null, 0, async () => missing !== undefined && loadConversation(missing))
  return { opened, problem }
}

/** When the commit was made that a new conversation looks at. */
function usePoint(at: string | undefined): PastPoint | null {
  const { answer } = useQuery(
    at ?? null,
    0,
    async () => {
      const commit = await api.timeline.commit.query({ ref: at ?? '' })
      return { commit: nameOf(commit), time: commit.time }
    },
    { warns: true },
  )
  return answer ?? null
}

function stepCards(by: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>('main .card')]
  const at = cards.findIndex((card) => card.contains(document.activeElement))
  cards.at(at < 0 ? (by < 0 ? -1 : 0) : Math.max(0, Math.min(cards.length - 1, at + by)))?.focus()
}

const NEAR_END_PX = 120

interface ThreadProps {
  readonly id: string | undefined
  readonly turns: readonly Turn[]
  /** What it can do with which memory. */
  readonly kind: 'present' | 'past' | 'temporary'
}

/** Keeps the end of the thread in sight while the reader is there, and goes there when a message was sent. */
function useEnd(turns: readonly Turn[]) {
  const box = useRef<HTMLDivElement>(null)
  const [following, setFollowing] = useState(true)
  const newest = turns.at(-1)?.number
  const [seen, setSeen] = useState(newest)
  if (newest !== seen) {
    setSeen(newest)
    setFollowing(true)
  }
  const toEnd = (): void => box.current?.scrollTo({ top: box.current.scrollHeight })
  useLayoutEffect(() => {
    if (following) toEnd()
  })
  useEffect(() => {
    const inner = box.current?.firstElementChild
    if (box.current === null || inner == null || !following) return
    const observer = new ResizeObserver(toEnd)
    observer.observe(inner)
    // It shrinks when the composer grows.
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [following])
  const onScroll = (): void => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {}
    setFollowing(scrollHeight - scrollTop - clientHeight < NEAR_END_PX)
  }
  const follow = (): void => {
    setFollowing(true)
    toEnd()
  }
  return { box, following, follow, onScroll }
}

/** The conversation, scrolled along with new text while the reader is at its end. */
function Thread({ id, turns, kind }: ThreadProps) {
  const empty = useMemory((state) => state.tree?.files.length === 0)
  const { box, following, follow, onScroll } = useEnd(turns)
  return (
    <>
      <div
        className="thread scroll"
        role="log"
        aria-label={t`Conversation`}
        aria-live="polite"
        ref={box}
        onScroll={onScroll}
        tabIndex={0}
      >
        <div className="thread-in">
          <Suspense>
            <Turns id={id ?? ''} turns={turns} />
          </Suspense>
          {turns.length === 0 && <Opening kind={kind} isEmpty={empty === true} />}
        </div>
      </div>
      {!following && (
        <span className="to-end">
          <Button small icon={ArrowDown} onClick={follow}>
            <Trans>Jump to latest</Trans>
          </Button>
        </span>
      )}
    </>
  )
}

/** Fills the thread until the first message is there. */
function Opening({ kind, isEmpty }: Pick<ThreadProps, 'kind'> & { readonly isEmpty: boolean }) {
  const isFirst = kind === 'present' && isEmpty
  const present = isFirst ? <Welcome /> : <NewConversation />
  return (
    <div className={isFirst ? 'turn wide' : 'turn'}>
      <div className="welcome">
        {kind === 'past' ? <AskThePast /> : kind === 'temporary' ? <LeaveNoTrace /> : present}
      </div>
    </div>
  )
}

function Turns({ id, turns }: { readonly id: string; readonly turns: readonly Turn[] }) {
  return versionsOf(turns).map(({ turn, replaced }) => (
    <Fragment key={turn.number}>
      {replaced.length > 0 && <EarlierVersion turns={replaced} conversation={id} />}
      <TurnView turn={turn} conversation={id} isLast={turn === turns.at(-1)} />
    </Fragment>
  ))
}

function ConversationGone({ temporary }: { readonly temporary: boolean }) {
  return (
    <div className="bare-state">
      <div className="empty">
        <h2>
          <Trans>This conversation isn’t here.</Trans>
        </h2>
        {!temporary && (
          <p>
            <Trans>
              It was deleted, or it’s on another device. What the agent saved stays in the memory and the timeline.
            </Trans>
          </p>
        )}
        <Button onClick={() => openChat()}>
          <Trans>New conversation</Trans>
        </Button>
      </div>
    </div>
  )
}
