import { Buffer } from 'node:buffer'
import type { ObjectId } from '../../../shared/change.ts'
import type { Origin } from '../../../shared/commit.ts'
import { nameOf } from '../../disk/relative-path.ts'
import type { TreeFileEntry } from '../git/tree.ts'
import { isReservedName } from '../paths.ts'
import type { Repository } from '../repo/repository.ts'
import type { OnDisk } from '../repo/work-tree.ts'
import type { Draft } from './plan.ts'

// What other programs left on the disk, as drafts that take it into history.

export const OUTSIDE: Origin = { actor: 'outside', verb: 'adopt', lineage: 'outside' }

/** What adopting the disk's version of a path would be; null when HEAD has it, or when there is nothing to adopt. */
export function adoptionOf(repo: Repository, path: string, known: TreeFileEntry | null, now: OnDisk): Draft | null {
  const before = known?.id ?? null
  // A device or pipe in the place of a file: the file is gone, and what came is not kept.
  if (now.kind !== 'file') return known === null ? null : { path, before, after: null }
  if (known !== null && known.id === now.id && known.mode === now.mode) return null
  const bytes = repo.workTree.read(path)
  return bytes === null ? null : { path, before, after: { bytes, mode: now.mode } }
}

/**
 * Files of HEAD that cannot be there together with a file at `path`: one that a part of the path is, or all that
 * lie below it. Where a folder and a file changed places, both sides belong into one commit.
 */
export function conflictingPaths(repo: Repository, tree: ObjectId | null, path: string): readonly string[] {
  const names = path.split('/')
  for (let depth = 1; depth < names.length; depth += 1) {
    const above = names.slice(0, depth).join('/')
    const entry = repo.trees.at(tree, above)
    if (entry === null) return []
    if (entry.mode !== '40000') return [above]
  }
  return repo.trees.at(tree, path)?.mode === '40000' ? repo.trees.files(tree, path).map((file) => file.path) : []
}

const KEPT = new Set(['.gitignore', '.gitattributes', '.variorum'])
const NOT_AS_LINK = new Set(['.gitignore', '.gitattributes', '.mailmap'])
/** Source: git's fsck, gitattributesLineLength and gitattributesLarge. */
const LONGEST_ATTRIBUTES_LINE = 2_048

/** Names that must never get into a tree: git refuses them, or `git fsck --strict` would complain of them for ever. */
export function ignoreReason(path: string): string | null {
  if (path.includes('\ufffd') || !path.isWellFormed()) return 'its name is not valid UTF-8'
  const names = path.split('/')
  if (names.some((name) => ['', '.', '..'].includes(name))) return 'its name is not one that a file can have'
  if (nameOf(path) === '.gitmodules') return 'submodules are not kept in a memory'
  if (names.some((name) => isReservedName(name) && !KEPT.has(name))) return 'git keeps its name for itself'
  return names.slice(0, -1).some((name) => name !== '.variorum' && KEPT.has(name))
    ? 'git keeps its name for itself'
    : null
}

/** The same of what stands at the path: git's own files have to be ones that git can read. */
export function contentIgnoreReason(repo: Repository, path: string, now: OnDisk): string | null {
  const name = nameOf(path)
  if (now.kind !== 'file') return null
  if (now.mode === '120000' && NOT_AS_LINK.has(name)) return 'git does not follow a link in its place'
  if (name !== '.gitattributes') return null
  const bytes = repo.workTree.read(path)
  const isLong =
    bytes !== null &&
    Buffer.from(bytes)
      .toString('latin1')
      .split('\n')
      .some((line) => line.length >= LONGEST_ATTRIBUTES_LINE)
  return isLong ? 'a line in it is longer than git allows' : null
}
