import { plural, t } from '@lingui/core/macro'
import {
  BookOpenText,
  Copy,
  FileDiff,
  GitCompareArrows,
  Hash,
  History,
  ListChecks,
  ListX,
  Redo2,
  Undo2,
} from 'lucide-react'
import type { Commit } from '../../shared/commit.ts'
import { copyCommitIds, copyDiff } from '../state/copy-commit.ts'
import { copyPaths } from '../state/file-actions.ts'
import { toggleMarks } from '../state/marked-store.ts'
import { NOW, openCompare, openFile, openPoint } from '../state/routes.ts'
import { redo, undo, undoAll, undoTurn, willLeadTo } from '../state/undo-flow.ts'
import type { MenuItem } from '../ui/Menu.tsx'

// What can be done with a change, and with the changes of a turn, in the menus of a card and of the timeline's rows.

/** The menu of a card in the chat. @param commits what the card shows as one; @param net the sum of them */
export function cardMenu(commits: readonly Commit[], net: Commit, undoneBy: string | null): readonly MenuItem[] {
  const newest = commits.at(-1) ?? net
  return [
    { label: t`Show in the timeline`, icon: History, keys: 'g', run: () => openPoint(newest.id) },
    ...openItem(newest),
    ...inGroup(undoItem(net, undoneBy, { keys: 'u', run: () => void undoOrRedo(commits, undoneBy) })),
    ...inGroup(copyItems(commits)),
  ]
}

/** The menu of a change in the timeline. @param picked to be undone together with others */
export function entryMenu(commit: Commit, undoneBy: string | null, picked: boolean): readonly MenuItem[] {
  return [
    ...openItem(commit),
    { label: t`Compare with now`, icon: GitCompareArrows, run: () => openCompare(commit.id, NOW) },
    ...inGroup([
      ...undoItem(commit, undoneBy, { run: () => void undoOrRedo([commit], undoneBy) }),
      ...undoTurnItem(commit),
      ...pickItem([commit], picked),
    ]),
    ...inGroup(copyItems([commit])),
  ]
}

/** The menu of a conversation's changes in the timeline, or of others that belong together. @param picked all of them */
export function groupMenu(commits: readonly Commit[], picked: boolean): readonly MenuItem[] {
  const [newest] = commits
  return [
    ...(newest === undefined
      ? []
      : undoTurnItem(
          newest,
          commits.every(({ origin }) => origin.turn === newest.origin.turn),
        )),
    ...pickItem(commits, picked),
    ...inGroup(copyItems(commits)),
  ]
}

/** Items with a line above them. */
const inGroup = (items: readonly MenuItem[]): readonly MenuItem[] =>
  items.map((item, at) => (at === 0 ? { ...item, apart: true } : item))

function openItem({ changes }: Commit): readonly MenuItem[] {
  const path = changes.find(({ change }) => change.after !== null)?.change.path
  return path === undefined ? [] : [{ label: t`Open the file`, icon: BookOpenText, run: () => openFile(path) }]
}

function undoItem(commit: Commit, undoneBy: string | null, how: Pick<MenuItem, 'keys' | 'run'>): readonly MenuItem[] {
  if (commit.changeCount === 0) return []
  const isUndone = undoneBy !== null
  return [
    {
      label: isUndone ? t`Redo` : t`Undo`,
      icon: isUndone ? Redo2 : Undo2,
      title: willLeadTo(commit, isUndone),
      ...how,
    },
  ]
}

/** @param undoneBy the undo in effect of all of them, by its Variorum-Id */
export async function undoOrRedo(commits: readonly Commit[], undoneBy: string | null): Promise<void> {
  const [only, ...more] = commits
  if (only === undefined) return
  if (undoneBy !== null) await redo(undoneBy, only.changeCount)
  else if (more.length === 0) await undo(only)
  else await undoAll(commits)
}

/** @param isOneTurn whether it is about one turn, rather than all of its conversation */
function undoTurnItem({ origin: { conversation, turn } }: Commit, isOneTurn = true): readonly MenuItem[] {
  if (conversation === undefined || turn === undefined) return []
  if (!isOneTurn)
    return [{ label: t`Undo this conversation’s changes…`, icon: ListX, run: () => void undoTurn(conversation) }]
  return [{ label: t`Undo this turn`, icon: ListX, run: () => void undoTurn(conversation, turn) }]
}

function pickItem(commits: readonly Commit[], picked: boolean): readonly MenuItem[] {
  if (commits.every(({ changeCount }) => changeCount === 0)) return []
  return [
    {
      label: picked ? t`Deselect` : t`Select to undo with other changes`,
      icon: ListChecks,
      keys: 'x',
      run: () => toggleMarks(commits),
    },
  ]
}

function copyItems(commits: readonly Commit[]): readonly MenuItem[] {
  const paths = [...new Set(commits.flatMap(({ changes }) => changes.map(({ change }) => change.path)))]
  const ids = commits.map(({ id }) => id)
  const [commit] = commits
  return [
    ...(commits.length !== 1 || commit === undefined || paths.length === 0
      ? []
      : [{ label: t`Copy the diff`, icon: FileDiff, run: () => void copyDiff(commit) }]),
    ...(paths.length === 0
      ? []
      : [{ label: paths.length === 1 ? t`Copy path` : t`Copy paths`, icon: Copy, run: () => void copyPaths(paths) }]),
    {
      label: plural(ids.length, { one: 'Copy commit ID', other: 'Copy # commit IDs' }),
      icon: Hash,
      run: () => void copyCommitIds(ids),
    },
  ]
}
