import { plural } from '@lingui/core/macro'
import type { CountedChange } from '../../shared/commit.ts'
import type { Comparison } from '../../shared/memory.ts'

/** What a change would do to a file of the current memory. */
export type Fate = 'change' | 'return' | 'go'

export function fateOf({ change }: CountedChange): Fate {
  if (change.after === null) return 'go'
  return change.before === null ? 'return' : 'change'
}

type Fates = Readonly<Record<Fate, number>>

/** Counts the listed changes; a comparison may comprise more. */
export function fates(changes: readonly CountedChange[]): Fates {
  const counts = { change: 0, return: 0, go: 0 }
  for (const change of changes) counts[fateOf(change)] += 1
  return counts
}

const ORDER: readonly Fate[] = ['change', 'return', 'go']

/** First what changes, then what returns, then what goes; each by path. */
export function inOrder({ changes }: Comparison): readonly CountedChange[] {
  const sorted = changes.toSorted((a, b) => (a.change.path < b.change.path ? -1 : 1))
  return ORDER.flatMap((fate) => sorted.filter((change) => fateOf(change) === fate))
}

/** What the button that does it says: "Delete 11 files", "Restore 2 files, delete 3". */
export function labelOf({ changes, changeCount }: Comparison, word: 'restore' | 'undo' | 'redo'): string {
  const { go, return: back } = fates(changes)
  // Of more changes than are listed, only the number is known.
  if (changes.length < changeCount || go === 0) return plainLabel(changeCount, back === changeCount ? 'restore' : word)
  const rest = changeCount - go
  if (rest === 0) return plural(go, { one: 'Delete # file', other: 'Delete # files' })
  switch (word) {
    case 'restore':
      return plural(rest, { one: `Restore # file, delete ${go}`, other: `Restore # files, delete ${go}` })
    case 'undo':
      return plural(rest, { one: `Undo in # file, delete ${go}`, other: `Undo in # files, delete ${go}` })
    case 'redo':
      return plural(rest, { one: `Redo in # file, delete ${go}`, other: `Redo in # files, delete ${go}` })
  }
}

function plainLabel(count: number, word: 'restore' | 'undo' | 'redo'): string {
  switch (word) {
    case 'restore':
      return plural(count, { one: 'Restore # file', other: 'Restore # files' })
    case 'undo':
      return plural(count, { one: 'Undo in # file', other: 'Undo in # files' })
    case 'redo':
      return plural(count, { one: 'Redo in # file', other: 'Redo in # files' })
  }
}

/** Whether it does nothing but delete. */
export function onlyDeletes({ changes, changeCount }: Comparison): boolean {
  return changeCount > 0 && changes.length === changeCount && fates(changes).go === changeCount
}
