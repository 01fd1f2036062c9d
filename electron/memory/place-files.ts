import { Buffer } from 'node:buffer'
import type { BigIntStats } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { FileMode } from '../../shared/change.ts'
import { hasCode, syncDirectory, unlessMissing, type DurableFiles } from './durable-files.ts'
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

/** A file edit whose bytes are on the disk already, synced, one rename away from their place. */
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

/** Puts files of the store in their place: whole, through no link, and only where the disk is still as it was seen. */
export class FilePlacer {
  readonly #root: string
  readonly #files: DurableFiles

  /** @param root canonical */
  constructor(root: string, files: DurableFiles) {
    this.#root = root
    this.#files = files
  }

  /** Writes and syncs the new bytes beside their place, so that a full disk is found before anything is published. */
  async stage(edits: readonly FileEdit[]): Promise<readonly StagedEdit[]> {
    const done: StagedEdit[] = []
    try {
      for (const edit of edits) done.push({ ...edit, staged: edit.becomes === null ? null : await this.#stageFile(edit, edit.becomes) })
      return done
    } catch (error) {
      await this.discard(done)
      throw error
    }
  }

  async #stageFile(edit: FileEdit, becomes: NonNullable<FileEdit['becomes']>): Promise<string> {
    if (becomes.mode === '120000') {
      const staged = await this.#files.stage('', 0o600)
      await fs.unlink(staged)
      await fs.symlink(Buffer.from(becomes.bytes), staged)
      return staged
    }
    const kept = edit.seen.kind === 'file' && edit.seen.mode !== '120000' ? Number(edit.seen.stat.mode) & 0o777 : 0o666 & ~process.umask()
    const permissions = becomes.mode === '100755' ? kept | ((kept & 0o444) >> 2) : kept & ~0o111
    const staged = await this.#files.stage(becomes.bytes, 0o600)
    await fs.chmod(staged, permissions)
    return staged
  }

  async discard(edits: readonly StagedEdit[]): Promise<void> {
    for (const { staged } of edits) if (staged !== null) await unlessMissing(fs.unlink(staged))
  }

  /** Throws ChangedMeanwhile when a path is no longer what was seen. */
  async verify(edits: readonly FileEdit[]): Promise<void> {
    const folders = new Set<string>()
    for (const edit of edits) {
      const folder = parentOf(edit.path)
      if (!folders.has(folder) && (await hasLinks(this.#root, folder))) throw new ChangedMeanwhile(edit.path)
      folders.add(folder)
      await this.#verifyOne(edit, this.#absolute(edit.path))
    }
  }

  async #verifyOne({ path, seen }: FileEdit, address: string): Promise<void> {
    const stat = await unlessMissing(fs.lstat(address, { bigint: true }))
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
  async apply(edits: readonly StagedEdit[], { makeFolders, removeFolders }: Folders): Promise<ReadonlyMap<string, BigIntStats>> {
    const placed = new Map<string, BigIntStats>()
    const touched = new Set<string>()
    for (const edit of edits) {
      if (edit.becomes !== null || edit.seen.kind !== 'file') continue
      await unlessInTheWay(() => this.#remove(edit))
      touched.add(parentOf(edit.path))
    }
    for (const folder of removeFolders.toSorted((a, b) => b.length - a.length)) {
      // What somebody put into it meanwhile stays, and is adopted like any outside file.
      await unlessInTheWay(() => inDirectory(this.#root, parentOf(folder), (prefix) => fs.rmdir(`${prefix}/${nameOf(folder)}`)))
    }
    for (const folder of makeFolders) await unlessInTheWay(() => makeDirectories(this.#root, folder))
    for (const edit of edits) {
      if (edit.becomes === null) continue
      const stat = await this.#place(edit)
      if (stat !== null) placed.set(edit.path, stat)
      touched.add(parentOf(edit.path))
    }
    for (const folder of touched) await unlessMissing(syncDirectory(this.#absolute(folder)))
    return placed
  }

  async #remove(edit: FileEdit): Promise<void> {
    await inDirectory(this.#root, parentOf(edit.path), async (prefix) => {
      await this.#verifyOne(edit, `${prefix}/${nameOf(edit.path)}`)
      await fs.unlink(`${prefix}/${nameOf(edit.path)}`)
    })
  }

  /** @returns the file's stat; null when somebody was faster, before or after */
  async #place(edit: StagedEdit): Promise<BigIntStats | null> {
    if (edit.staged === null) return null
    const { staged } = edit
    const [folder, name] = [parentOf(edit.path), nameOf(edit.path)]
    const { ino } = await fs.lstat(staged, { bigint: true })
    return unlessInTheWay(async () => {
      await makeDirectories(this.#root, folder)
      return inDirectory(this.#root, folder, async (prefix) => {
        await this.#verifyOne(edit, `${prefix}/${name}`)
        // An empty folder may stand where a file was or shall be again; git knows none.
        if (edit.seen.kind === 'directory') await unlessMissing(fs.rmdir(`${prefix}/${name}`))
        await fs.rename(staged, `${prefix}/${name}`)
        const stat = await unlessMissing(fs.lstat(`${prefix}/${name}`, { bigint: true }))
        return stat?.ino === ino ? stat : null
      })
    })
  }

  #absolute(path: string): string {
    return nodePath.join(this.#root, ...path.split('/'))
  }
}

/** null where something that was not there at the look came in between: it is somebody's, and stays. */
async function unlessInTheWay<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ChangedMeanwhile || error instanceof DirectorySwapped || hasCode(error, 'ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'EISDIR', 'ELOOP')) return null
    throw error
  }
}
