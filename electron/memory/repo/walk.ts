import type { Dirent } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { isUnreadable } from '../../disk/disk-error.ts'
import { unlessMissing } from '../../disk/durable-files.ts'
import { join } from '../../disk/relative-path.ts'
import { REMOVED_HISTORY } from '../paths.ts'

// Walks a work tree. No link is followed.

/** The entries of one folder. */
interface FolderEntries {
  readonly path: string
  /** Files and links. */
  readonly files: readonly string[]
  /** Those that are descended into. */
  readonly folders: ReadonlySet<string>
  /** What is neither; and the folder itself when it is another repository. */
  readonly special: readonly string[]
  readonly isRepository: boolean
  /** What is in it is not known. */
  readonly isUnreadable: boolean
}

/**
 * Every file and link below a folder, and the folders including the folder itself. See `foldersBelow`.
 * @param until when it is aborted, the rest is left out
 */
export async function walk(
  root: string,
  path: string,
  skips?: (folder: string) => Promise<boolean>,
  until?: AbortSignal,
): Promise<{
  readonly files: readonly string[]
  readonly folders: readonly string[]
  readonly special: readonly string[]
  readonly unreadable: readonly string[]
}> {
  const all: Record<'files' | 'folders' | 'special' | 'unreadable', string[]> = {
    files: [],
    folders: [],
    special: [],
    unreadable: [],
  }
  for await (const { path: folder, files, special, ...is } of foldersBelow(root, path, skips)) {
    if (!is.isRepository) all.folders.push(folder)
    if (is.isUnreadable) all.unreadable.push(folder)
    for (const file of files) all.files.push(file)
    all.special.push(...special)
    if (until?.aborted === true) break
  }
  return all
}

/**
 * The entries of a folder and of all folders below it, one folder after the other. Does not descend into other
 * repositories, nor into folders that `skips` accepts.
 */
export async function* foldersBelow(
  root: string,
  path: string,
  skips: (folder: string) => Promise<boolean> = async () => false,
): AsyncGenerator<FolderEntries> {
  const pending = [path]
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries = await entriesOf(root, folder)
    const none = { path: folder, files: [], folders: new Set<string>(), special: [] }
    if (entries === null) {
      yield { ...none, isRepository: false, isUnreadable: true }
      continue
    }
    if (folder !== '' && entries.some((entry) => entry.name === '.git')) {
      yield { ...none, special: [folder], isRepository: true, isUnreadable: false }
      continue
    }
    const [files, folders, special]: [string[], Set<string>, string[]] = [[], new Set(), []]
    for (const entry of entries) {
      const child = join(folder, entry.name)
      if (child === '.git') continue
      if (entry.isDirectory()) {
        if (!child.startsWith(REMOVED_HISTORY) && !(await skips(child))) folders.add(child)
      } else if (entry.isFile() || entry.isSymbolicLink()) files.push(child)
      else special.push(child)
    }
    pending.push(...folders)
    yield { path: folder, files, folders, special, isRepository: false, isUnreadable: false }
  }
}

/** None of a folder that is gone; null of one below the root that cannot be read. */
async function entriesOf(root: string, folder: string): Promise<readonly Dirent[] | null> {
  try {
    return (await unlessMissing(fs.readdir(nodePath.join(root, folder), { withFileTypes: true }))) ?? []
  } catch (error) {
    if (folder !== '' && isUnreadable(error)) return null
    throw error
  }
}
