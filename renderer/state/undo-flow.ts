import { t, plural } from '@lingui/core/macro'
import { navigate } from 'wouter/use-hash-location'
import type { BringBack, Commit } from '../../shared/commit.ts'
import type { LineChoice } from '../../shared/merge/lines.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import type { ReviewLine } from '../../shared/review.ts'
import type { Choices, UndoWhat } from '../../shared/undoing.ts'
import type { WaitingUndo } from '../../shared/waiting.ts'
import { pathLabel } from '../format/path-label.ts'
import { when } from '../format/time.ts'
import { api } from './api.ts'
import { warnOf } from './attempt.ts'
import { dropUndo, reviewQuery } from './review-store.ts'
import { filePath, openFile, openReview, reviewPath } from './routes.ts'
import { type StatusAction, useStatusBar } from './status-bar-store.ts'
import { flushUnsaved, moveUnsaved, useUnsaved } from './unsaved-store.ts'
import { type ActionOutcome, attemptWrite, type Committed } from './write-outcome.ts'

// Undo and redo. What fits in one file is done at once; several files, or what only the user can decide, are shown
// under Review first. Each ends in the status bar: the new state, and the way back.

export const undoAction = (commit: Commit): StatusAction => ({
  label: t`Undo`,
  keys: 'mod+z',
  run: () => void undoNow({ commits: [commit.variorumId ?? commit.id] }, false),
})
export const redoAction = (commit: Commit): StatusAction => ({
  label: t`Redo`,
  keys: 'shift+mod+z',
  run: () => void undoNow({ commits: [commit.variorumId ?? commit.id] }, true),
})

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

/** Undoes, or redoes, one commit: at once if it changes one file. */
export function undo(commit: Commit): Promise<void> {
  return oneOrPreview({ commits: [commit.variorumId ?? commit.id] }, commit.changeCount, false)
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

/** Undoes lines of one commit; the rest of it stays in effect. */
export async function undoLines({ variorumId, id }: Commit, path: string, lines: LineChoice): Promise<void> {
  await undoNow({ commits: [variorumId ?? id], lines: { path, ...lines } }, false)
}

/** Undoes one line of the review. */
export async function undoLine({ undo: what }: ReviewLine): Promise<void> {
  await undoNow(what, false)
  await reviewQuery.now()
}

/** Undoes the newest change in effect; pressed again, it goes further back. */
export async function undoLast(): Promise<void> {
  await takeStep('undo')
}

export async function redoLast(): Promise<void> {
  await takeStep('redo')
}

async function takeStep(verb: 'undo' | 'redo'): Promise<void> {
  const isRedo = verb === 'redo'
  try {
    const step = (await api.timeline.nextSteps.query())[verb]
    if (step === null) useStatusBar.getState().say(isRedo ? t`Nothing to redo.` : t`Nothing to undo.`)
    else if (step.files > 1) await decide({ commits: [step.id] }, isRedo)
    // The store chooses: two presses in a row never undo the same change.
    else await finish({ commits: [step.id] }, isRedo, (how) => api.timeline.undo.mutate({ what: { next: verb }, how }))
  } catch (error) {
    warnOf(error)
  }
}

async function oneOrPreview(what: UndoWhat, files: number, isRedo: boolean): Promise<void> {
  if (files > 1) await decide(what, isRedo)
  else await undoNow(what, isRedo)
}

function undoNow(what: UndoWhat, isRedo: boolean): Promise<Commit | null> {
  return finish(what, isRedo, (how) => api.timeline.undo.mutate({ what, how }))
}

async function finish(
  what: UndoWhat,
  isRedo: boolean,
  write: (how: BringBack) => Promise<ActionOutcome>,
): Promise<Commit | null> {
  return bringBackWith({
    overrideLabel: isRedo ? t`Redo anyway` : t`Undo anyway`,
    write: async (how) => {
      const outcome = await write(how)
      if (outcome.kind !== 'conflict' || outcome.conflicts === undefined) return outcome
      await decide(what, isRedo)
      return { kind: 'nothing', message: t`The same text has changed since then. Decide what stays.` }
    },
    onCommitted: (outcome) => {
      followRenamed(outcome.commit)
      const state = stateAfter(outcome, isRedo)
      const { say } = useStatusBar.getState()
      if (isRedo) say(t`Redone: ${state}`, undoAction(outcome.commit))
      else say(t`Undone: ${state}`, redoAction(outcome.commit))
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

/** The state that an undo leads to: "people/tomas.md is as it was at 10:38". */
export function stateAfter({ commit, leadsTo }: Committed, isRedo: boolean): string {
  const [first, ...more] = commit.changes
  if (first === undefined) return t`nothing changed`
  if (more.length > 0) return filesAfter(commit, isRedo)
  const { after, before, from } = first.change
  const path = pathLabel(first.change.path)
  if (first.change.path === POLICIES_PATH)
    return isRedo ? t`the change is back in ${path}` : t`the policies are changed back`
  if (from !== undefined) return t`${from} is called ${path} again`
  if (after === null) return t`${path} is now deleted`
  if (before === null) return t`${path} is back`
  if (isRedo) return t`the change is back in ${path}`
  // No version of the file was like this: later changes were kept.
  if (leadsTo?.since == null) return t`${path} no longer has the change; later changes are kept`
  const then = when(leadsTo.since)
  return t`${path} is as it was ${then}`
}

function filesAfter({ changes, changeCount: count }: Commit, isRedo: boolean): string {
  if (changes.length === count && changes.every(({ change }) => change.after === null))
    return plural(count, { one: '# file is now deleted', other: '# files are now deleted' })
  if (changes.length === count && changes.every(({ change }) => change.before === null))
    return plural(count, { one: '# file is back', other: '# files are back' })
  return isRedo
    ? plural(count, { one: 'the change is back in # file', other: 'the changes are back in # files' })
    : plural(count, { one: '# file no longer has the change', other: '# files no longer have the changes' })
}
