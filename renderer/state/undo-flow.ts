import { t, plural } from '@lingui/core/macro'
import { navigate } from 'wouter/use-hash-location'
import type { Change } from '../../shared/change.ts'
import type { BringBack, Commit } from '../../shared/commit.ts'
import type { LineChoice } from '../../shared/merge/lines.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import type { Choices, UndoWhat } from '../../shared/undoing.ts'
import type { WaitingUndo } from '../../shared/waiting.ts'
import { differencesText } from '../format/difference-text.ts'
import { pathLabel } from '../format/path-label.ts'
import { policiesIn } from '../format/policies-in.ts'
import { undoneSentence } from '../format/undone-words.ts'
import { type Act, did, press, tellAct } from './acts.ts'
import { api } from './api.ts'
import { useApp } from './app-store.ts'
import { warnOf } from './attempt.ts'
import { fetchText } from './memory-store.ts'
import { type ReviewRow, undoOf } from './review-rows.ts'
import { dropUndo, reviewQuery } from './review-store.ts'
import { filePath, openFile, settingsPath, openReview, reviewPath } from './routes.ts'
import { type StatusAction, useStatusBar } from './status-bar-store.ts'
import { flushUnsaved, moveUnsaved, useUnsaved } from './unsaved-store.ts'
import { type ActionOutcome, attemptWrite, type Committed } from './write-outcome.ts'

// Undo and redo. What fits in one file is done at once; several files, or what only the user can decide, are shown
// under Review first. Each ends in the status bar: the new state, and the way back.

/** Says what a commit of the user did, and offers to undo it. */
export function tellCommit(text: string, commit: Commit): void {
  tellAct(text, takingBack(commit, false))
  askForName()
}

const ASKED_FOR_NAME = 'variorum.asked-for-name'

/** Once: whoever has no name in git's configuration is asked for one, when what they did and its Undo were shown. */
function askForName(): void {
  if (useApp.getState().app?.store.signature !== null || localStorage.getItem(ASKED_FOR_NAME) !== null) return
  localStorage.setItem(ASKED_FOR_NAME, '')
  useStatusBar.getState().tellNext(t`The history calls you “User”.`, {
    label: t`Give your name`,
    run: () => navigate(settingsPath('store')),
  })
}

/** @param isRedo whether it brings back what the commit undid */
function takingBack(commit: Commit, isRedo: boolean, store?: OtherStore): Act {
  return async () => {
    const back = await undoNow({ commits: [commit.variorumId ?? commit.id] }, isRedo, { isAct: false, store })
    return back === null ? null : takingBack(back, !isRedo, store)
  }
}

/** Says what an undo or a redo did, with the way back. */
export async function tellUndone({ commit }: Committed, isRedo: boolean, undoing: Undoing = {}): Promise<void> {
  const { store } = undoing
  const back = wayBack(commit, isRedo, undoing)
  const words =
    (store === undefined && (await policiesSentence(commit, isRedo).catch(() => null))) || undoneSentence(commit)
  useStatusBar.getState().say(store === undefined ? words : t`In “${store.name}”: ${words}`, back)
}

/** Which policy an undo took back, or a redo brought back; `null` where that is not all that it did. */
async function policiesSentence({ changes: [first], changeCount }: Commit, isRedo: boolean): Promise<string | null> {
  if (first?.change.path !== POLICIES_PATH || changeCount > 1) return null
  const { before, after } = first.change
  const textOf = async (blob: Change['after']) => policiesIn(blob === null ? '' : await fetchText(blob.id))
  const [was, is] = [await textOf(before), await textOf(after)]
  if (was === null || is === null) return null
  return isRedo ? t`Redone: ${differencesText(was, is)}` : t`Undone: ${differencesText(is, was)}`
}

/** A store that is kept besides the open one. */
export interface OtherStore {
  readonly key: string
  readonly name: string
  /** Opens it, and goes on there. @returns whether it is open */
  readonly open: (go: () => Promise<void>) => Promise<boolean>
}

interface Undoing {
  /** Whether it is an act of its own, and remembered, rather than a step back or forth; it is if left out. */
  readonly isAct?: boolean
  /** Where it is not in the open one. */
  readonly store?: OtherStore | undefined
}

/** The button that takes back an undo or a redo. */
export function wayBack(commit: Commit, isRedo: boolean, { isAct = true, store }: Undoing = {}): StatusAction {
  const act = takingBack(commit, !isRedo, store)
  if (isAct) did(act)
  return {
    label: isRedo ? t`Undo` : t`Redo`,
    keys: isRedo || isAct ? 'mod+z' : 'shift+mod+z',
    run: () => void press(act),
  }
}

interface BringBackAction {
  /** Labels the button that overrides a policy's refusal. */
  readonly overrideLabel: string
  readonly write: (how: BringBack) => Promise<ActionOutcome>
  readonly onCommitted: (outcome: Committed) => void
}

/** Brings something back. When a policy refuses, the warning says what that means and offers to override it. */
export async function bringBackWith(action: BringBackAction, override = false): Promise<Commit | null> {
  const committed = await attemptWrite(async () => {
    const outcome = await action.write({ override })
    if (outcome.kind !== 'refused' || outcome.mayOverride !== true || override) return outcome
    return { ...outcome, action: { label: action.overrideLabel, run: () => void bringBackWith(action, true) } }
  })
  if (committed === null) return null
  action.onCommitted(committed)
  return committed.commit
}

/** Undoes one commit: at once if it changes one file. */
export async function undo(commit: Commit, store?: OtherStore): Promise<void> {
  const what = { commits: [commit.variorumId ?? commit.id] }
  if (store === undefined) await oneOrPreview(what, commit.changeCount, false)
  else if (commit.changeCount > 1) await store.open(() => decide(what, false).catch(warnOf))
  else await undoNow(what, false, { store })
}

/** Undoes the commit that undid something. */
export function redo(undoing: string, files = 1): Promise<void> {
  return oneOrPreview({ commits: [undoing] }, files, true)
}

/** What a turn wrote, or without a turn a whole conversation. */
export async function undoTurn(conversation: string, turn?: number): Promise<void> {
  await undoSeveral(turn === undefined ? { conversation } : { conversation, turn })
}

/** What another agent wrote, all of it or from a moment on (ISO 8601). */
export async function undoClient(client: string, from?: string): Promise<void> {
  await undoSeveral({ client, from })
}

/** Several commits as one. */
export async function undoAll(commits: readonly Commit[]): Promise<void> {
  await undoSeveral({ commits: commits.map(({ variorumId, id }) => variorumId ?? id) })
}

async function undoSeveral(what: UndoWhat): Promise<void> {
  try {
    const { changeCount, conflicts } = await api.timeline.previewUndo.query({ what })
    if (changeCount === 0 && conflicts.length === 0) useStatusBar.getState().say(t`Nothing to undo.`)
    else await oneOrPreview(what, conflicts.length > 0 ? 2 : changeCount, false)
  } catch (error) {
    warnOf(error)
  }
}

/**
 * Several commits as one, without a look at it first unless the user has to decide something.
 * @returns whether none of it is in effect any more
 */
export async function undoAtOnce(commits: readonly string[]): Promise<boolean> {
  const what = { commits }
  const { changeCount, conflicts } = await api.timeline.previewUndo.query({ what })
  return (changeCount === 0 && conflicts.length === 0) || (await undoNow(what, false)) !== null
}

/** Undoes lines of one commit; the rest of it stays in effect. */
export async function undoLines({ variorumId, id }: Commit, path: string, lines: LineChoice): Promise<void> {
  await undoNow({ commits: [variorumId ?? id], lines: { path, ...lines } }, false)
}

/** Undoes what is one row of the review: a change, or all that the commits of several wrote. */
export async function undoRow(row: ReviewRow, store?: OtherStore): Promise<void> {
  const what = undoOf(row)
  if (row.lines.length === 1) await undoNow(what, false, { store })
  else if (store === undefined) await undoSeveral(what)
  else await store.open(() => undoSeveral(what))
  await reviewQuery.now()
}

async function oneOrPreview(what: UndoWhat, files: number, isRedo: boolean): Promise<void> {
  if (files > 1) await decide(what, isRedo)
  else await undoNow(what, isRedo)
}

function undoNow(what: UndoWhat, isRedo: boolean, undoing: Undoing = {}): Promise<Commit | null> {
  const { store } = undoing
  const write = (how: BringBack) =>
    store === undefined
      ? api.timeline.undo.mutate({ what, how })
      : api.everyStore.undo.mutate({ key: store.key, what, how })
  return finish(what, isRedo, write, undoing)
}

async function finish(
  what: UndoWhat,
  isRedo: boolean,
  write: (how: BringBack) => Promise<ActionOutcome>,
  undoing: Undoing = {},
): Promise<Commit | null> {
  const { store } = undoing
  return bringBackWith({
    overrideLabel: isRedo ? t`Redo anyway` : t`Undo anyway`,
    write: async (how) => {
      const outcome = await write(how)
      if (outcome.kind === 'refused' && outcome.reason.id === 'nothing-to-undo')
        return { kind: 'nothing', message: isRedo ? t`Already redone.` : t`Already undone.` }
      if (outcome.kind !== 'conflict' || outcome.conflicts === undefined) return outcome
      if (store === undefined) await decide(what, isRedo)
      else if (!(await store.open(() => decide(what, isRedo)))) return outcome
      return { kind: 'nothing', message: t`The same text has changed since then. Decide what stays.` }
    },
    onCommitted: (outcome) => {
      if (store === undefined) followRenamed(outcome.commit)
      void tellUndone(outcome, isRedo, undoing)
    },
  })
}

/** Whoever looks at a file goes with it when it gets its other name back, and so do its unsaved changes. */
function followRenamed({ changes }: Commit): void {
  const renamed = new Map(changes.flatMap(({ change: { from, path } }) => (from === undefined ? [] : [[from, path]])))
  if (renamed.size === 0) return
  flushUnsaved()
  const { files } = useUnsaved.getState()
  moveUnsaved((path) => {
    const now = renamed.get(path) ?? path
    return files.has(now) ? path : now
  })
  const here = window.location.hash.slice(1)
  const isOpen = (path: string): boolean => here === filePath(path) || here.startsWith(`${filePath(path)}/`)
  const open = [...renamed].find(([from]) => isOpen(from))
  if (open !== undefined) openFile(open[1])
}

/** Paths kept with an undo that waits. */
const MAX_PATHS = 3

/** Where the user was when an undo had to be decided. */
let cameFrom: string | null = null

async function decide(what: UndoWhat, isRedo: boolean): Promise<void> {
  const { changes, changeCount, conflicts } = await api.timeline.previewUndo.query({ what })
  const all = new Set([...changes.map(({ change }) => change.path), ...conflicts.map(({ path }) => path)])
  const files = Math.max(changeCount, all.size)
  const waiting = await api.review.wait.mutate({ what, isRedo, paths: [...all].slice(0, MAX_PATHS), files })
  await reviewQuery.now()
  const here = window.location.hash.slice(1)
  cameFrom = here.startsWith(reviewPath()) ? null : here
  openReview(waiting.id)
}

/** Does what was decided, and returns to where the user was. */
export async function applyUndo(waiting: WaitingUndo, choices: Choices): Promise<void> {
  const accept = ({ override }: BringBack) => api.review.accept.mutate({ id: waiting.id, choices, override })
  const done = await finish(waiting.what, waiting.isRedo, accept)
  if (done !== null) await leaveUndo(waiting, 'drop')
}

export async function leaveUndo(waiting: WaitingUndo, how: 'drop' | 'later'): Promise<void> {
  // First away: without it in the list the view would say that nothing waits there. Whoever went elsewhere stays there.
  if (window.location.hash === `#${reviewPath(waiting.id)}`) navigate(cameFrom ?? reviewPath())
  cameFrom = null
  if (how === 'drop') await dropUndo(waiting)
}

/** What Undo, or Redo, of a commit will lead to. */
export function willLeadTo({ changes, changeCount: count }: Commit, isRedo: boolean): string {
  const [first] = changes
  if (first === undefined) return t`Nothing changes`
  if (count > 1)
    return plural(count, {
      one: '# file will change; you’ll see a preview first',
      other: '# files will change; you’ll see a preview first',
    })
  const { before, after, from } = first.change
  const path = pathLabel(first.change.path)
  if (from !== undefined)
    return isRedo ? t`${from} will be renamed to ${path} again` : t`${path} will be renamed back to ${from}`
  // Without their file, the policies are the defaults: they are never gone.
  const isFile = first.change.path !== POLICIES_PATH
  if (isFile && (isRedo ? after : before) === null) return t`${path} will be deleted`
  if (isFile && (isRedo ? before : after) === null) return t`${path} will be back`
  return isRedo
    ? t`this change will be back in ${path}`
    : t`${path} will no longer have this change; later changes are kept`
}
