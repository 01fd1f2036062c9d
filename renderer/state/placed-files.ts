import type { ImportedFile } from '../../shared/file-commands.ts'
import type { TreeFile } from '../../shared/memory.ts'
import type { Incoming } from './incoming-files.ts'

/** What happens to files whose path exists already. */
export type OnTaken = 'replace' | 'keep-both' | 'skip'

export type Placed = Incoming & Pick<ImportedFile, 'before'>

/**
 * Where in the memory files go. Of those that come with one path, as from the folders of a search, each gets one of its
 * own.
 */
export function placed(
  files: readonly Incoming[],
  onTaken: OnTaken,
  tree: readonly Pick<TreeFile, 'path' | 'blob'>[],
): readonly Placed[] {
  const existing = new Map(tree.map(({ path, blob }) => [path, blob.id]))
  const [used, given] = [new Set(existing.keys()), new Set<string>()]
  return files.flatMap(({ path, file }): readonly Placed[] => {
    const before = given.has(path) ? null : (existing.get(path) ?? null)
    if (before !== null && onTaken === 'skip') return []
    const isFree = !used.has(path) || (before !== null && onTaken === 'replace')
    const place = isFree ? path : freePath(path, used)
    used.add(place)
    given.add(place)
    return [{ path: place, file, before: isFree ? before : null }]
  })
}

/** "notes.md" becomes "notes-2.md". */
export function freePath(path: string, used: ReadonlySet<string>): string {
  const dot = path.lastIndexOf('.')
  const end = dot > path.lastIndexOf('/') + 1 ? dot : path.length
  for (let number = 2; ; number += 1) {
    const free = `${path.slice(0, end)}-${number}${path.slice(end)}`
    if (!used.has(free)) return free
  }
}
