import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowDown } from 'lucide-react'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Turn } from '../../shared/conversation.ts'
import { changes, turns as turnsWord } from '../format/counts.ts'
import { loadConversation, stop, useChat } from '../state/chat-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { openChat } from '../state/routes.ts'
import { useWindow } from '../state/window-store.ts'
import { Bar } from '../ui/Bar.tsx'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { lazyView } from '../ui/lazy-view.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ChatPanel } from './ChatPanel.tsx'
import { Composer } from './Composer.tsx'
import { ConversationTitle } from './ConversationTitle.tsx'
import { NewConversation, Welcome } from './Welcome.tsx'

// Loaded late: it imports Markdown and diffs, which an empty conversation does not need.
const TurnView = lazyView(async () => (await import('./TurnView.tsx')).TurnView)

const NO_TURNS: readonly Turn[] = []

export function ChatView({ id }: { readonly id: string | undefined }) {
  const opened = useChat((state) => (id === undefined ? NO_TURNS : state.open.get(id)))
  const summary = useChat((state) => state.list?.find((other) => other.id === id))
  const panel = useWindow((state) => state.panel)
  useEffect(() => {
    if (id !== undefined && opened === undefined) void loadConversation(id).catch(() => undefined)
  }, [id, opened])
  const turns = opened ?? NO_TURNS
  const running = turns.at(-1)?.end === null
  useKeys({
    'mod+.': () => id !== undefined && void stop(id),
    'alt+up': () => stepCards(-1),
    'alt+down': () => stepCards(1),
  })
  const title = summary?.title ?? (id === undefined ? t`New conversation` : t`Conversation`)
  return (
    <>
      <Bar
        title={summary === undefined ? title : <ConversationTitle key={summary.id} summary={summary} />}
        crumb={
          summary === undefined ? undefined : (
            <>
              {turnsWord(summary.turns)}
              {summary.changes > 0 && ` · ${t`${changes(summary.changes)} to memory`}`}
            </>
          )
        }
      />
      <div className={panel ? 'deck' : 'deck no-panel'}>
        <main aria-label={title} data-pane tabIndex={-1}>
          {opened === null ? (
            <ConversationGone />
          ) : opened === undefined ? (
            <div className="thread">
              <Skeleton rows={6} />
            </div>
          ) : (
            <Thread key={id ?? ''} id={id} turns={turns} />
          )}
          {opened !== null && <Composer id={id} running={running} turns={turns} />}
        </main>
        {panel && <ChatPanel turns={turns} />}
      </div>
    </>
  )
}

function stepCards(by: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>('main .card')]
  const at = cards.findIndex((card) => card.contains(document.activeElement))
  cards.at(at < 0 ? (by < 0 ? -1 : 0) : Math.max(0, Math.min(cards.length - 1, at + by)))?.focus()
}

const NEAR_END_PX = 120

/** The conversation, scrolled along with new text while the reader is at its end. */
function Thread({ id, turns }: { readonly id: string | undefined; readonly turns: readonly Turn[] }) {
  const empty = useMemory((state) => state.tree?.files.length === 0)
  const box = useRef<HTMLDivElement>(null)
  const [following, setFollowing] = useState(true)
  const toEnd = (): void => box.current?.scrollTo({ top: box.current.scrollHeight })
  useLayoutEffect(() => {
    if (following) toEnd()
  })
  useEffect(() => {
    const inner = box.current?.firstElementChild
    if (inner == null || !following) return
    const observer = new ResizeObserver(toEnd)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [following])
  const onScroll = (): void => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {}
    setFollowing(scrollHeight - scrollTop - clientHeight < NEAR_END_PX)
  }
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
            {turns.map((turn, at) => (
              <TurnView key={turn.number} turn={turn} conversation={id ?? ''} isLast={at === turns.length - 1} />
            ))}
          </Suspense>
          {turns.length === 0 && (
            <div className="turn">
              <div className="welcome">{empty ? <Welcome /> : <NewConversation />}</div>
            </div>
          )}
        </div>
      </div>
      {!following && (
        <span className="to-end">
          <Button
            small
            icon={ArrowDown}
            onClick={() => {
              setFollowing(true)
              toEnd()
            }}
          >
            <Trans>Newest</Trans>
          </Button>
        </span>
      )}
    </>
  )
}

function ConversationGone() {
  return (
    <div className="bare-state">
      <div className="empty">
        <h2>
          <Trans>This conversation is not here.</Trans>
        </h2>
        <p>
          <Trans>
            It was deleted, or it is on another device. What it wrote stays in the memory and in the timeline.
          </Trans>
        </p>
        <Button onClick={() => openChat()}>
          <Trans>New conversation</Trans>
        </Button>
      </div>
    </div>
  )
}
