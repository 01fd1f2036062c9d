import { Buffer } from 'node:buffer'
import type { ObjectId } from '../../../shared/change.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { nameOf } from '../../disk/relative-path.ts'
import { DIRECTORY } from '../git/objects.ts'
import type { TreeFileEntry } from '../git/tree.ts'
import type { Repository } from '../repo/repository.ts'
import type { OnDisk } from '../repo/work-tree.ts'
import type { Draft } from './plan.ts'

// Drafts that adopt into history what other programs left on the disk.

/** The draft that adopts the disk's version of a path; null when HEAD has it, or when there is nothing to adopt. */
export function adoptionOf(repo: Repository, path: string, known: TreeFileEntry | null, now: OnDisk): Draft | null {
  const before = known?.id ?? null
  if (now.kind === 'unreadable') return null
  // A device or pipe in place of a file: the file was deleted, and the device is not part of the memory.
  if (now.kind !== 'file') return known === null ? null : { path, before, after: null }
  if (known !== null && known.id === now.id && known.mode === now.mode) return null
  const bytes = repo.workTree.read(path)
  return bytes === null ? null : { path, before, after: { bytes, mode: now.mode } }
}

/**
 * Files of HEAD that cannot exist together with a file at `path`: one at an ancestor of the path, or all those below
 * it. When a file and a folder trade places, both belong in one commit.
 */
export function conflictingPaths(repo: Repository, tree: ObjectId | null, path: string): readonly string[] {
  const above = repo.trees.fileAbove(tree, path)
  if (above !== null) return [above]
  return repo.trees.at(tree, path)?.mode === DIRECTORY ? repo.trees.files(tree, path).map((file) => file.path) : []
}

const REGULAR_FILE_NAMES = new Set(['.gitignore', '.gitattributes', '.mailmap'])
/** Source: git's fsck, gitattributesLineLength and gitattributesLarge. */
const MAX_ATTRIBUTES_LINE_LENGTH = 2_048

/** Like `ignoreReason`, for what is at the path: git must be able to read the files that it uses itself. */
export function contentIgnoreReason(repo: Repository, path: string, now: OnDisk): Message | null {
  const name = nameOf(path)
  if (now.kind !== 'file') return null
  if (now.mode === '120000' && REGULAR_FILE_NAMES.has(name)) return say('left-out-link')
  if (name !== '.gitattributes') return null
  const bytes = repo.workTree.read(path)
  const isLong =
    bytes !== null &&
    Buffer.from(bytes)
      .toString('latin1')
      .split('\n')
      .some((line) => line.length >= MAX_ATTRIBUTES_LINE_LENGTH)
  return isLong ? say('left-out-long-line') : null
}
