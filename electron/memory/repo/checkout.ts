import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import type { FileMode } from '../../../shared/change.ts'
import { hasCode, lstatIfThere, syncDirectory, uniqueName, unlessMissing } from '../../disk/durable-files.ts'
import { exactStatIfThere, exactStatOf, isDirectory, isUnchanged, type ExactStat } from '../../disk/exact-stat.ts'
import { nameOf, parentOf } from '../../disk/relative-path.ts'
import { DirectorySwapped, ENTERED_BY_HANDLE, hasLinks, inDirectory, makeDirectories } from './safe-directory.ts'
import type { OnDisk } from './work-tree.ts'

/** Bring a path from what was seen on the disk to what it shall be. */
export interface FileEdit {
  readonly path: string
  readonly seen: OnDisk
  /** null removes. */
  readonly becomes: { readonly bytes: Uint8Array; readonly mode: FileMode } | null
  /** Where the new bytes are on the disk already, one rename away from their place. */
  readonly staged?: string
}

/** Folders without files are not history, but a command may make or remove them. */
export interface Folders {
  readonly makeFolders: readonly string[]
  readonly removeFolders: readonly string[]
}

/** Somebody changed a file between the look and the act; nothing was overwritten. */
export class ChangedMeanwhile extends Error {
  constructor(path: string) {
    super(`changed meanwhile: ${path}`)
  }
}

/** From so many files on they are written where they stand. */
const MANY = 16

/**
 * Puts files of the store in their place: through no link, and only where the disk is still as it was seen. Nothing
 * of it is synced: until it is, the journal has it.
 *
 * A few files are written beside their place and renamed: each is whole at every moment, and a full disk is found
 * before anything is acknowledged. Of many files each would cost a new inode and the writing out of what the rename
 * puts in place, which took ten times as long as all the rest. They are written where they stand, one after the
 * other in the order of the edits, so that a kill leaves one half-written file at most, the first that is not as it
 * shall be; recovery knows it by that and by what it holds (see recovery.ts).
 */
export class Checkout {
  readonly #root: string
  readonly #scratch: string

  /** @param root canonical
   * @param scratch a folder of the same file system, for files that are not in place yet */
  constructor(root: string, scratch: string) {
    this.#root = root
    this.#scratch = scratch
  }

  /** Writes the new bytes of a few files beside their place; many stay as they are. */
  stage(edits: readonly FileEdit[]): readonly FileEdit[] {
    if (edits.length >= MANY) return edits
    const done: FileEdit[] = []
    try {
      for (const edit of edits)
        done.push(edit.becomes === null ? edit : { ...edit, staged: this.#stageFile(edit, edit.becomes) })
      return done
    } catch (error) {
      this.discard(done)
      throw error
    }
  }

  #stageFile({ seen }: FileEdit, { bytes, mode }: NonNullable<FileEdit['becomes']>): string {
    const staged = nodePath.join(this.#scratch, uniqueName())
    if (mode === '120000') {
      fs.symlinkSync(Buffer.from(bytes), staged)
      return staged
    }
    const kept = seen.kind === 'file' && seen.mode !== '120000' ? seen.stat.mode & 0o777 : 0o666 & ~process.umask()
    const permissions = mode === '100755' ? kept | ((kept & 0o444) >> 2) : kept & ~0o111
    const file = fs.openSync(staged, 'wx', 0o600)
    try {
      writeWhole(file, bytes)
      fs.fchmodSync(file, permissions)
    } catch (error) {
      fs.unlinkSync(staged)
      throw error
    } finally {
      fs.closeSync(file)
    }
    return staged
  }

  /** Whether it succeeds says nothing of the command: what stays is cleared away later. */
  discard(edits: readonly FileEdit[]): void {
    for (const { staged } of edits) {
      try {
        if (staged !== undefined) fs.unlinkSync(staged)
      } catch {
        continue
      }
    }
  }

  /** Throws ChangedMeanwhile when a path is no longer what was seen. Of many files each is looked at when its turn comes. */
  verify(edits: readonly FileEdit[]): void {
    if (edits.length >= MANY) return
    const folders = new Set<string>()
    for (const edit of edits) {
      const folder = parentOf(edit.path)
      if (!folders.has(folder) && hasLinks(this.#root, folder)) throw new ChangedMeanwhile(edit.path)
      folders.add(folder)
      verifyOne(edit, exactStatIfThere(this.#absolute(edit.path)))
    }
  }

  /**
   * Puts edits in place, removals first, each only where the disk is still as it was seen. A file that somebody
   * changed in that instant stays as they left it.
   * @param made gets each folder that was made on the way, so that the caller can remove it when the rest fails
   * @returns the stat of every file that was put in place
   */
  apply(
    edits: readonly FileEdit[],
    { makeFolders, removeFolders }: Folders,
    made: string[] = [],
  ): ReadonlyMap<string, ExactStat> {
    const placed = new Map<string, ExactStat>()
    this.#inFolders(
      edits.filter(({ becomes, seen }) => becomes === null && seen.kind === 'file'),
      (edit, address) => {
        verifyOne(edit, exactStatIfThere(address))
        fs.unlinkSync(address)
      },
    )
    this.removeEmpty(removeFolders)
    for (const folder of makeFolders) unlessInTheWay(() => makeDirectories(this.#root, folder, made))
    this.#inFolders(
      edits.filter(({ becomes }) => becomes !== null),
      (edit, address) => {
        const stat = this.#place(edit, address)
        if (stat !== null) placed.set(edit.path, stat)
      },
      made,
    )
    return placed
  }

  /** The same for folders of a command that failed. An empty folder that stays is not part of history. */
  discardFolders(folders: readonly string[]): void {
    try {
      this.removeEmpty(folders)
    } catch {
      return
    }
  }

  /** Removes folders, the deepest first. One that holds something stays: it is adopted like any outside file. */
  removeEmpty(folders: readonly string[]): void {
    for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
      unlessInTheWay(() =>
        inDirectory(this.#root, parentOf(folder), (prefix) => fs.rmdirSync(`${prefix}/${nameOf(folder)}`)),
      )
    }
  }

  /**
   * Acts on edits in order, entering each folder once for the edits that follow one another in it.
   * @param made missing folders are made, and added to it; left out, edits in missing folders are skipped
   */
  #inFolders(edits: readonly FileEdit[], act: (edit: FileEdit, address: string) => void, made?: string[]): void {
    for (const { folder, edits: here } of byFolder(edits)) {
      unlessInTheWay(() => {
        if (made !== undefined) makeDirectories(this.#root, folder, made)
        inDirectory(this.#root, folder, (prefix) => {
          for (const edit of here) unlessInTheWay(() => act(edit, `${prefix}/${nameOf(edit.path)}`))
        })
      })
    }
  }

  /** @returns the file's stat; null when somebody was faster, before or after */
  #place(edit: FileEdit, address: string): ExactStat | null {
    if (edit.becomes === null) return null
    const written = edit.staged === undefined ? writeWhereItStands(edit, edit.becomes, address) : 'cannot'
    if (written !== 'cannot') return written
    const staged = edit.staged ?? this.#stageFile(edit, edit.becomes)
    try {
      const ino = exactStatIfThere(staged)?.ino
      verifyOne(edit, exactStatIfThere(address))
      // An empty folder may stand where a file was or shall be again; git knows none.
      if (edit.seen.kind === 'directory') ignoreMissing(() => fs.rmdirSync(address))
      fs.renameSync(staged, address)
      const stat = exactStatIfThere(address)
      return stat?.ino === ino ? stat : null
    } finally {
      if (edit.staged === undefined) this.discard([{ ...edit, staged }])
    }
  }

  /** Makes durable what stands at these paths, and that nothing stands there any more. */
  async sync(paths: Iterable<string>): Promise<void> {
    const all = new Set(paths)
    for (const path of all) {
      // A folder that went too is an entry of the one above.
      for (let folder = parentOf(path); ; folder = parentOf(folder)) {
        all.add(folder)
        if (folder === '' || exactStatIfThere(this.#absolute(folder)) !== null) break
      }
    }
    await Promise.all([...all].map((path) => syncIfThere(this.#absolute(path))))
  }

  #absolute(path: string): string {
    return path === '' ? this.#root : `${this.#root}/${path}`
  }
}

/** Only where a folder is entered by its handle may one look at it do for several files. */
function byFolder(
  edits: readonly FileEdit[],
): readonly { readonly folder: string; readonly edits: readonly FileEdit[] }[] {
  const found: { readonly folder: string; readonly edits: FileEdit[] }[] = []
  for (const edit of edits) {
    const [last, folder] = [found.at(-1), parentOf(edit.path)]
    if (last?.folder === folder && ENTERED_BY_HANDLE) last.edits.push(edit)
    else found.push({ folder, edits: [edit] })
  }
  return found
}

function verifyOne({ path, seen }: FileEdit, stat: ExactStat | null): void {
  const isSame = (): boolean => {
    if (seen.kind === 'file') return stat !== null && isUnchanged(seen.stat, stat)
    // A folder in the place of a file to be has been emptied, and perhaps removed, by the edits before.
    return seen.kind === 'directory' ? stat === null || isDirectory(stat) : stat === null
  }
  if (!isSame()) throw new ChangedMeanwhile(path)
}

const NO_LINK = fs.constants.O_NOFOLLOW ?? 0

/**
 * Writes over the file that was seen, or makes the one that was not there. The file is the one that was seen: it is
 * looked at through the handle by which it is written. `cannot`: it has to be another file, since it is to be
 * something else, has a second name elsewhere, or may not be written to.
 */
function writeWhereItStands(
  edit: FileEdit,
  { bytes, mode }: NonNullable<FileEdit['becomes']>,
  address: string,
): ExactStat | null | 'cannot' {
  const { seen } = edit
  const stays =
    seen.kind === 'file' ? seen.mode === mode && seen.stat.links === 1 : seen.kind === 'missing' && mode === '100644'
  if (mode === '120000' || !stays) return 'cannot'
  const file = openToWrite(
    address,
    seen.kind === 'file' ? fs.constants.O_WRONLY : fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_EXCL,
  )
  if (file === null) return 'cannot'
  try {
    if (seen.kind === 'file') verifyOne(edit, exactStatOf(file))
    writeWhole(file, bytes)
    // Never to nothing first: a file that was empty for a moment is written out at once (ext4's auto_da_alloc).
    if (seen.kind === 'file' && seen.stat.size > bytes.byteLength) fs.ftruncateSync(file, bytes.byteLength)
    const stat = exactStatOf(file)
    return stat.size === bytes.byteLength ? stat : null
  } finally {
    fs.closeSync(file)
  }
}

function openToWrite(address: string, flags: number): number | null {
  try {
    return fs.openSync(address, flags | NO_LINK, 0o666)
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'ETXTBSY', 'EBUSY')) return null
    throw error
  }
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.byteLength;)
    written += fs.writeSync(file, bytes, written, bytes.byteLength - written, written)
}

/** null where something that was not there at the look came in between: it is somebody's, and stays. */
function unlessInTheWay<T>(act: () => T): T | null {
  try {
    return act()
  } catch (error) {
    if (
      error instanceof ChangedMeanwhile ||
      error instanceof DirectorySwapped ||
      hasCode(error, 'ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'EISDIR', 'ELOOP')
    )
      return null
    throw error
  }
}

function ignoreMissing(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

/** Whatever is not there, or is no file or folder of ours to sync, needs none. */
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
