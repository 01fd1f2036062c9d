import { t, plural } from '@lingui/core/macro'
import type { Commit } from '../../shared/commit.ts'
import type { Message } from '../../shared/messages/message.ts'
import { sentencesText } from '../format/language.ts'
import { pathLabel } from '../format/path-label.ts'
import { when } from '../format/time.ts'
import { worded } from '../format/worded.ts'
import { api } from './api.ts'
import { bringBackWith, tellCommit } from './undo-flow.ts'
import { type ActionOutcome, attemptWrite } from './write-outcome.ts'

/** What the user does to the memory. Every action ends in the status bar: the new state, and the way back. */

export function restoreFile(path: string, at: Commit): Promise<Commit | null> {
  return bringBackWith({
    overrideLabel: t`Restore anyway`,
    write: (how) => api.timeline.restore.mutate({ ref: at.variorumId ?? at.id, paths: [path], how }),
    onCommitted: ({ commit }) => {
      const then = when(at.time)
      tellCommit(t`Restored: ${pathLabel(path)} is as it was ${then}`, commit)
    },
  })
}

/** Restores a folder, or the whole store when `path` is ''. */
export function restoreFolder(path: string, at: Commit, withPolicies = false): Promise<Commit | null> {
  return bringBackWith({
    overrideLabel: t`Restore anyway`,
    write: (how) => api.timeline.restore.mutate({ ref: at.id, paths: [path], how: { ...how, withPolicies } }),
    onCommitted: ({ commit }) => {
      const then = when(at.time)
      const count = commit.changeCount
      tellCommit(
        plural(count, {
          one: `Restored: # file is as it was ${then}`,
          other: `Restored: # files are as they were ${then}`,
        }),
        commit,
      )
    },
  })
}

/** Restores what vanished from the folder all at once, and with it the folder. */
export function restoreVanished(): Promise<Commit | null> {
  return bringBackWith({
    overrideLabel: t`Restore anyway`,
    write: (how) => api.timeline.restore.mutate({ ref: 'HEAD', paths: [''], how }),
    onCommitted: ({ commit }) =>
      tellCommit(plural(commit.changeCount, { one: 'Restored: # file', other: 'Restored: # files' }), commit),
  })
}

/** Restores a deleted file as it was before the commit that deleted it. */
export function bringBack(path: string, deletion: Commit): Promise<Commit | null> {
  const { parent } = deletion
  if (parent === null) return Promise.resolve(null)
  return bringBackWith({
    overrideLabel: t`Restore anyway`,
    write: (how) => api.timeline.restore.mutate({ ref: parent, paths: [path], how }),
    onCommitted: ({ commit }) => tellCommit(t`Restored: ${path} is back, as it was before the deletion`, commit),
  })
}

/** Restores an older version of one line, as an edit by the user. `text` is the whole file with that line in it. */
export async function restoreLine(path: string, before: string, text: string, line: number): Promise<void> {
  const outcome = await attemptWrite(() => api.memory.save.mutate({ path, before, text }))
  if (outcome !== null) tellCommit(t`Restored: line ${line} of ${path}`, outcome.commit)
}

/** @param notes what the policies did to the text, one sentence each */
export function announceSaved(path: string, commit: Commit, notes: readonly Message[] = []): void {
  const saved = notes.length === 0 ? t`Saved: ${path}` : sentencesText([t`Saved: ${path}.`, ...notes.map(worded)])
  tellCommit(saved, commit)
}

/** Runs a write of one view and announces it, with Undo. */
export async function perform(
  write: () => Promise<ActionOutcome>,
  announcement: string | ((commit: Commit) => string),
): Promise<Commit | null> {
  const outcome = await attemptWrite(write)
  if (outcome === null) return null
  const { commit } = outcome
  tellCommit(typeof announcement === 'string' ? announcement : announcement(commit), commit)
  return commit
}
