import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { assertNever } from '../../shared/assert-never.ts'
import { type Commit, personOf } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import { files } from '../format/counts.ts'
import { when } from '../format/time.ts'
import { api, useLink } from './api.ts'
import { loadApp, loadStatus, soonLoadStatus, useApp } from './app-store.ts'
import { claimDrafts, foldTurnEvent, loadConversation, loadConversations, useChat } from './chat-store.ts'
import { switchDraftsTo } from './drafts-store.ts'
import { useFolders } from './folders-store.ts'
import { cancelImport } from './import-store.ts'
import { followJobs, forgetJobs, loadJobs } from './jobs-store.ts'
import { clearMarks } from './marked-store.ts'
import { foldIntoTree, loadTree, useMemory } from './memory-store.ts'
import { loadPoints, soonLoadPoints, usePoints } from './points-store.ts'
import { loadPolicies, soonLoadPolicies, announceRedaction, usePolicies } from './policy-store.ts'
import { forgetReview, loadReview, soonLoadReview } from './review-store.ts'
import { openChat, openFile, openPoint } from './routes.ts'
import { useStatusBar } from './status-bar-store.ts'
import { forgetTidy, soonLoadTidy } from './tidy-store.ts'
import { foldIntoTimeline, forgetTimeline, loadTimeline, useTimeline } from './timeline-store.ts'
import { forgetUndoes, learnCommits } from './undone-store.ts'
import { forgetUpkeep, soonLoadUpkeep } from './upkeep-store.ts'
import { refreshValues, useValues } from './values-store.ts'
import { useWindow } from './window-store.ts'
import { recordProgress, useWork } from './work-store.ts'

/** Does not wait. A load that fails because the connection broke is repeated when it is back. */
const inBackground = (...loads: readonly Promise<unknown>[]): void => void Promise.allSettled(loads)

function fold(event: AppEvent): void {
  followJobs(event)
  switch (event.type) {
    case 'turn.started':
    case 'text.streamed':
    case 'thought.streamed':
    case 'answer.redacted':
    case 'turn.waiting':
    case 'request.counted':
    case 'limit.told':
    case 'context.edited':
    case 'tool.called':
      return foldTurnEvent(event)
    case 'tool.returned':
      if (event.call.commit !== null) {
        learnCommits([event.call.commit])
        void announceRedaction(event.call.commit)
      }
      return foldTurnEvent(event)
    case 'turn.ended':
      foldTurnEvent(event)
      return inBackground(loadConversations())
    case 'conversation.changed':
      return inBackground(
        loadConversations(),
        ...(useChat.getState().open.has(event.conversation) ? [loadConversation(event.conversation)] : []),
      )
    case 'memory.committed':
      return queueFold(event.commit)
    case 'memory.moved':
      return reload()
    case 'store.changed':
      soonLoadReview()
      return inBackground(loadStatus(), loadTree(), loadPoints(), loadPolicies())
    case 'store.opened':
    case 'settings.changed':
      return inBackground(loadApp())
    case 'policies.changed':
      soonLoadReview()
      return inBackground(loadPolicies(), refreshValues())
    case 'work.progressed':
      // Once the index is complete, the store knows who last changed each file, however long ago.
      if (recordProgress(event.work, event) && event.work === 'history')
        inBackground(loadStatus(), loadTree(), loadPolicies())
      return
    case 'review.changed':
      return soonLoadReview()
    case 'upkeep.changed':
      soonLoadTidy()
      return soonLoadUpkeep()
    case 'jobs.changed':
    case 'memory.viewed':
      return
    default:
      return assertNever(event)
  }
}

/** Commits that arrive together are folded together: a burst costs one render per interval. */
const FOLD_INTERVAL_MS = 150
const queued: Commit[] = []
let foldTimer: ReturnType<typeof setTimeout> | null = null

function queueFold(commit: Commit): void {
  queued.push(commit)
  if (foldTimer === null) foldQueued()
}

function foldQueued(): void {
  const commits = queued.splice(0)
  foldTimer = commits.length === 0 ? null : setTimeout(foldQueued, FOLD_INTERVAL_MS)
  if (commits.length === 0) return
  foldIntoTree(commits)
  foldIntoTimeline(commits)
  const outside = commits.findLast(({ origin }) => origin.actor === 'outside')
  if (outside !== undefined) announceOutsideChange(outside)
  soonLoadPolicies()
  soonLoadStatus()
  soonLoadReview()
  if (commits.some(({ changeCount }) => changeCount > 1)) soonLoadPoints()
}

function announceOutsideChange(commit: Commit): void {
  const { id, changes, changeCount, time } = commit
  const first = changes[0]?.change.path
  if (first === undefined) return
  const isOne = changeCount === 1
  const path = isOne ? first : files(changeCount)
  const then = when(time)
  const who = personOf(commit) ?? t`Another program`
  useStatusBar.getState().tell(t`${who} changed ${path} ${then}.`, {
    label: t`Show`,
    run: () => (isOne ? openFile(first) : openPoint(id)),
  })
}

/** Loads everything the window shows. */
export function reload(): void {
  forgetUndoes()
  const opened = [...useChat.getState().open.keys()]
  inBackground(
    loadApp(),
    loadTree(),
    loadConversations(),
    loadPoints(),
    loadPolicies(),
    loadReview(),
    loadJobs(),
    ...opened.map(loadConversation),
    ...(useTimeline.getState().commits === null ? [] : [loadTimeline()]),
  )
}

/** Clears what belongs to the previous store and loads the new one. Unsent and unsaved texts are kept. */
function resetForStore(): void {
  useMemory.setState({ tree: null })
  useChat.setState({ list: null, open: new Map() })
  usePoints.setState({ points: [] })
  usePolicies.setState({ state: null, draft: null, saving: null })
  forgetTimeline()
  forgetReview()
  forgetJobs()
  forgetTidy()
  forgetUpkeep()
  useValues.setState({ settled: null, redactedSaves: new Map() })
  useWindow.setState({ chatPlace: '/chat', memoryPlace: '/memory', closedFolders: [], recentFiles: [] })
  useFolders.setState({ empty: [] })
  useWork.setState({}, true)
  clearMarks()
  cancelImport()
  openChat()
  reload()
}

/** Subscribes to the core's events; whenever the connection opens again, everything is loaded again. */
export function followCore(): void {
  useApp.subscribe(({ app }, { app: before }) => {
    if (app === null || app.store.id === before?.store.id) return
    switchDraftsTo(app.store.id)
    claimDrafts(app.store.id)
    if (before !== null) resetForStore()
  })
  reload()
  let openings = 1
  useLink.subscribe((link) => {
    if (link.openings > openings) {
      openings = link.openings
      reload()
    }
  })
  // What the page calls conversations that have no title to be shown is in the language they were loaded in.
  i18n.on('change', () => inBackground(loadConversations()))
  api.events.subscribe(undefined, { onData: fold })
}
