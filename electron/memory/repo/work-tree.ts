import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import type { FileMode, ObjectId } from '../../../shared/change.ts'
import { stubsOf } from '../../../shared/left-by-programs.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { DirectorySwapped } from '../../disk/by-handle.ts'
import { isUnreadable } from '../../disk/disk-error.ts'
import { hasCode, lstatIfThere } from '../../disk/durable-files.ts'
import {
  exactStatIfThere,
  exactStatOf,
  isDirectory,
  isFile,
  isLink,
  isUnchanged,
  writtenAt,
  type ExactStat,
} from '../../disk/exact-stat.ts'
import { join, nameOf, parentOf } from '../../disk/relative-path.ts'
import type { GitIndex } from '../git/git-index.ts'
import { MAX_OBJECT_BYTES } from '../git/inflate.ts'
import { objectId } from '../git/objects.ts'
import type { PathState } from '../store-interface.ts'
import type { Conversion } from './conversion.ts'
import { hasLinks, inDirectory, resolveInside } from './safe-directory.ts'

/** What is at a path, without following links. */
export type OnDisk =
  | { readonly kind: 'missing' }
  | { readonly kind: 'file'; readonly id: ObjectId; readonly mode: FileMode; readonly stat: ExactStat }
  | { readonly kind: 'directory' }
  /** A device, FIFO or socket. */
  | { readonly kind: 'special' }
  /** The system does not tell what is there, or it is kept elsewhere. `why` is the end of a sentence. */
  | { readonly kind: 'unreadable'; readonly why: Message }

/** A file written this shortly before it was read may be written again without a change of its mtime. */
const RACY_MS = 100

/** The id of a file's content, valid while the file's stat is unchanged. */
class HashedFile {
  readonly #stat: ExactStat
  readonly #id: ObjectId

  constructor(stat: ExactStat, id: ObjectId) {
    this.#stat = stat
    this.#id = id
  }

  idFor(stat: ExactStat): ObjectId | undefined {
    return isUnchanged(this.#stat, stat) && stat.mode === this.#stat.mode ? this.#id : undefined
  }
}

/** The id of a file that is too large to be read: no version in the history has it. */
const UNREAD: ObjectId = '0'.repeat(40)

const TOO_LARGE = say('file-too-large')
const NOT_READABLE = say('path-not-readable')
const NOT_CHECKED_OUT = say('path-not-checked-out')
const NOT_A_FILE = say('not-a-file')

/** Reads the store's folder without ever following a link out of it. */
export class WorkTree {
  readonly root: string
  readonly #conversion: Conversion
  readonly #latestIndex: () => GitIndex | null
  /** Files that differ from git's index (as in a copied folder): cached, so that each is read only once. */
  readonly #hashed = new Map<string, HashedFile>()

  /**
   * @param root canonical
   * @param latestIndex git's index as it was read last
   */
  constructor(root: string, conversion: Conversion, latestIndex: () => GitIndex | null) {
    this.root = root
    this.#conversion = conversion
    this.#latestIndex = latestIndex
  }

  /** See Store.look. */
  async look(path: string, index: GitIndex): Promise<PathState> {
    try {
      return this.#look(path, index)
    } catch (error) {
      if (isUnreadable(error)) return { kind: 'refused', reason: NOT_READABLE }
      throw error
    }
  }

  #look(path: string, index: GitIndex): PathState {
    const resolved = resolveInside(this.root, path, { follow: true })
    if (resolved.kind === 'refused') return resolved
    const stat = lstatIfThere(this.#absolute(resolved.path))
    if (stat === null) {
      const service = this.#cloudOf(resolved.path)
      if (service !== null) return { kind: 'refused', reason: say('path-in-cloud', { service }) }
      if (index.skipsWorkTree(resolved.path)) return { kind: 'refused', reason: NOT_CHECKED_OUT }
      return { kind: 'missing', path: resolved.path }
    }
    if (stat.isDirectory()) return { kind: 'directory', path: resolved.path }
    if (!stat.isFile()) return { kind: 'refused', reason: NOT_A_FILE }
    if (stat.size > MAX_OBJECT_BYTES) return { kind: 'refused', reason: TOO_LARGE }
    try {
      const { raw, stat: exact } = this.#readRegular(resolved.path)
      const bytes = this.#conversion.toObject(resolved.path, raw, index)
      const mode = modeOf(stat.mode)
      // What git has not looked at since it was told of line ends counts as it is in the index.
      const known = exact === null ? null : index.knownId(resolved.path, exact, mode)
      const blob = { id: known ?? objectId('blob', bytes), size: bytes.byteLength, mode }
      return { kind: 'file', path: resolved.path, blob, bytes }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return { kind: 'missing', path: resolved.path }
      if (error instanceof DirectorySwapped || hasCode(error, 'ELOOP', 'ENXIO', 'ENOTDIR'))
        return { kind: 'refused', reason: NOT_A_FILE }
      throw error
    }
  }

  /** The bytes of a file as git's objects have them, or the target of a link; null when there is neither. */
  read(path: string, index = this.#latestIndex()): Uint8Array | null {
    const stat = lstatIfThere(this.#absolute(path))
    if (stat?.isSymbolicLink() === true) return Buffer.from(fs.readlinkSync(this.#absolute(path)))
    const raw = stat?.isFile() === true ? this.#readIfRegular(path) : null
    return raw === null ? null : this.#conversion.toObject(path, raw, index)
  }

  /** The bytes of a file as the disk has them; null when there is none. */
  readRaw(path: string): Uint8Array | null {
    return lstatIfThere(this.#absolute(path))?.isFile() === true ? this.#readIfRegular(path) : null
  }

  #readIfRegular(path: string): Uint8Array | null {
    try {
      return this.#readRegular(path).raw
    } catch (error) {
      // It was replaced since the stat.
      if (error instanceof DirectorySwapped || hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO')) return null
      throw error
    }
  }

  /** What is at these paths. Below a link everything counts as missing. Files that the index knows are not read. */
  inspectAll(paths: Iterable<string>, index: GitIndex): ReadonlyMap<string, OnDisk> {
    const found = new Map<string, OnDisk>()
    const linkedFolders = new Map<string, boolean>()
    for (const path of paths) {
      const now = this.inspectUnlinked(path, index)
      const folder = parentOf(path)
      const isThere = now.kind !== 'missing' && now.kind !== 'unreadable'
      const isBelowLink = isThere && (linkedFolders.get(folder) ?? hasLinks(this.root, folder))
      if (isThere) linkedFolders.set(folder, isBelowLink)
      found.set(path, isBelowLink ? { kind: 'missing' } : now)
    }
    return found
  }

  inspect(path: string, index: GitIndex): OnDisk {
    return this.inspectAll([path], index).get(path) ?? { kind: 'missing' }
  }

  /** Like `inspect`, for a path known to have no links above it, such as those that `walk` finds. */
  inspectUnlinked(path: string, index: GitIndex): OnDisk {
    try {
      return this.#inspect(path, index)
    } catch (error) {
      if (isUnreadable(error)) return { kind: 'unreadable', why: say('not-readable') }
      throw error
    }
  }

  #inspect(path: string, index: GitIndex): OnDisk {
    const stat = exactStatIfThere(this.#absolute(path))
    if (stat === null) {
      const service = this.#cloudOf(path)
      return service === null ? { kind: 'missing' } : { kind: 'unreadable', why: say('in-cloud', { service }) }
    }
    if (isDirectory(stat)) return { kind: 'directory' }
    if (!isFile(stat) && !isLink(stat)) return { kind: 'special' }
    const mode = isLink(stat) ? '120000' : modeOf(stat.mode)
    const known = index.knownId(path, stat, mode) ?? this.#hashed.get(path)?.idFor(stat)
    if (known !== undefined) return { kind: 'file', id: known, mode, stat }
    if (stat.size > MAX_OBJECT_BYTES) return { kind: 'file', id: UNREAD, mode, stat }
    const readAt = Date.now()
    const bytes = this.read(path, index)
    if (bytes === null) return { kind: 'missing' }
    const id = objectId('blob', bytes)
    // What attributes and configuration say may change while the file does not.
    if (readAt - writtenAt(stat) > RACY_MS && !this.#conversion.changes(path))
      this.#hashed.set(path, new HashedFile(stat, id))
    return { kind: 'file', id, mode, stat }
  }

  /** How many bytes `inspect` would read to tell whether the file has changed. */
  unknownBytes(path: string, index: GitIndex): number {
    const stat = exactStatIfThere(this.#absolute(path))
    if (stat === null || !isFile(stat)) return 0
    return index.knownId(path, stat, modeOf(stat.mode)) === null ? stat.size : 0
  }

  /** The kind of thing at a path, without reading it. */
  kindOf(path: string): 'missing' | 'directory' | 'other' {
    const stat = lstatIfThere(this.#absolute(path))
    return stat === null ? 'missing' : stat.isDirectory() ? 'directory' : 'other'
  }

  /** The service in whose cloud a missing file is, while a stub of it is in its place; else null. */
  #cloudOf(path: string): string | null {
    const isThere = ({ stub }: { readonly stub: string }): boolean =>
      exactStatIfThere(this.#absolute(join(parentOf(path), stub))) !== null
    return stubsOf(nameOf(path)).find(isThere)?.service ?? null
  }

  /** Whether a folder lists exactly this name: a file system may take others for the same. */
  lists(path: string): boolean {
    try {
      return fs.readdirSync(this.#absolute(parentOf(path))).includes(nameOf(path))
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false
      throw error
    }
  }

  /** @returns with its stat; null when it changed meanwhile */
  #readRegular(path: string): { readonly raw: Buffer; readonly stat: ExactStat | null } {
    return inDirectory(this.root, parentOf(path), (prefix) => {
      // O_NONBLOCK: opening a FIFO that was swapped in must not block until it has a writer.
      const file = fs.openSync(
        `${prefix}/${nameOf(path)}`,
        fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0),
      )
      try {
        if (!fs.fstatSync(file).isFile()) throw new DirectorySwapped()
        const before = exactStatOf(file)
        const raw = fs.readFileSync(file)
        const stat = exactStatOf(file)
        return { raw, stat: isUnchanged(before, stat) ? stat : null }
      } finally {
        fs.closeSync(file)
      }
    })
  }

  #absolute(path: string): string {
    return path === '' ? this.root : `${this.root}/${path}`
  }
}

/** Windows has no executable bit: there every file is plain, and git knows it by core.fileMode. */
function modeOf(mode: number): FileMode {
  return process.platform !== 'win32' && (mode & 0o100) !== 0 ? '100755' : '100644'
}
