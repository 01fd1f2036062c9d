import { t, plural } from '@lingui/core/macro'
import type { BringBack, Commit, UndoNextOutcome, WriteOutcome } from '../../shared/commit.ts'
import { pathLabel } from '../format/path-label.ts'
import { when } from '../format/time.ts'
import { api, sentence } from './api.ts'
import { type StatusAction, useStatusBar } from './status-bar-store.ts'

/** What the user does to the memory. Every act ends in the foot: what is now so, and what leads back. */

const undoAct = (commit: Commit): StatusAction => ({
  label: t`Undo`,
  keys: 'mod+z',
  run: () => void undo(commit.variorumId ?? commit.id),
})
const redoAct = (commit: Commit): StatusAction => ({
  label: t`Redo`,
  keys: 'shift+mod+z',
  run: () => void redo(commit.variorumId ?? commit.id),
})

type Committed = Extract<WriteOutcome, { readonly kind: 'committed' }>
type AnyOutcome = (
  | WriteOutcome
  | { readonly kind: 'missing' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'nothing'; readonly words: string }
) & {
  /** What the user may still do about a refusal. */
  readonly act?: StatusAction
}

/** Tells what became of a write that was not made; gives back the commit of one that was. */
export function settle(outcome: AnyOutcome): Commit | null {
  const { say, warn } = useStatusBar.getState()
  switch (outcome.kind) {
    case 'committed':
      return outcome.commit
    case 'conflict':
      warn(outcome.reason)
      return null
    case 'refused':
      warn(
        outcome.act === undefined
          ? outcome.reason
          : t`${outcome.reason} Brought back all the same, it is in the memory and in its history again, where the agent reads it.`,
        outcome.act,
      )
      return null
    case 'nothing':
      say(outcome.words)
      return null
    case 'missing':
      warn(t`The file is no longer there. Nothing was changed.`)
      return null
    case 'exists':
      warn(t`There is a file of that name already. Nothing was changed.`)
      return null
  }
}

async function attempt(work: () => Promise<AnyOutcome>): Promise<Commit | null> {
  return (await attemptOutcome(work))?.commit ?? null
}

async function attemptOutcome(work: () => Promise<AnyOutcome>): Promise<Committed | null> {
  try {
    const outcome = await work()
    settle(outcome)
    return outcome.kind === 'committed' ? outcome : null
  } catch (error) {
    useStatusBar.getState().warn(sentence(error))
    return null
  }
}

/** "people/tomas.md is as it was at 10:38": the state a commit leads to, for the file (or files) it changes. */
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

/** An act that brings something back. Where a policy refuses it, the user is told what it means and may have it all the same. */
async function backTo(
  anyway: string,
  work: (how: BringBack) => Promise<AnyOutcome>,
  done: (outcome: Committed) => void,
  override = false,
): Promise<Commit | null> {
  const outcome = await attemptOutcome(async () => {
    const outcome = await work({ override })
    if (outcome.kind !== 'refused' || outcome.mayOverride !== true || override) return outcome
    return { ...outcome, act: { label: anyway, run: () => void backTo(anyway, work, done, true) } }
  })
  if (outcome === null) return null
  done(outcome)
  return outcome.commit
}

function sayUndone(outcome: Committed): void {
  const state = stateAfter(outcome)
  useStatusBar.getState().say(t`Undone: ${state}`, redoAct(outcome.commit))
}

function sayRedone(outcome: Committed): void {
  const state = stateAfter(outcome)
  useStatusBar.getState().say(t`Redone: ${state}`, undoAct(outcome.commit))
}

export async function undo(ref: string): Promise<void> {
  await backTo(t`Undo anyway`, (how) => api.timeline.undo.mutate({ ref, how }), sayUndone)
}

/** Redo is the undo of the commit that undid. */
export async function redo(undoing: string): Promise<void> {
  await backTo(t`Redo anyway`, (how) => api.timeline.undo.mutate({ ref: undoing, how }), sayRedone)
}

export async function undoTurn(conversation: string, turn: number): Promise<void> {
  await backTo(t`Undo anyway`, (how) => api.timeline.undoTurn.mutate({ conversation, turn, how }), sayUndone)
}

export function restoreFile(path: string, at: Commit): Promise<Commit | null> {
  return backTo(
    t`Restore anyway`,
    (how) => api.timeline.restore.mutate({ ref: at.variorumId ?? at.id, path, how }),
    ({ commit }) => {
      const then = when(at.time)
      useStatusBar.getState().say(t`Restored: ${pathLabel(path)} is as it was ${then}`, undoAct(commit))
    },
  )
}

/** Brings a folder, or with '' the whole store, back to a point. */
export function restoreFolder(path: string, at: Commit, withPolicies = false): Promise<Commit | null> {
  return backTo(
    t`Restore anyway`,
    (how) => api.timeline.restore.mutate({ ref: at.id, path, how: { ...how, withPolicies } }),
    ({ commit }) => {
      const then = when(at.time)
      const count = commit.changeCount
      useStatusBar.getState().say(
        plural(count, {
          one: `Restored: # file is as it was ${then}`,
          other: `Restored: # files are as they were ${then}`,
        }),
        undoAct(commit),
      )
    },
  )
}

/** Brings a deleted file back as it was before the commit that deleted it. */
export async function bringBack(path: string, deletion: Commit): Promise<Commit | null> {
  const { parent } = deletion
  if (parent === null) return null
  return backTo(
    t`Restore anyway`,
    (how) => api.timeline.restore.mutate({ ref: parent, path, how }),
    ({ commit }) =>
      useStatusBar.getState().say(t`Restored: ${path} is back as it was before it was deleted`, undoAct(commit)),
  )
}

/** Brings one older reading of a line back, as an edit of the user. */
export async function restoreLine(path: string, before: string, text: string, line: number): Promise<void> {
  const commit = await attempt(() => api.memory.save.mutate({ path, before, text }))
  if (commit !== null) useStatusBar.getState().say(t`Restored: line ${line} of ${path}`, undoAct(commit))
}

export async function removeFile(path: string): Promise<boolean> {
  const commit = await attempt(() => api.memory.remove.mutate({ path }))
  if (commit !== null) useStatusBar.getState().say(t`Deleted: ${path} stays in the timeline`, undoAct(commit))
  return commit !== null
}

export async function renameFile(from: string, to: string): Promise<boolean> {
  const commit = await attempt(() => api.memory.rename.mutate({ from, to }))
  if (commit !== null) useStatusBar.getState().say(t`Renamed: ${from} is now ${to}`, undoAct(commit))
  return commit !== null
}

/** `notes`: what the policies did to the text, a sentence each. */
export function saySaved(path: string, commit: Commit, notes: readonly string[] = []): void {
  useStatusBar.getState().say([t`Saved: ${path}`, ...notes].join('. '), undoAct(commit))
}

/** An act that a view does for itself, told in the foot with its way back. */
export async function perform(work: () => Promise<AnyOutcome>, said: string): Promise<Commit | null> {
  const commit = await attempt(work)
  if (commit !== null) useStatusBar.getState().say(said, undoAct(commit))
  return commit
}

function withWords(outcome: UndoNextOutcome, words: string): AnyOutcome {
  return outcome.kind === 'nothing' ? { ...outcome, words } : outcome
}

export async function undoLast(): Promise<void> {
  const words = t`Nothing to undo.`
  await backTo(t`Undo anyway`, async (how) => withWords(await api.timeline.undoNext.mutate({ how }), words), sayUndone)
}

export async function redoLast(): Promise<void> {
  const words = t`Nothing to redo.`
  await backTo(t`Redo anyway`, async (how) => withWords(await api.timeline.redoNext.mutate({ how }), words), sayRedone)
}
