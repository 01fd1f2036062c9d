import { plural, t } from '@lingui/core/macro'
import type { Commit } from '../../shared/commit.ts'
import type { Move } from '../../shared/file-commands.ts'
import { outermost } from '../../shared/several-files.ts'
import { when } from '../format/time.ts'
import { api } from './api.ts'
import { copy } from './copy.ts'
import { dropFolder } from './folders-store.ts'
import { useMemory } from './memory-store.ts'
import { useStatusBar } from './status-bar-store.ts'
import { bringBackWith, tellCommit } from './undo-flow.ts'
import { moveUnsaved } from './unsaved-store.ts'
import { attemptWrite } from './write-outcome.ts'

// What the user does to several files and folders at once. Each makes one commit.

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)
const items = (count: number): string => plural(count, { one: '# item', other: '# items' })

/** The new path of a file after moves; itself if it did not move. */
export function pathAfter(path: string, moves: readonly Move[]): string {
  const move = moves.find(({ from }) => path === from || path.startsWith(`${from}/`))
  return move === undefined ? path : move.to + path.slice(move.from.length)
}

/** @returns the moves, or `null` if nothing was moved */
async function moveAll(moves: readonly Move[], announcement: string): Promise<readonly Move[] | null> {
  const outcome = await attemptWrite(() => api.memory.move.mutate({ moves: [...moves] }))
  if (outcome === null) return null
  moveUnsaved((path) => pathAfter(path, moves))
  tellCommit(announcement, outcome.commit)
  return moves
}

/**
 * Moves files and folders into a folder; '' is the top level.
 * @returns the moves, none if all are there already, or `null` if it was refused
 */
export async function moveInto(paths: readonly string[], folder: string): Promise<readonly Move[] | null> {
  const moves = outermost(paths)
    .map((from) => ({ from, to: inFolder(folder, nameOf(from)) }))
    .filter(({ from, to }) => from !== to)
  if (moves.length === 0) return []
  const taken = moves.find(({ to }) => isTaken(to))
  const [count, place] = [items(moves.length), folder === '' ? t`the top level` : folder]
  if (taken !== undefined) {
    const name = nameOf(taken.to)
    useStatusBar.getState().warn(t`Nothing was moved to ${place}: “${name}” already exists there.`)
    return null
  }
  return moveAll(moves, t`Moved ${count} to ${place}`)
}

export function rename(from: string, to: string): Promise<readonly Move[] | null> {
  return moveAll([{ from, to }], t`Renamed ${from} to ${to}`)
}

/** Whether a file or a folder of that path exists. */
export function isTaken(path: string): boolean {
  return (
    useMemory.getState().tree?.files.some((file) => file.path === path || file.path.startsWith(`${path}/`)) ?? false
  )
}

/** Deletes files and folders as one commit. @returns whether they are gone */
export async function removeAll(paths: readonly string[]): Promise<boolean> {
  // An empty folder is in this window only.
  const real = outermost(paths).filter((path) => isTaken(path) || !dropFolder(path))
  if (real.length === 0) return true
  const outcome = await attemptWrite(() => api.memory.remove.mutate({ paths: real }))
  const [only = ''] = real
  const said =
    real.length === 1
      ? t`Deleted ${only}. You can restore it from the timeline.`
      : t`Deleted ${items(real.length)}. You can restore them from the timeline.`
  if (outcome !== null) tellCommit(said, outcome.commit)
  return outcome !== null
}

/** Restores files and folders of a past state. */
export function restoreAll(paths: readonly string[], at: Commit): Promise<Commit | null> {
  return bringBackWith({
    overrideLabel: t`Restore anyway`,
    write: (how) => api.timeline.restore.mutate({ ref: at.variorumId ?? at.id, paths: [...paths], how }),
    onCommitted: ({ commit }) => {
      const then = when(at.time)
      tellCommit(
        plural(commit.changeCount, {
          one: `Restored: # file is as it was ${then}`,
          other: `Restored: # files are as they were ${then}`,
        }),
        commit,
      )
    },
  })
}

export async function copyPaths(paths: readonly string[]): Promise<void> {
  await copy(paths.join('\n'), plural(paths.length, { one: 'Path copied', other: '# paths copied' }))
}
