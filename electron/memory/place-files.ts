import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import type { BigIntStats } from 'node:fs'
import * as nodePath from 'node:path'
import type { FileMode } from '../../shared/change.ts'
import { exactStatIfThere, hasCode, syncDirectory, uniqueName, unlessMissing } from './durable-files.ts'
import { sameStat, statData } from './git-index.ts'
import { DirectorySwapped, hasLinks, inDirectory, makeDirectories } from './safe-directory.ts'
import { nameOf, parentOf, type OnDisk } from './work-tree.ts'

/** Bring a path from what was seen on the disk to what it shall be. */
export interface FileEdit {
  readonly path: string
  readonly seen: OnDisk
  /** null removes. */
  readonly becomes: { readonly bytes: Uint8Array; readonly mode: FileMode } | null
}

/** A file edit whose bytes are on the disk already, one rename away from their place. */
export interface StagedEdit extends FileEdit {
  readonly staged: string | null
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

/**
 * Puts files of the store in their place: whole, through no link, and only where the disk is still as it was seen.
 * Nothing of it is synced: until it is, the journal has it.
 */
export class FilePlacer {
  readonly #root: string
  readonly #scratch: string

  /** @param root canonical
   * @param scratch a folder of the same file system, for files that are not in place yet */
  constructor(root: string, scratch: string) {
    this.#root = root
    this.#scratch = scratch
  }

  /** Writes the new bytes beside their place, so that a full disk is found before anything is acknowledged. */
  stage(edits: readonly FileEdit[]): readonly StagedEdit[] {
    const done: StagedEdit[] = []
    try {
      for (const edit of edits) done.push({ ...edit, staged: edit.becomes === null ? null : this.#stageFile(edit, edit.becomes) })
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
    const kept = seen.kind === 'file' && seen.mode !== '120000' ? Number(seen.stat.mode) & 0o777 : 0o666 & ~process.umask()
    const permissions = mode === '100755' ? kept | ((kept & 0o444) >> 2) : kept & ~0o111
    const file = fs.openSync(staged, 'wx', 0o600)
    try {
      for (let written = 0; written < bytes.byteLength; ) written += fs.writeSync(file, bytes, written)
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
  discard(edits: readonly StagedEdit[]): void {
    for (const { staged } of edits) {
      try {
        if (staged !== null) fs.unlinkSync(staged)
      } catch {
        continue
      }
    }
  }

  /** Throws ChangedMeanwhile when a path is no longer what was seen. */
  verify(edits: readonly FileEdit[]): void {
    const folders = new Set<string>()
    for (const edit of edits) {
      const folder = parentOf(edit.path)
      if (!folders.has(folder) && hasLinks(this.#root, folder)) throw new ChangedMeanwhile(edit.path)
      folders.add(folder)
      this.#verifyOne(edit, this.#absolute(edit.path))
    }
  }

  #verifyOne({ path, seen }: FileEdit, address: string): void {
    const stat = exactStatIfThere(address)
    const isSame = (): boolean => {
      if (seen.kind === 'file') return stat !== null && sameStat(statData(stat), statData(seen.stat))
      // A folder in the place of a file to be has been emptied, and perhaps removed, by the edits before.
      return seen.kind === 'directory' ? stat === null || stat.isDirectory() : stat === null
    }
    if (!isSame()) throw new ChangedMeanwhile(path)
  }

  /**
   * Puts staged edits in place, removals first, each only where the disk is still as it was seen. A file that
   * somebody changed in that instant stays as they left it.
   * @returns the stat of every file that was put in place
   */
  apply(edits: readonly StagedEdit[], { makeFolders, removeFolders }: Folders): ReadonlyMap<string, BigIntStats> {
    const placed = new Map<string, BigIntStats>()
    for (const edit of edits) if (edit.becomes === null && edit.seen.kind === 'file') unlessInTheWay(() => this.#remove(edit))
    for (const folder of removeFolders.toSorted((a, b) => b.length - a.length)) {
      // What somebody put into it meanwhile stays, and is adopted like any outside file.
      unlessInTheWay(() => inDirectory(this.#root, parentOf(folder), (prefix) => fs.rmdirSync(`${prefix}/${nameOf(folder)}`)))
    }
    for (const folder of makeFolders) unlessInTheWay(() => makeDirectories(this.#root, folder))
    for (const edit of edits) {
      const stat = this.#place(edit)
      if (stat !== null) placed.set(edit.path, stat)
    }
    return placed
  }

  #remove(edit: FileEdit): void {
    inDirectory(this.#root, parentOf(edit.path), (prefix) => {
      this.#verifyOne(edit, `${prefix}/${nameOf(edit.path)}`)
      fs.unlinkSync(`${prefix}/${nameOf(edit.path)}`)
    })
  }

  /** @returns the file's stat; null when somebody was faster, before or after */
  #place(edit: StagedEdit): BigIntStats | null {
    if (edit.staged === null) return null
    const { staged } = edit
    const [folder, name] = [parentOf(edit.path), nameOf(edit.path)]
    const { ino } = fs.lstatSync(staged, { bigint: true })
    return unlessInTheWay(() => {
      makeDirectories(this.#root, folder)
      return inDirectory(this.#root, folder, (prefix) => {
        this.#verifyOne(edit, `${prefix}/${name}`)
        // An empty folder may stand where a file was or shall be again; git knows none.
        if (edit.seen.kind === 'directory') ignoreMissing(() => fs.rmdirSync(`${prefix}/${name}`))
        fs.renameSync(staged, `${prefix}/${name}`)
        const stat = exactStatIfThere(`${prefix}/${name}`)
        return stat?.ino === ino ? stat : null
      })
    })
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
    return nodePath.join(this.#root, ...path.split('/'))
  }
}

/** null where something that was not there at the look came in between: it is somebody's, and stays. */
function unlessInTheWay<T>(act: () => T): T | null {
  try {
    return act()
  } catch (error) {
    if (error instanceof ChangedMeanwhile || error instanceof DirectorySwapped || hasCode(error, 'ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'EISDIR', 'ELOOP')) return null
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
  const stat = exactStatIfThere(path)
  if (stat === null || !(stat.isFile() || stat.isDirectory())) return
  if (stat.isDirectory()) return syncDirectory(path)
  const file = await unlessMissing(fs.promises.open(path, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0)))
  try {
    await file?.sync()
  } finally {
    await file?.close()
  }
}
