import { Buffer } from 'node:buffer'
import { constants, type BigIntStats } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { FileMode, ObjectId } from '../../shared/change.ts'
import { hasCode, syncDirectory, unlessMissing, type DurableFiles } from './durable-files.ts'
import { sameStat, statData, type GitIndex } from './git-index.ts'
import { objectId } from './git.ts'
import { DirectorySwapped, inDirectory, makeDirectories, resolveInside } from './safe-directory.ts'
import type { Found, Listed } from './store-interface.ts'

/** What stands at a path, no link followed. */
export type OnDisk =
  | { readonly kind: 'missing' }
  | { readonly kind: 'file'; readonly id: ObjectId; readonly mode: FileMode; readonly stat: BigIntStats }
  | { readonly kind: 'directory' }
  /** A device, FIFO or socket. */
  | { readonly kind: 'special' }

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
  readonly path: string
  constructor(path: string) {
    super(`changed meanwhile: ${path}`)
    this.path = path
  }
}

const NOT_A_FILE = 'The path is not a file: devices, pipes and sockets are not read or written.'

/** The store's folder: looked at and changed without ever following a link out of it. */
export class WorkTree {
  readonly root: string
  readonly #files: DurableFiles

  /** @param root canonical */
  constructor(root: string, files: DurableFiles) {
    this.root = root
    this.#files = files
  }

  async look(path: string): Promise<Found> {
    const resolved = await resolveInside(this.root, path, { follow: true })
    if (resolved.kind === 'refused') return resolved
    const stat = await unlessMissing(fs.lstat(this.#absolute(resolved.path)))
    if (stat === null) return { kind: 'missing' }
    if (stat.isDirectory()) return { kind: 'directory', path: resolved.path }
    if (!stat.isFile()) return { kind: 'refused', reason: NOT_A_FILE }
    try {
      const bytes = await this.#readRegular(resolved.path)
      const blob = { id: objectId('blob', bytes), size: bytes.byteLength, mode: modeOf(stat.mode) }
      return { kind: 'file', path: resolved.path, blob, bytes }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return { kind: 'missing' }
      if (error instanceof DirectorySwapped || hasCode(error, 'ELOOP', 'ENXIO', 'ENOTDIR')) return { kind: 'refused', reason: NOT_A_FILE }
      throw error
    }
  }

  /** The file's bytes, or a link's target; null when there is neither. */
  async read(path: string): Promise<Uint8Array | null> {
    const stat = await unlessMissing(fs.lstat(this.#absolute(path)))
    if (stat === null) return null
    if (stat.isSymbolicLink()) return Buffer.from(await fs.readlink(this.#absolute(path)))
    return stat.isFile() ? unlessMissing(this.#readRegular(path)) : null
  }

  /** What stands at a canonical path. The index saves reading a file that it knows to be unchanged. */
  async inspect(path: string, index: GitIndex): Promise<OnDisk> {
    const stat = await unlessMissing(fs.lstat(this.#absolute(path), { bigint: true }))
    if (stat === null) return { kind: 'missing' }
    if (stat.isDirectory()) return { kind: 'directory' }
    if (!stat.isFile() && !stat.isSymbolicLink()) return { kind: 'special' }
    const mode = stat.isSymbolicLink() ? '120000' : modeOf(Number(stat.mode))
    const known = index.knownId(path, stat, mode)
    if (known !== null) return { kind: 'file', id: known, mode, stat }
    const bytes = await this.read(path)
    return bytes === null ? { kind: 'missing' } : { kind: 'file', id: objectId('blob', bytes), mode, stat }
  }

  async #readRegular(path: string): Promise<Uint8Array> {
    return inDirectory(this.root, parentOf(path), async (prefix) => {
      // O_NONBLOCK: opening a FIFO that was swapped in must not wait for a writer.
      const handle = await fs.open(`${prefix}/${nameOf(path)}`, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
      try {
        if (!(await handle.stat()).isFile()) throw new DirectorySwapped()
        return await handle.readFile()
      } finally {
        await handle.close()
      }
    })
  }

  /** See Store.list. A link is listed as what it leads to inside the store, and not gone into. */
  async list(path: string): Promise<readonly Listed[]> {
    const found: Listed[] = []
    const listOne = async (relative: string, depth: number): Promise<number> => {
      const place = found.length
      let total = 0
      const names = (await unlessMissing(fs.readdir(this.#absolute(relative)))) ?? []
      for (const name of names.toSorted(bytewise)) {
        if (name.startsWith('.') || name === 'node_modules') continue
        const child = join(relative, name)
        const stat = await this.#statForListing(child)
        if (stat === null) continue
        if (stat.kind === 'folder') total += await listOne(child, depth + 1)
        else {
          total += stat.size
          if (depth < 2) found.push({ path: child, kind: stat.kind, size: stat.size })
        }
      }
      if (depth <= 2) found.splice(place, 0, { path: relative, kind: 'directory', size: total })
      return total
    }
    await listOne(path, 0)
    return found
  }

  async #statForListing(path: string): Promise<{ kind: 'file' | 'directory' | 'folder'; size: number } | null> {
    const stat = await unlessMissing(fs.lstat(this.#absolute(path)))
    if (stat === null) return null
    if (stat.isDirectory()) return { kind: 'folder', size: 0 }
    if (stat.isFile()) return { kind: 'file', size: stat.size }
    if (!stat.isSymbolicLink()) return null
    const resolved = await resolveInside(this.root, path, { follow: true })
    const target = resolved.kind === 'refused' ? null : await unlessMissing(fs.lstat(this.#absolute(resolved.path)))
    if (target?.isDirectory()) return { kind: 'directory', size: 0 }
    return target?.isFile() ? { kind: 'file', size: target.size } : null
  }

  /** Every file and link below a folder, and the folders themselves (the folder itself included); `.git` of any folder is not gone into. */
  async walk(path: string): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[]; readonly special: readonly string[] }> {
    const found = { files: [] as string[], folders: [] as string[], special: [] as string[] }
    const pending = [path]
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      const entries = (await unlessMissing(fs.readdir(this.#absolute(folder), { withFileTypes: true }))) ?? []
      if (folder !== '' && entries.some((entry) => entry.name === '.git')) {
        found.special.push(folder)
        continue
      }
      found.folders.push(folder)
      for (const entry of entries) {
        const child = join(folder, entry.name)
        if (entry.isDirectory()) {
          if (child !== '.git') pending.push(child)
        } else if (entry.isFile() || entry.isSymbolicLink()) found.files.push(child)
        else found.special.push(child)
      }
    }
    return found
  }

  /** Writes and syncs the new bytes beside their place, so that a full disk is found before anything is published. */
  async stage(edits: readonly FileEdit[]): Promise<readonly StagedEdit[]> {
    const done: StagedEdit[] = []
    try {
      for (const edit of edits) done.push({ ...edit, staged: edit.becomes === null || edit.becomes.mode === '120000' ? null : await this.#stageFile(edit, edit.becomes) })
      return done
    } catch (error) {
      await this.discard(done)
      throw error
    }
  }

  async #stageFile(edit: FileEdit, becomes: NonNullable<FileEdit['becomes']>): Promise<string> {
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
    for (const edit of edits) await this.#verifyOne(edit, this.#absolute(edit.path))
  }

  async #verifyOne({ path, seen }: FileEdit, address: string): Promise<void> {
    const stat = await unlessMissing(fs.lstat(address, { bigint: true }))
    const same = seen.kind === 'file' ? stat !== null && sameStat(statData(stat), statData(seen.stat)) : (stat === null) === (seen.kind === 'missing')
    if (!same) throw new ChangedMeanwhile(path)
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
      await unlessChanged(this.#remove(edit))
      touched.add(parentOf(edit.path))
    }
    for (const folder of removeFolders.toSorted((a, b) => b.length - a.length)) await this.#removeEmpty(folder)
    for (const folder of makeFolders) await makeDirectories(this.root, folder)
    for (const edit of edits) {
      if (edit.becomes === null) continue
      const stat = await unlessChanged(this.#place(edit, edit.becomes))
      if (stat !== null) placed.set(edit.path, stat)
      touched.add(parentOf(edit.path))
    }
    for (const folder of touched) await unlessMissing(syncDirectory(this.#absolute(folder)))
    return placed
  }

  async #remove(edit: FileEdit): Promise<null> {
    return inDirectory(this.root, parentOf(edit.path), async (prefix) => {
      await this.#verifyOne(edit, `${prefix}/${nameOf(edit.path)}`)
      await fs.unlink(`${prefix}/${nameOf(edit.path)}`)
      return null
    })
  }

  /** @returns the file's stat; null when it was replaced again before we could look */
  async #place(edit: StagedEdit, becomes: NonNullable<FileEdit['becomes']>): Promise<BigIntStats | null> {
    const [folder, name] = [parentOf(edit.path), nameOf(edit.path)]
    await makeDirectories(this.root, folder)
    const staged = edit.staged ?? (await this.#files.stage('', 0o600))
    if (becomes.mode === '120000') {
      await fs.unlink(staged)
      await fs.symlink(Buffer.from(becomes.bytes).toString(), staged)
    }
    return inDirectory(this.root, folder, async (prefix) => {
      await this.#verifyOne(edit, `${prefix}/${name}`)
      const { ino } = await fs.lstat(staged, { bigint: true })
      // An empty folder may stand where a file was or shall be again; git knows none.
      if (edit.seen.kind === 'directory') await fs.rmdir(`${prefix}/${name}`)
      await fs.rename(staged, `${prefix}/${name}`)
      const stat = await unlessMissing(fs.lstat(`${prefix}/${name}`, { bigint: true }))
      return stat?.ino === ino ? stat : null
    })
  }

  async #removeEmpty(folder: string): Promise<void> {
    try {
      await inDirectory(this.root, parentOf(folder), (prefix) => fs.rmdir(`${prefix}/${nameOf(folder)}`))
    } catch (error) {
      // Somebody put something into it meanwhile: it stays, and is adopted like any outside file.
      if (!hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw error
    }
  }

  #absolute(path: string): string {
    return nodePath.join(this.root, ...path.split('/'))
  }
}

/** null where somebody changed the file meanwhile. */
async function unlessChanged<T>(act: Promise<T>): Promise<T | null> {
  try {
    return await act
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return null
    throw error
  }
}

/** Windows keeps no executable bit; there every file is plain, and git is told so (core.fileMode). */
function modeOf(mode: number): FileMode {
  return process.platform !== 'win32' && (mode & 0o100) !== 0 ? '100755' : '100644'
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

function bytewise(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
