import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { assertNever } from '../../shared/assert-never.ts'
import { type Commit, personOf } from '../../shared/commit.ts'
import type { AppEvent, TurnEvent } from '../../shared/events.ts'
import { JOBS_FOLDER } from '../../shared/jobs/names.ts'
import { files } from '../format/counts.ts'
import { pathLabel } from '../format/path-label.ts'
import { quoted } from '../format/undone-words.ts'
import { forgetActs } from './acts.ts'
import { api, useLink } from './api.ts'
import { appQuery, statusQuery, useApp } from './app-store.ts'
import { changedConversationsQuery, conversationsQuery, foldTurnEvent, loadAgain, useChat } from './chat-store.ts'
import { devicesQuery, soonAskWhatToSend } from './devices-store.ts'
import { claimUnsent } from './drafts-store.ts'
import { useFolders } from './folders-store.ts'
import { cancelImport } from './import-store.ts'
import { jobsQuery, useJobs } from './jobs-store.ts'
import { clearMarks } from './marked-store.ts'
import { foldIntoTree, treeQuery } from './memory-store.ts'
import { pointsQuery } from './points-store.ts'
import { announceRedaction, policiesQuery } from './policy-store.ts'
import type { Query } from './query.ts'
import { reviewQuery } from './review-store.ts'
import { openChat, openFile, openPoint } from './routes.ts'
import { useStatusBar } from './status-bar-store.ts'
import { noteKeptChange } from './stores-store.ts'
import { tidyQuery } from './tidy-store.ts'
import { foldIntoTimeline, forgetTimeline, timelineQuery, useTimeline } from './timeline-store.ts'
import { forgetUndoes, learnCommits } from './undone-store.ts'
import { switchUnsavedTo } from './unsaved-store.ts'
import { findingsQuery } from './upkeep-store.ts'
import { valuesQuery } from './values-store.ts'
import { useWindow } from './window-store.ts'
import { recordProgress, useWork } from './work-store.ts'

/** What the window keeps of the core while a store is open: asked for again with the connection, dropped with the store. */
const KEPT: readonly Query[] = [
  appQuery,
  treeQuery,
  conversationsQuery,
  changedConversationsQuery,
  pointsQuery,
  policiesQuery,
  reviewQuery,
  jobsQuery,
  valuesQuery,
  findingsQuery,
  tidyQuery,
  devicesQuery,
]

const now = (...queries: readonly Query[]): void => queries.forEach((query) => void query.now())
const soon = (...queries: readonly Query[]): void => queries.forEach((query) => query.soon())

/** Folds in what an event says, and asks again for what it only says has changed. */
function fold(event: AppEvent): void {
  if ('turn' in event) return foldOfTurn(event)
  switch (event.type) {
    case 'conversation.changed':
      soonAskForJobs()
      loadAgain([event.conversation])
      return now(conversationsQuery)
    case 'memory.committed':
      return queueFold(event.commit)
    case 'memory.moved':
      return reload()
    case 'store.changed':
      soon(reviewQuery, findingsQuery)
      return now(statusQuery, treeQuery, pointsQuery, policiesQuery)
    case 'store.opened':
    case 'settings.changed':
      return now(appQuery)
    case 'policies.changed':
      soon(reviewQuery)
      return now(policiesQuery, valuesQuery)
    case 'work.progressed':
      // Once the index is complete, the store knows who last changed each file, however long ago.
      if (recordProgress(event.work, event) && event.work === 'history') {
        soon(findingsQuery)
        now(statusQuery, treeQuery, policiesQuery)
      }
      return
    case 'review.changed':
      return soon(reviewQuery)
    case 'devices.changed':
      soon(reviewQuery)
      return now(devicesQuery)
    case 'kept.changed':
      noteKeptChange()
      return soon(reviewQuery)
    case 'upkeep.changed':
      return soon(tidyQuery, findingsQuery)
    case 'jobs.changed':
      return soon(jobsQuery)
    case 'memory.viewed':
      return
    default:
      return assertNever(event)
  }
}

function foldOfTurn(event: TurnEvent): void {
  const { type } = event
  if (type === 'turn.started' || type === 'request.counted' || type === 'turn.ended') soonAskForJobs()
  if (type === 'tool.returned' && event.call.commit !== null) {
    learnCommits([event.call.commit])
    void announceRedaction(event.call.commit)
  }
  foldTurnEvent(event)
  if (type === 'turn.ended') now(conversationsQuery)
}

/** A session works, or uses its job's budget. */
function soonAskForJobs(): void {
  if ((useJobs.getState().list ?? []).length > 0) soon(jobsQuery)
}

const isOfJob = ({ changes }: Commit): boolean =>
  changes.some(({ change }) => [change.path, change.from].some((path) => path?.startsWith(`${JOBS_FOLDER}/`)))

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
  // Meters and expiry depend on the memory.
  soon(policiesQuery, statusQuery, reviewQuery, findingsQuery)
  soonAskWhatToSend()
  if (commits.some(({ changeCount }) => changeCount > 1)) soon(pointsQuery)
  if (commits.some(isOfJob)) soon(jobsQuery)
}

function announceOutsideChange(commit: Commit): void {
  const { id, changes, changeCount } = commit
  const first = changes[0]?.change.path
  if (first === undefined) return
  const isOne = changeCount === 1
  const path = isOne ? pathLabel(first) : files(changeCount)
  const who = personOf(commit) ?? commit.origin.client ?? t`Another program`
  const line = isOne ? quoted(changes[0]?.excerpt?.added) : null
  useStatusBar.getState().tell(line === null ? t`${who} changed ${path}` : t`${who} changed ${path}: “${line}”`, {
    label: t`Show`,
    run: () => (isOne ? openFile(first) : openPoint(id)),
  })
}

/** Loads everything the window shows. */
export function reload(): void {
  forgetUndoes()
  now(...KEPT)
  if (useTimeline.getState().commits !== null) now(timelineQuery)
  loadAgain(useChat.getState().open.keys())
}

/** Clears what belongs to the previous store and loads the new one. Unsent and unsaved texts are kept. */
function resetForStore(): void {
  for (const query of KEPT) query.forget()
  forgetTimeline()
  useWindow.setState({
    chatPlace: '/chat',
    memoryPlace: '/memory',
    closedFolders: [],
    openFolders: [],
    upkeepSeen: false,
    recentFiles: [],
  })
  useFolders.setState({ empty: [] })
  useWork.setState({}, true)
  clearMarks()
  forgetActs()
  cancelImport()
  openChat()
  reload()
}

/** Subscribes to the core's events; whenever the connection opens again, everything is loaded again. */
export function followCore(): void {
  useApp.subscribe(({ app }, { app: before }) => {
    if (app === null || app.store.id === before?.store.id) return
    switchUnsavedTo(app.store.id)
    claimUnsent(app.store.id)
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
  i18n.on('change', () => now(conversationsQuery))
  api.events.subscribe(undefined, { onData: fold })
}
