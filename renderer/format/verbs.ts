import { plural, t } from '@lingui/core/macro'
import {
  ArchiveRestore,
  Eye,
  FilePlus,
  FileSymlink,
  FileWarning,
  ListPlus,
  type LucideIcon,
  PencilLine,
  Redo2,
  Trash2,
  Undo2,
} from 'lucide-react'
import type { Change } from '../../shared/change.ts'
import type { Commit, CountedChange } from '../../shared/commit.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { pathLabel } from './path-label.ts'

/** What a commit did to its first file, as a word and an icon. */
interface VerbLabel {
  readonly word: string
  /** The word when no path follows. */
  readonly alone?: string
  readonly icon: LucideIcon
}

/** What happened to the files of a commit whose verb does not say it. */
function verbLabelOfChanges({ changes }: Commit): VerbLabel {
  const labels = changes.map(({ change }) => verbLabelOfChange(change))
  const [first = verbLabelOfChange(undefined)] = labels
  return labels.every(({ word }) => word === first.word) ? first : { word: t`Changed`, icon: PencilLine }
}

function verbLabelOfChange(change: Change | undefined): VerbLabel {
  if (change === undefined) return { word: t`Left unchanged:`, icon: PencilLine }
  if (change.from !== undefined) return { word: t`Renamed`, icon: FileSymlink }
  if (change.before === null) return { word: t`Created`, icon: FilePlus }
  if (change.after === null) return { word: t`Deleted`, icon: Trash2 }
  return { word: t`Edited`, icon: PencilLine }
}

export function verbLabel(commit: Commit, redo = false): VerbLabel {
  const change = commit.changes[0]?.change
  switch (commit.origin.verb) {
    case 'view':
      return { word: t`Looked at`, icon: Eye }
    case 'create':
      return { word: change?.before == null ? t`Created` : t`Overwrote`, icon: FilePlus }
    case 'insert':
      return { word: t`Added to`, alone: t`Inserted`, icon: ListPlus }
    case 'delete':
      return { word: t`Deleted`, icon: Trash2 }
    case 'rename':
      return { word: t`Renamed`, icon: FileSymlink }
    case 'str_replace':
      return { word: t`Edited`, icon: PencilLine }
    case 'restore':
      return { word: t`Restored`, icon: ArchiveRestore }
    case 'undo':
      return undoLabel(commit.origin.undoes?.length ?? 1, redo)
    case 'adopt':
      return { ...verbLabelOfChanges(commit), icon: FileWarning }
    case 'edit':
    case 'other':
      return verbLabelOfChanges(commit)
  }
}

/** The words are whole with what was undone after them: a name, a line or a sentence. */
function undoLabel(count: number, redo: boolean): VerbLabel {
  if (redo)
    return {
      word: plural(Math.max(1, count), { one: 'Redone:', other: '# changes redone:' }),
      alone: t`Redone`,
      icon: Redo2,
    }
  return {
    word: plural(Math.max(1, count), { one: 'Undone:', other: '# changes undone:' }),
    alone: t`Undone`,
    icon: Undo2,
  }
}

/**
 * What an undo took back, or a redo did again, as a commit of its own: it is told by what it did then, not by what is there
 * now. `null` for every other commit.
 */
export function undoneCommit(commit: Commit, redo: boolean): Commit | null {
  if (commit.origin.verb !== 'undo') return null
  const origin = { ...commit.origin, verb: 'other' as const }
  return { ...commit, origin, changes: redo ? commit.changes : commit.changes.map(reversed) }
}

function reversed({ change, lines, excerpt }: CountedChange): CountedChange {
  const { path, from, before, after } = change
  return {
    change: { path: from ?? path, before: after, after: before, ...(from === undefined ? {} : { from: path }) },
    lines: lines === null ? null : { added: lines.removed, removed: lines.added },
    ...(excerpt === undefined ? {} : { excerpt: { added: excerpt.removed, removed: excerpt.added } }),
  }
}

interface FolderTarget {
  /** With a slash at its end. */
  readonly path: string
  readonly from: string | null
}

/** The folder that a command deleted or renamed with all its files; `null` for every other commit. */
export function folderTarget({ origin: { verb }, named, changes }: Commit): FolderTarget | null {
  if ((verb !== 'delete' && verb !== 'rename') || named === undefined) return null
  if (!changes.every(({ change }) => change.path.startsWith(`${named}/`))) return null
  const { path = '', from } = changes[0]?.change ?? {}
  return { path: `${named}/`, from: from === undefined ? null : from.slice(0, named.length + 1 - path.length) }
}

/** The folder or the first file that a commit is about; it may have changed neither. */
export function mainPath(commit: Commit): string {
  return folderTarget(commit)?.path ?? commit.changes[0]?.change.path ?? commit.named ?? commit.subject
}

/** What the file or folder that a commit renamed was called before; `null` for every other commit. */
export function formerPath(commit: Commit): string | null {
  const folder = folderTarget(commit)
  if (folder !== null) return folder.from
  const { origin, changes, changeCount } = commit
  const isRename = changeCount === 1 && origin.verb !== 'undo' && origin.verb !== 'restore'
  return isRename ? (changes[0]?.change.from ?? null) : null
}

/** What a commit is about, in words: "travel/lisbon.md", or for a new name "a.md to b.md". */
export function mainPathText(commit: Commit): string {
  const from = formerPath(commit)
  const path = pathLabel(mainPath(commit))
  return from === null ? path : `${from} ${t({ message: 'to', context: 'the new name of a file' })} ${path}`
}

/** How many files a commit changed, in words. */
export function filesIn(commit: Commit): string {
  const count = commit.changeCount
  return count === 0 && folderTarget(commit) !== null ? t`empty` : plural(count, { one: '# file', other: '# files' })
}

/** For screen readers and titles: "Edited travel/lisbon.md", "Undone: Edited travel/lisbon.md". */
export function verbSentence(commit: Commit, redo = false): string {
  const { word } = verbLabel(commit, redo)
  const undone = undoneCommit(commit, redo)
  if (undone !== null) return `${word} ${verbSentence(undone)}`
  return policiesSentence(commit) ?? `${word} ${mainPathText(commit)}`
}

/** What happened to the policies; `null` for a commit that is not only about them. */
export function policiesSentence({ changes: [first], changeCount, origin }: Commit): string | null {
  if (changeCount > 1 || first?.change.path !== POLICIES_PATH) return null
  return origin.verb === 'restore' ? t`The policies were restored` : t`The policies changed`
}
