import { t } from '@lingui/core/macro'
import { assertNever } from '../../shared/assert-never.ts'
import type { AppEvent } from '../../shared/events.ts'
import { clock } from '../parts/time.ts'
import { api, useLink } from './api.ts'
import { loadApp, loadStatus, useApp } from './app-store.ts'
import { foldTurnEvent, loadConversation, loadConversations, useChat } from './chat-store.ts'
import { draftsOf } from './drafts-store.ts'
import { useFoot } from './foot-store.ts'
import { foldCommit, loadTree, useMemory } from './memory-store.ts'
import { loadPoints, usePoints } from './points-store.ts'
import { loadPolicies, soonLoadPolicies, tellRedacted, usePolicies } from './policy-store.ts'
import { openChat, openFile } from './routes.ts'
import { foldIntoTimeline, loadTimeline, NO_FILTER, useTimeline } from './timeline-store.ts'
import { forgetUndoes, learnCommits } from './undone-store.ts'
import { useWindow } from './window-store.ts'
import { noteWork } from './work-store.ts'

const quietly = (...works: readonly Promise<unknown>[]): void => {
  // A question that fails because the wire broke is asked again when it is back.
  void Promise.allSettled(works)
}

function fold(event: AppEvent): void {
  switch (event.type) {
    case 'turn.started':
    case 'text.streamed':
    case 'context.edited':
    case 'tool.called':
      return foldTurnEvent(event)
    case 'tool.returned':
      if (event.call.commit !== null) {
        learnCommits([event.call.commit])
        void tellRedacted(event.call.commit)
      }
      return foldTurnEvent(event)
    case 'turn.ended':
      foldTurnEvent(event)
      return quietly(loadConversations())
    case 'conversation.changed':
      return quietly(loadConversations(), ...(useChat.getState().open.has(event.conversation) ? [loadConversation(event.conversation)] : []))
    case 'memory.committed':
      foldCommit(event.commit)
      foldIntoTimeline(event.commit)
      if (event.commit.origin.actor === 'outside') sayOutside(event)
      soonLoadPolicies()
      return quietly(loadStatus(), ...(event.commit.changeCount > 1 ? [loadPoints()] : []))
    case 'memory.moved':
      return reload()
    case 'store.changed':
      return quietly(loadStatus(), loadTree(), loadPoints())
    case 'store.damaged':
      useFoot.getState().warn(`${event.found} ${event.done}`)
      return quietly(loadStatus())
    case 'store.opened':
    case 'settings.changed':
      return quietly(loadApp())
    case 'policies.changed':
      return quietly(loadPolicies())
    case 'work.progressed':
      return noteWork(event.work, event)
    case 'memory.viewed':
      return
    default:
      return assertNever(event)
  }
}

function sayOutside({ commit }: Extract<AppEvent, { type: 'memory.committed' }>): void {
  const path = commit.changes[0]?.change.path
  if (path === undefined) return
  const at = clock(commit.time)
  useFoot.getState().say(t`Another program changed ${path} at ${at}.`, { label: t`Look`, run: () => openFile(path) })
}

/** Asks for everything the window shows. */
export function reload(): void {
  forgetUndoes()
  const opened = [...useChat.getState().open.keys()]
  quietly(
    loadApp(), loadTree(), loadConversations(), loadPoints(), loadPolicies(), ...opened.map(loadConversation),
    ...(useTimeline.getState().commits === null ? [] : [loadTimeline()]),
  )
}

/** Another store is open: nothing that is shown is its own. What was typed and not sent or saved waits. */
function startAnew(): void {
  useMemory.setState({ tree: null })
  useChat.setState({ list: null, open: new Map() })
  usePoints.setState({ points: [] })
  usePolicies.setState({ state: null, draft: null })
  useTimeline.setState({ filter: NO_FILTER, commits: null, next: null, loading: false })
  useWindow.setState({ chatPlace: '/chat', memoryPlace: '/memory', closedFolders: [] })
  openChat()
  reload()
}

/** Begins to follow the core; from the wire's second opening on, everything is asked for again. */
export function followCore(): void {
  useApp.subscribe(({ app }, { app: before }) => {
    if (app === null || app.store.id === before?.store.id) return
    draftsOf(app.store.id)
    if (before !== null) startAnew()
  })
  reload()
  let openings = 1
  useLink.subscribe((link) => {
    if (link.openings > openings) {
      openings = link.openings
      reload()
    }
  })
  api.events.subscribe(undefined, { onData: fold })
}
