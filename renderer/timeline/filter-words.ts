import { t } from '@lingui/core/macro'
import { ChangeKind } from '../../shared/change.ts'
import { type Actor, Verb } from '../../shared/origin.ts'
import { lineageName } from '../memory-parts/LineageMark.tsx'
import type { FilterKind, FilterLineage } from '../state/timeline-filter.ts'

// What the filters of the timeline are called.

export function actorWord(actor: Actor): string {
  switch (actor) {
    case 'agent':
      return t`agent`
    case 'user':
      return t`you`
    case 'outside':
      return t`outside`
    case 'policy':
      return t`policy`
  }
}

export function kindName(kind: FilterKind): string {
  if (kind === 'any') return t`Any kind`
  const result = ChangeKind.safeParse(kind)
  return result.success ? resultName(result.data) : commandName(Verb.parse(kind))
}

export function lineageFilterName(lineage: FilterLineage): string {
  if (lineage === 'any') return t`Any source`
  return lineage === 'untrusted' ? t`Only from outside` : lineageName(lineage)
}

function resultName(kind: ChangeKind): string {
  switch (kind) {
    case 'created':
      return t`Created`
    case 'changed':
      return t`Changed`
    case 'deleted':
      return t`Deleted`
  }
}

function commandName(verb: Verb): string {
  switch (verb) {
    case 'view':
      return t`View`
    case 'create':
      return t`Create or overwrite`
    case 'str_replace':
      return t`Replace text`
    case 'insert':
      return t`Insert lines`
    case 'delete':
      return t`Delete`
    case 'rename':
      return t`Rename`
    case 'edit':
      return t`Edit in the app`
    case 'adopt':
      return t`Edited outside Variorum`
    case 'restore':
      return t`Restore`
    case 'undo':
      return t`Undo and redo`
    case 'other':
      return t`Made with git`
  }
}
