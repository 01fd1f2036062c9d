import { t } from '@lingui/core/macro'
import { assertNever } from '../../shared/assert-never.ts'
import type { Commit } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import { clock } from '../format/time.ts'
import { api, useLink } from './api.ts'
import { loadApp, loadStatus, soonLoadStatus, useApp } from './app-store.ts'
import { foldTurnEvent, loadConversation, loadConversations, useChat } from './chat-store.ts'
import { draftsOf } from './drafts-store.ts'
import { foldIntoTree, loadTree, useMemory } from './memory-store.ts'
import { loadPoints, soonLoadPoints, usePoints } from './points-store.ts'
import { loadPolicies, soonLoadPolicies, tellRedacted, usePolicies } from './policy-store.ts'
import { openChat, openFile } from './routes.ts'
import { useStatusBar } from './status-bar-store.ts'
import { foldIntoTimeline, forgetTimeline, loadTimeline, useTimeline } from './timeline-store.ts'
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
      return quietly(
        loadConversations(),
        ...(useChat.getState().open.has(event.conversation) ? [loadConversation(event.conversation)] : []),
      )
    case 'memory.committed':
      return soonFold(event.commit)
    case 'memory.moved':
      return reload()
    case 'store.changed':
      return quietly(loadStatus(), loadTree(), loadPoints(), loadPolicies())
    case 'store.damaged':
      useStatusBar.getState().warn(`${event.found} ${event.done}`)
      return quietly(loadStatus())
    case 'store.opened':
    case 'settings.changed':
      return quietly(loadApp())
    case 'policies.changed':
      return quietly(loadPolicies())
    case 'work.progressed':
      // With the index, the store knows who last changed each file, however long ago.
      if (noteWork(event.work, event) && event.work === 'history') quietly(loadStatus(), loadTree(), loadPolicies())
      return
    case 'memory.viewed':
      return
    default:
      return assertNever(event)
  }
}

/** Commits of one moment are folded together: a burst of them costs the window one drawing now and then. */
const FOLD_EVERY_MS = 150
const arrived: Commit[] = []
let folding: ReturnType<typeof setTimeout> | null = null

function soonFold(commit: Commit): void {
  arrived.push(commit)
  if (folding === null) foldArrived()
}

function foldArrived(): void {
  const commits = arrived.splice(0)
  folding = commits.length === 0 ? null : setTimeout(foldArrived, FOLD_EVERY_MS)
  if (commits.length === 0) return
  foldIntoTree(commits)
  foldIntoTimeline(commits)
  const outside = commits.findLast(({ origin }) => origin.actor === 'outside')
  if (outside !== undefined) sayOutside(outside)
  soonLoadPolicies()
  soonLoadStatus()
  if (commits.some(({ changeCount }) => changeCount > 1)) soonLoadPoints()
}

function sayOutside({ changes, time }: Commit): void {
  const path = changes[0]?.change.path
  if (path === undefined) return
  const at = clock(time)
  useStatusBar
    .getState()
    .say(t`Another program changed ${path} at ${at}.`, { label: t`Look`, run: () => openFile(path) })
}

/** Asks for everything the window shows. */
export function reload(): void {
  forgetUndoes()
  const opened = [...useChat.getState().open.keys()]
  quietly(
    loadApp(),
    loadTree(),
    loadConversations(),
    loadPoints(),
    loadPolicies(),
    ...opened.map(loadConversation),
    ...(useTimeline.getState().commits === null ? [] : [loadTimeline()]),
  )
}

/** Another store is open: nothing that is shown is its own. What was typed and not sent or saved waits. */
function startAnew(): void {
  useMemory.setState({ tree: null })
  useChat.setState({ list: null, open: new Map() })
  usePoints.setState({ points: [] })
  usePolicies.setState({ state: null, draft: null })
  forgetTimeline()
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
