import type { CountedChange } from '../../shared/commit.ts'
import type { Comparison } from '../../shared/memory.ts'

/** The ways back from a point. */
export type Way = 'undo' | 'file' | 'folder' | 'store'

/** What a change would do to the memory as it is now. */
export type Fate = 'change' | 'return' | 'go'

export function fateOf({ change }: CountedChange): Fate {
  if (change.after === null) return 'go'
  return change.before === null ? 'return' : 'change'
}

export type Fates = Readonly<Record<Fate, number>>

/** Of the changes that are told one by one; a comparison may hold more. */
export function fates(changes: readonly CountedChange[]): Fates {
  const counts = { change: 0, return: 0, go: 0 }
  for (const change of changes) counts[fateOf(change)] += 1
  return counts
}

const ORDER: readonly Fate[] = ['change', 'return', 'go']

/** What changes first, then what returns, then what goes; each by path. */
export function inOrder({ changes }: Comparison): readonly CountedChange[] {
  const sorted = changes.toSorted((a, b) => (a.change.path < b.change.path ? -1 : 1))
  return ORDER.flatMap((fate) => sorted.filter((change) => fateOf(change) === fate))
}

/** Every folder above one of the paths, once. */
export function foldersOf(paths: Iterable<string>): readonly string[] {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at))
  }
  return [...folders].toSorted()
}

/** The folders of a change, the deepest first, and all others. */
export function folderChoices(
  changed: readonly string[],
  all: Iterable<string>,
): { readonly near: readonly string[]; readonly others: readonly string[] } {
  const near = foldersOf(changed).toSorted((a, b) => b.split('/').length - a.split('/').length)
  return { near, others: foldersOf(all).filter((folder) => !near.includes(folder)) }
}
