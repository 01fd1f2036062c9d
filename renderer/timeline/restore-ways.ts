/** A way back from a point. */
export type Way = 'undo' | 'file' | 'folder' | 'store'

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
