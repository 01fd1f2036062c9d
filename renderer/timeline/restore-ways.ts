import type { CountedChange } from '../../shared/commit.ts'
import type { Comparison } from '../../shared/memory.ts'

/** A way back from a point. */
export type Way = 'undo' | 'file' | 'folder' | 'store'

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

/** All folders above the paths, without duplicates. */
export function foldersOf(paths: Iterable<string>): readonly string[] {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at))
  }
  return [...folders].toSorted()
}

/** The folders of a change, the deepest first, and all others, by name. */
export function folderChoices(
  changed: readonly string[],
  all: Iterable<string>,
): { readonly near: readonly string[]; readonly others: readonly string[] } {
  const near = foldersOf(changed).toSorted((a, b) => b.split('/').length - a.split('/').length)
  return { near, others: foldersOf(all).filter((folder) => !near.includes(folder)) }
}
