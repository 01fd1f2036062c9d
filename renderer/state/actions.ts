import { t, plural } from '@lingui/core/macro'
import type { BringBack, Commit, UndoNextOutcome } from '../../shared/commit.ts'
import { pathLabel } from '../format/path-label.ts'
import { when } from '../format/time.ts'
import { api } from './api.ts'
import { type StatusAction, useStatusBar } from './status-bar-store.ts'
import { type ActionOutcome, attemptWrite, type Committed } from './write-outcome.ts'

/** What the user does to the memory. Every action ends in the status bar: the new state, and the way back. */

const undoAction = (commit: Commit): StatusAction => ({
  label: t`Undo`,
  keys: 'mod+z',
  run: () => void undo(commit.variorumId ?? commit.id),
})
const redoAction = (commit: Commit): StatusAction => ({
  label: t`Redo`,
  keys: 'shift+mod+z',
  run: () => void redo(commit.variorumId ?? commit.id),
})

/** The state a commit leads to, for the file or files it changes: "people/tomas.md is as it was at 10:38". */
function stateAfter({ commit, leadsTo }: Committed): string {
  const [first, ...more] = commit.changes
  if (first === undefined) return t`nothing changed`
  const { after, from } = first.change
  const path = pathLabel(first.change.path)
  if (more.length > 0) {
    const count = commit.changeCount
    return plural(count, { one: '# file is as it was before', other: '# files are as they were before' })
  }
  if (from !== undefined) return t`${from} is ${path} again`
  if (after === null) return t`${path} is not there, as before`
  if (leadsTo?.since == null) return t`${path} is as it was before`
  const then = when(leadsTo.since)
  return t`${path} is as it was ${then}`
}

interface BringBackAction {
  /** Labels the button that overrides a policy's refusal. */
  readonly overrideLabel: string
  readonly write: (how: BringBack) => Promise<ActionOutcome>
  readonly onCommitted: (outcome: Committed) => void
}

/** Brings something back. When a policy refuses, the warning says what that means and offers to override it. */
async function bringBackWith(action: BringBackAction, override = false): Promise<Commit | null> {
  const committed = await attemptWrite(async () => {
    const outcome = await action.write({ override })
    if (outcome.kind !== 'refused' || outcome.mayOverride !== true || override) return outcome
    return { ...outcome, action: { label: action.overrideLabel, run: () => void bringBackWith(action, true) } }
  })
  if (committed === null) return null
  action.onCommitted(committed)
  return committed.commit
}

function announceUndone(outcome: Committed): void {
  const state = stateAfter(outcome)
  useStatusBar.getState().say(t`Undone: ${state}`, redoAction(outcome.commit))
}

function announceRedone(outcome: Committed): void {
  const state = stateAfter(outcome)
  useStatusBar.getState().say(t`Redone: ${state}`, undoAction(outcome.commit))
}

export async function undo(ref: string): Promise<void> {
  await bringBackWith({
    overrideLabel: t`Undo anyway`,
    write: (how) => api.timeline.undo.mutate({ what: { commits: [ref] }, how }),
    onCommitted: announceUndone,
  })
}

/** Undoes the commit that undid something. */
export async function redo(undoing: string): Promise<void> {
  await bringBackWith({
    overrideLabel: t`Redo anyway`,
    write: (how) => api.timeline.undo.mutate({ what: { commits: [undoing] }, how }),
    onCommitted: announceRedone,
  })
}

export async function undoTurn(conversation: string, turn: number): Promise<void> {
  await bringBackWith({
    overrideLabel: t`Undo anyway`,
    write: (how) => api.timeline.undo.mutate({ what: { conversation, turn }, how }),
    onCommitted: announceUndone,
  })
}

export function restoreFile(path: string, at: Commit): Promise<Commit | null> {
  return bringBackWith({
    overrideLabel: t`Restore anyway`,
    write: (how) => api.timeline.restore.mutate({ ref: at.variorumId ?? at.id, path, how }),
    onCommitted: ({ commit }) => {
      const then = when(at.time)
      useStatusBar.getState().say(t`Restored: ${pathLabel(path)} is as it was ${then}`, undoAction(commit))
    },
  })
}

/** Restores a folder, or the whole store when `path` is ''. */
export function restoreFolder(path: string, at: Commit, withPolicies = false): Promise<Commit | null> {
  return bringBackWith({
    overrideLabel: t`Restore anyway`,
    write: (how) => api.timeline.restore.mutate({ ref: at.id, path, how: { ...how, withPolicies } }),
    onCommitted: ({ commit }) => {
      const then = when(at.time)
      const count = commit.changeCount
      useStatusBar.getState().say(
        plural(count, {
          one: `Restored: # file is as it was ${then}`,
          other: `Restored: # files are as they were ${then}`,
        }),
        undoAction(commit),
      )
    },
  })
}

/** Restores a deleted file as it was before the commit that deleted it. */
export function bringBack(path: string, deletion: Commit): Promise<Commit | null> {
  const { parent } = deletion
  if (parent === null) return Promise.resolve(null)
  return bringBackWith({
    overrideLabel: t`Restore anyway`,
    write: (how) => api.timeline.restore.mutate({ ref: parent, path, how }),
    onCommitted: ({ commit }) =>
      useStatusBar.getState().say(t`Restored: ${path} is back as it was before it was deleted`, undoAction(commit)),
  })
}

/** Restores an older version of one line, as an edit by the user. `text` is the whole file with that line in it. */
export async function restoreLine(path: string, before: string, text: string, line: number): Promise<void> {
  const outcome = await attemptWrite(() => api.memory.save.mutate({ path, before, text }))
  if (outcome !== null) useStatusBar.getState().say(t`Restored: line ${line} of ${path}`, undoAction(outcome.commit))
}

export async function removeFile(path: string): Promise<boolean> {
  const outcome = await attemptWrite(() => api.memory.remove.mutate({ path }))
  if (outcome !== null)
    useStatusBar.getState().say(t`Deleted: ${path} stays in the timeline`, undoAction(outcome.commit))
  return outcome !== null
}

export async function renameFile(from: string, to: string): Promise<boolean> {
  const outcome = await attemptWrite(() => api.memory.rename.mutate({ from, to }))
  if (outcome !== null) useStatusBar.getState().say(t`Renamed: ${from} is now ${to}`, undoAction(outcome.commit))
  return outcome !== null
}

/** @param notes what the policies did to the text, one sentence each */
export function announceSaved(path: string, commit: Commit, notes: readonly string[] = []): void {
  useStatusBar.getState().say([t`Saved: ${path}`, ...notes].join('. '), undoAction(commit))
}

/** Runs a write of one view and announces it, with Undo. */
export async function perform(write: () => Promise<ActionOutcome>, announcement: string): Promise<Commit | null> {
  const outcome = await attemptWrite(write)
  if (outcome === null) return null
  useStatusBar.getState().say(announcement, undoAction(outcome.commit))
  return outcome.commit
}

function withMessage(outcome: UndoNextOutcome, message: string): ActionOutcome {
  return outcome.kind === 'nothing' ? { ...outcome, message } : outcome
}

export async function undoLast(): Promise<void> {
  const message = t`Nothing to undo.`
  await bringBackWith({
    overrideLabel: t`Undo anyway`,
    write: async (how) => withMessage(await api.timeline.undoNext.mutate({ how }), message),
    onCommitted: announceUndone,
  })
}

export async function redoLast(): Promise<void> {
  const message = t`Nothing to redo.`
  await bringBackWith({
    overrideLabel: t`Redo anyway`,
    write: async (how) => withMessage(await api.timeline.redoNext.mutate({ how }), message),
    onCommitted: announceRedone,
  })
}
