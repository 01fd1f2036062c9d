import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { DirectorySwapped, discardNow, ENTERED_BY_HANDLE, inFolderNow } from '../../disk/by-handle.ts'
import {
  hasCode,
  lstatIfThere,
  syncDirectory,
  syncDirectoryNow,
  uniqueName,
  unlessMissing,
} from '../../disk/durable-files.ts'
import { exactStatIfThere, type ExactStat } from '../../disk/exact-stat.ts'
import { fewAtOnce } from '../../disk/few-at-once.ts'
import { nameOf, parentOf } from '../../disk/relative-path.ts'
import {
  ChangedMeanwhile,
  canStay,
  removeExpected,
  scratchGone,
  verifyExpected,
  writeInPlace,
  writeStaged,
  writeThere,
  type FileEdit,
} from './file-edit.ts'
import { hasLinks, inDirectory, makeDirectories, refuseClimbing } from './safe-directory.ts'

/** Folders that a command makes or removes. Empty folders are not part of history. */
export interface Folders {
  readonly makeFolders: readonly string[]
  readonly removeFolders: readonly string[]
}

/** At or above this many files, overwrite in place instead of writing a temporary file and renaming it. */
const IN_PLACE_THRESHOLD_FILES = 16
/** Up to this many are synced one after the other, which is sooner done than handed to other threads. */
const FEW = 16

/**
 * Puts files of the store in place: never through a link, and only where the disk still has the expected state.
 * Nothing is synced here: until it is, the journal has it.
 *
 * A file that stays is written in place: it keeps its extended attributes, access lists and hard links, which no new file
 * would have. A few new files are staged: written in `.git/variorum/tmp` and renamed, so that each is whole at every
 * moment. For many, the new inodes and the flush of each that the rename forces took ten times as long as everything
 * else together; those are written in place, too. Files are written one after the other in the order of the edits, so
 * that a kill leaves at most one half-written file: the first one that differs from its target. Recovery recognizes it
 * by that and by its content (see recovery.ts).
 */
export class Checkout {
  readonly #root: string
  readonly #scratch: string

  /**
   * @param root canonical
   * @param scratch a folder on the same file system, for files that are not in place yet
   */
  constructor(root: string, scratch: string) {
    this.#root = root
    this.#scratch = scratch
  }

  /** Writes the bytes of a few new files to temporary files. Leaves many files, and those that stay, as they are. */
  stage(edits: readonly FileEdit[]): readonly FileEdit[] {
    if (edits.length >= IN_PLACE_THRESHOLD_FILES) return edits
    const staged: FileEdit[] = []
    try {
      for (const edit of edits)
        staged.push(
          edit.target === null || canStay(edit, edit.target) ? edit : { ...edit, staged: this.#stageFile(edit) },
        )
      return staged
    } catch (error) {
      this.discard(staged)
      throw error
    }
  }

  #stageFile({ expected, target }: FileEdit): string {
    const name = uniqueName()
    if (target !== null) this.#inScratch(name, (staged) => writeStaged(staged, expected, target))
    return nodePath.join(this.#scratch, name)
  }

  /** Runs an operation on a name in the scratch folder. */
  #inScratch<T>(name: string, operation: (address: string) => T): T {
    let isEntered = false
    try {
      return inFolderNow(this.#scratch, (folder) => {
        isEntered = true
        return operation(`${folder}/${name}`)
      })
    } catch (error) {
      const isGone = error instanceof DirectorySwapped || hasCode(error, 'ENOENT')
      throw !isEntered && isGone ? scratchGone(error) : error
    }
  }

  /** Removes staged files. Ignores failures: they do not concern the command, and leftovers are cleared later. */
  discard(edits: readonly FileEdit[]): void {
    for (const { staged } of edits) if (staged !== undefined) discardNow(staged)
  }

  /** Throws ChangedMeanwhile when a path lacks its expected state. `apply` verifies many files one by one. */
  verify(edits: readonly FileEdit[]): void {
    if (edits.length >= IN_PLACE_THRESHOLD_FILES) return
    const folders = new Set<string>()
    for (const edit of edits) {
      const folder = parentOf(edit.path)
      if (!folders.has(folder) && hasLinks(this.#root, folder)) throw new ChangedMeanwhile(edit.path)
      folders.add(folder)
      verifyExpected(edit, exactStatIfThere(this.#absolute(edit.path)))
    }
  }

  /**
   * Puts edits in place, removals first, each only where the disk still has the expected state. A file that somebody
   * changes at this very moment stays as they left it.
   * @param made collects each folder made on the way, so that the caller can remove it when the rest fails
   * @returns the stat of every file that was put in place
   */
  apply(
    edits: readonly FileEdit[],
    { makeFolders, removeFolders }: Folders,
    made: string[] = [],
  ): ReadonlyMap<string, ExactStat> {
    const placed = new Map<string, ExactStat>()
    this.#inFolders(
      edits.filter(({ target, expected }) => target === null && expected.kind === 'file'),
      (edit, address) => this.#inScratch(uniqueName(), (aside) => removeExpected(edit, address, aside)),
    )
    this.removeEmpty(removeFolders)
    for (const folder of makeFolders) skipIfInTheWay(() => makeDirectories(this.#root, folder, made))
    this.#inFolders(
      edits.filter(({ target }) => target !== null),
      (edit, address) => {
        const stat = this.#place(edit, address)
        if (stat !== null) placed.set(edit.path, stat)
      },
      made,
    )
    return placed
  }

  /** Removes the folders that a failed command made. Ignores failures: an empty folder is not part of history. */
  discardFolders(folders: readonly string[]): void {
    try {
      this.removeEmpty(folders)
    } catch {
      return
    }
  }

  /** Removes folders, the deepest first. One that is not empty stays: its files are adopted like any outside file. */
  removeEmpty(folders: readonly string[]): void {
    for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
      skipIfInTheWay(() => {
        refuseClimbing(folder)
        inDirectory(this.#root, parentOf(folder), (prefix) => fs.rmdirSync(`${prefix}/${nameOf(folder)}`))
      })
    }
  }

  /**
   * Runs an operation for each edit in order, entering a folder once for consecutive edits in it.
   * @param made missing folders are made, and added to it; when left out, edits in missing folders are skipped
   */
  #inFolders(edits: readonly FileEdit[], operation: (edit: FileEdit, address: string) => void, made?: string[]): void {
    for (const { folder, edits: inFolder } of byFolder(edits)) {
      skipIfInTheWay(() => {
        if (made !== undefined) makeDirectories(this.#root, folder, made)
        inDirectory(this.#root, folder, (prefix) => {
          for (const edit of inFolder)
            skipIfInTheWay(() => {
              refuseClimbing(edit.path)
              operation(edit, `${prefix}/${nameOf(edit.path)}`)
            })
        })
      })
    }
  }

  /** @returns the file's stat; null when somebody changed it before or afterwards */
  #place(edit: FileEdit, address: string): ExactStat | null {
    if (edit.target === null) return null
    const written = edit.staged === undefined ? writeInPlace(edit, edit.target, address) : 'impossible'
    if (written !== 'impossible') return written
    const staged = edit.staged ?? this.#stageFile(edit)
    try {
      const ino = exactStatIfThere(staged)?.ino
      verifyExpected(edit, exactStatIfThere(address))
      // An empty folder may be in the place of a file; git does not know empty folders.
      if (edit.expected.kind === 'directory') ignoreMissing(() => fs.rmdirSync(address))
      if (!this.#inScratch(nodePath.basename(staged), (from) => renameStaged(from, address)))
        return writeThere(edit, edit.target, address)
      const stat = exactStatIfThere(address)
      return stat?.ino === ino ? stat : null
    } finally {
      if (edit.staged === undefined) this.discard([{ ...edit, staged }])
    }
  }

  /** Makes these paths durable: the files that exist, and the absence of those that do not. */
  async sync(paths: Iterable<string>): Promise<void> {
    const all = new Set(paths)
    for (const path of all) {
      // The removal of a folder is an entry of its parent.
      for (let folder = parentOf(path); ; folder = parentOf(folder)) {
        all.add(folder)
        if (folder === '' || exactStatIfThere(this.#absolute(folder)) !== null) break
      }
    }
    if (all.size > FEW) return void (await fewAtOnce(all, (path) => syncIfThere(this.#absolute(path))))
    for (const path of all) syncIfThereNow(this.#absolute(path))
  }

  #absolute(path: string): string {
    return path === '' ? this.#root : `${this.#root}/${path}`
  }
}

/** Groups consecutive edits of one folder. Only a folder addressed by handle can be checked once for several files. */
function byFolder(
  edits: readonly FileEdit[],
): readonly { readonly folder: string; readonly edits: readonly FileEdit[] }[] {
  const groups: { readonly folder: string; readonly edits: FileEdit[] }[] = []
  for (const edit of edits) {
    const [last, folder] = [groups.at(-1), parentOf(edit.path)]
    if (last?.folder === folder && ENTERED_BY_HANDLE) last.edits.push(edit)
    else groups.push({ folder, edits: [edit] })
  }
  return groups
}

/**
 * Throws when the new file is not there: unlike something in the way, that is nobody's edit, and no outcome of ours.
 * @returns whether it could be: not to another file system
 */
function renameStaged(staged: string, address: string): boolean {
  try {
    fs.renameSync(staged, address)
    return true
  } catch (error) {
    if (hasCode(error, 'EXDEV')) return false
    if (hasCode(error, 'ENOENT') && lstatIfThere(staged) === null) throw scratchGone(error)
    throw error
  }
}

/** Runs an operation, and skips it when something new is in its way: that is somebody's, and stays. */
function skipIfInTheWay(operation: () => void): void {
  try {
    operation()
  } catch (error) {
    if (
      error instanceof ChangedMeanwhile ||
      error instanceof DirectorySwapped ||
      hasCode(error, 'ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'EISDIR', 'ELOOP')
    )
      return
    throw error
  }
}

function ignoreMissing(operation: () => void): void {
  try {
    operation()
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

function syncIfThereNow(path: string): void {
  const stat = lstatIfThere(path)
  if (stat?.isDirectory() === true) return syncDirectoryNow(path)
  if (stat?.isFile() !== true) return
  try {
    const file = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0))
    try {
      fs.fsyncSync(file)
    } finally {
      fs.closeSync(file)
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error
  }
}

/** Syncs a file or folder. What is missing, or is neither, needs no sync. */
async function syncIfThere(path: string): Promise<void> {
  const stat = lstatIfThere(path)
  if (stat === null || !(stat.isFile() || stat.isDirectory())) return
  if (stat.isDirectory()) return syncDirectory(path)
  const file = await unlessMissing(fs.promises.open(path, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0)))
  try {
    await file?.sync()
  } finally {
    await file?.close()
  }
}
