import { t } from '@lingui/core/macro'
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
import type { Commit } from '../../shared/commit.ts'
import { pathLabel } from './path-label.ts'

/** What a commit did to its first file, as a word and an icon. */
interface VerbLabel {
  readonly word: string
  /** The word when no path follows. */
  readonly alone?: string
  readonly icon: LucideIcon
}

function verbLabelOfChange(change: Change | undefined): VerbLabel {
  if (change === undefined) return { word: t`Changed nothing in`, icon: PencilLine }
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
      return { word: t`Inserted in`, alone: t`Inserted`, icon: ListPlus }
    case 'delete':
      return { word: t`Deleted`, icon: Trash2 }
    case 'rename':
      return { word: t`Renamed`, icon: FileSymlink }
    case 'str_replace':
      return { word: t`Edited`, icon: PencilLine }
    case 'restore':
      return { word: t`Restored`, icon: ArchiveRestore }
    case 'undo':
      return redo
        ? { word: t`Redone in`, alone: t`Redone`, icon: Redo2 }
        : { word: t`Undone in`, alone: t`Undone`, icon: Undo2 }
    case 'adopt':
      return { ...verbLabelOfChange(change), icon: FileWarning }
    case 'edit':
    case 'other':
      return verbLabelOfChange(change)
  }
}

/** The path of a commit's first file. */
export function mainPath(commit: Commit): string {
  return commit.changes[0]?.change.path ?? commit.subject
}

/** For screen readers and titles: "Edited travel/lisbon.md". */
export function verbSentence(commit: Commit): string {
  const { word } = verbLabel(commit)
  const path = pathLabel(mainPath(commit))
  return `${word} ${path}`
}
