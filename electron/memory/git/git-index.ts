import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import type { ObjectId } from '../../../shared/change.ts'
import { isPolicyPath } from '../../../shared/policies-path.ts'
import { unlessMissing } from '../../disk/durable-files.ts'
import { exactStatIfThere, isUnchanged, type StatData } from '../../disk/exact-stat.ts'
import type { GitLock } from './git-lock.ts'
import { decodeOffset } from './pack-entry.ts'

// Git's index file, versions 2 to 4. Source: git's Documentation/gitformat-index.

// oxlint-disable-next-line no-control-regex
const ASCII = /^[\u0000-\u007f]*$/

export interface IndexEntry {
  /** The path's bytes as a latin1 string, so that sorting by code unit gives git's bytewise order. */
  readonly key: string
  readonly stat: StatData
  readonly mode: string
  readonly id: ObjectId
  /** The assume-valid bit and the stage, as git stores them. The length bits are computed on writing. */
  readonly flags: number
  readonly extended: number
}

export function keyOf(path: string): string {
  return ASCII.test(path) ? path : Buffer.from(path, 'utf8').toString('latin1')
}

/** The path that a key stands for. */
export function pathOf(key: string): string {
  return ASCII.test(key) ? key : Buffer.from(key, 'latin1').toString('utf8')
}

const CHECKSUM_BYTES = 20
const LENGTH_BITS = 0x0fff
const EXTENDED_BIT = 0x4000
const STAGE_BITS = 0x3000
const SKIP_WORKTREE_BIT = 0x4000

type Version = { readonly id: ObjectId; readonly mode: string } | null

type WriteTime = Pick<StatData, 'mtime' | 'mtimeNs'>

const NEVER: WriteTime = { mtime: 0, mtimeNs: 0 }
const UNKNOWN_STAT: StatData = { ctime: 0, ctimeNs: 0, mtime: 0, mtimeNs: 0, dev: 0, ino: 0, uid: 0, gid: 0, size: 0 }

/** The index in memory. Entries of an unfinished merge (stages 1 to 3) are preserved. */
export class GitIndex {
  readonly entries: Map<string, IndexEntry>
  readonly #unmerged: readonly IndexEntry[]
  /** The file's bytes, updated in place; null when entries were added or removed since. */
  #image: Image | null = null
  #files = 0
  #bytes = 0
  /** When the index was written: an entry as recent as this may hide a later change ("racily clean"). */
  written: WriteTime

  constructor(entries: readonly IndexEntry[], written: WriteTime = NEVER) {
    this.entries = new Map(
      entries.filter((entry) => (entry.flags & STAGE_BITS) === 0).map((entry) => [entry.key, entry]),
    )
    this.#unmerged = entries.filter((entry) => (entry.flags & STAGE_BITS) !== 0)
    this.written = written
    for (const entry of this.entries.values()) this.#count(entry, 1)
  }

  /** The number of files in the memory and their bytes, as far as their stat is known, without the policies. */
  get totals(): { readonly files: number; readonly bytes: number } {
    return { files: this.#files, bytes: this.#bytes }
  }

  #count({ key, stat }: IndexEntry, sign: 1 | -1): void {
    if (isPolicyPath(key)) return
    this.#files += sign
    this.#bytes += sign * stat.size
  }

  /** The id of the file's content if its stat proves that the file is unchanged since the entry was made; else null. */
  knownId(path: string, stat: StatData, mode: string): ObjectId | null {
    const entry = this.entries.get(keyOf(path))
    if (entry === undefined || entry.mode !== mode || !isUnchanged(entry.stat, stat)) return null
    const { mtime, mtimeNs } = this.written
    return stat.mtime < mtime || (stat.mtime === mtime && stat.mtimeNs < mtimeNs) ? entry.id : null
  }

  /** @param stat the file's, only if the file certainly has this content; null makes git read the file */
  set(path: string, id: ObjectId, mode: string, stat: StatData | null): void {
    const key = keyOf(path)
    const old = this.entries.get(key)
    const entry = { key, id, mode, stat: stat ?? UNKNOWN_STAT, flags: 0, extended: 0 }
    if (old !== undefined) this.#count(old, -1)
    this.#count(entry, 1)
    this.entries.set(key, entry)
    const offset = old === undefined || old.extended !== 0 ? undefined : this.#image?.offsets.get(key)
    if (offset === undefined) this.#image = null
    else serializeEntry(entry).copy(this.#image?.bytes ?? Buffer.alloc(0), offset)
  }

  /** Whether a path's entry is this version (null: no entry). If it isn't, the user staged something else. */
  has(path: string, version: Version): boolean {
    const entry = this.entries.get(keyOf(path))
    return version === null ? entry === undefined : entry?.id === version.id && entry.mode === version.mode
  }

  /** Updates each path from its version before to the one after. What the user staged is kept. */
  update(
    files: readonly { readonly path: string; readonly before: Version; readonly after: Version }[],
    statOf: (path: string) => StatData | null,
  ): void {
    for (const { path, before, after } of files) {
      if (!this.has(path, before)) continue
      if (after === null) this.delete(path)
      else this.set(path, after.id, after.mode, statOf(path))
    }
  }

  /** Whether the user keeps this path out of the work tree (a sparse checkout). */
  skipsWorkTree(path: string): boolean {
    return ((this.entries.get(keyOf(path))?.extended ?? 0) & SKIP_WORKTREE_BIT) !== 0
  }

  delete(path: string): void {
    const old = this.entries.get(keyOf(path))
    if (old === undefined) return
    this.#count(old, -1)
    this.#image = null
    this.entries.delete(old.key)
  }

  /** The index as file content. Usually only some entries have changed since the last call, so the bytes are reused. */
  serialize(): Uint8Array {
    this.#image ??= imageOf(
      [...this.entries.values(), ...this.#unmerged].toSorted((a, b) =>
        a.key < b.key ? -1 : a.key > b.key ? 1 : a.flags - b.flags,
      ),
    )
    const { bytes } = this.#image
    createHash('sha1')
      .update(bytes.subarray(0, -CHECKSUM_BYTES))
      .digest()
      .copy(bytes, bytes.length - CHECKSUM_BYTES)
    return bytes
  }
}

interface Image {
  readonly bytes: Buffer
  /** The offset of each entry. */
  readonly offsets: ReadonlyMap<string, number>
}

/** Thrown for a damaged index. Before the next write it is set aside and rebuilt. */
export class UnreadableIndex extends Error {}

/** Thrown for a valid index of a kind that we cannot write (split, sparse). It is left as it is. */
export class UnsupportedIndex extends UnreadableIndex {}

/** @param needsChecksum refuses an index without one, which git writes when configured to (index.skipHash) */
export async function readIndex(
  path: string,
  { needsChecksum = false }: { readonly needsChecksum?: boolean } = {},
): Promise<GitIndex> {
  const bytes = await unlessMissing(fs.readFile(path))
  if (bytes === null) return new GitIndex([])
  if (needsChecksum && bytes.subarray(-CHECKSUM_BYTES).every((byte) => byte === 0))
    throw new UnreadableIndex('no checksum')
  return new GitIndex(parseIndex(bytes), exactStatIfThere(path) ?? undefined)
}

/** Writes through git's lock. Not synced: the index is derived from HEAD, and recovery writes it again. */
export async function writeIndex(index: GitIndex, lock: GitLock): Promise<void> {
  await lock.commit(index.serialize(), { sync: false })
}

export function parseIndex(bytes: Buffer): readonly IndexEntry[] {
  if (bytes.length < 32 || bytes.toString('latin1', 0, 4) !== 'DIRC') throw new UnreadableIndex('no index header')
  const checksum = bytes.subarray(-CHECKSUM_BYTES)
  const body = bytes.subarray(0, -CHECKSUM_BYTES)
  if (checksum.some((byte) => byte !== 0) && !createHash('sha1').update(body).digest().equals(checksum))
    throw new UnreadableIndex('checksum')
  const version = bytes.readUInt32BE(4)
  if (version < 2 || version > 4) throw new UnsupportedIndex(`version ${version}`)
  const entries: IndexEntry[] = []
  let at = 12
  let previous = ''
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (at + 62 > bytes.length - CHECKSUM_BYTES) throw new UnreadableIndex('truncated')
    const { entry, end } = parseEntry(bytes, at, version, previous)
    entries.push(entry)
    previous = entry.key
    at = end
  }
  refuseRequiredExtensions(bytes, at)
  return entries
}

function parseEntry(
  bytes: Buffer,
  start: number,
  version: number,
  previous: string,
): { entry: IndexEntry; end: number } {
  const word = (index: number): number => bytes.readUInt32BE(start + index * 4)
  const flags = bytes.readUInt16BE(start + 60)
  const extended = (flags & EXTENDED_BIT) !== 0 ? bytes.readUInt16BE(start + 62) : 0
  let at = start + ((flags & EXTENDED_BIT) !== 0 ? 64 : 62)
  let prefix = ''
  if (version === 4) {
    // The number of characters to drop from the previous path.
    const { value, end } = decodeOffset(bytes, at)
    prefix = previous.slice(0, previous.length - value)
    at = end
  }
  const nul = bytes.indexOf(0, at)
  if (nul < 0) throw new UnreadableIndex('truncated')
  const key = prefix + bytes.toString('latin1', at, nul)
  const entry: IndexEntry = {
    key,
    stat: {
      ctime: word(0),
      ctimeNs: word(1),
      mtime: word(2),
      mtimeNs: word(3),
      dev: word(4),
      ino: word(5),
      uid: word(7),
      gid: word(8),
      size: word(9),
    },
    mode: word(6).toString(8),
    id: bytes.toString('hex', start + 40, start + 60),
    flags: flags & ~LENGTH_BITS & ~EXTENDED_BIT,
    extended,
  }
  const end = version === 4 ? nul + 1 : start + Math.ceil((nul - start + 1) / 8) * 8
  return { entry, end }
}

/** Extensions with an upper-case name are caches and may be dropped; others change the meaning of the index. */
function refuseRequiredExtensions(bytes: Buffer, start: number): void {
  for (let at = start; at + 8 <= bytes.length - CHECKSUM_BYTES; at += 8 + bytes.readUInt32BE(at + 4)) {
    const name = bytes.toString('latin1', at, at + 4)
    if (!/^[A-Z]/.test(name)) throw new UnsupportedIndex(`extension ${name}`)
  }
}

function imageOf(entries: readonly IndexEntry[]): Image {
  const version = entries.some((entry) => entry.extended !== 0) ? 3 : 2
  const header = Buffer.alloc(12)
  header.write('DIRC', 'latin1')
  header.writeUInt32BE(version, 4)
  header.writeUInt32BE(entries.length, 8)
  const parts: Buffer[] = [header]
  const offsets = new Map<string, number>()
  let at = header.length
  for (const entry of entries) {
    const bytes = serializeEntry(entry)
    offsets.set(entry.key, at)
    parts.push(bytes)
    at += bytes.length
  }
  return { bytes: Buffer.concat([...parts, Buffer.alloc(CHECKSUM_BYTES)]), offsets }
}

function serializeEntry(entry: IndexEntry): Buffer {
  const headerBytes = entry.extended === 0 ? 62 : 64
  const bytes = Buffer.alloc(Math.ceil((headerBytes + entry.key.length + 1) / 8) * 8)
  const { stat } = entry
  const words = [
    stat.ctime,
    stat.ctimeNs,
    stat.mtime,
    stat.mtimeNs,
    stat.dev,
    stat.ino,
    Number.parseInt(entry.mode, 8),
    stat.uid,
    stat.gid,
    stat.size,
  ]
  words.forEach((word, index) => bytes.writeUInt32BE(word >>> 0, index * 4))
  bytes.write(entry.id, 40, 'hex')
  bytes.writeUInt16BE(
    entry.flags | (entry.extended === 0 ? 0 : EXTENDED_BIT) | Math.min(entry.key.length, LENGTH_BITS),
    60,
  )
  if (entry.extended !== 0) bytes.writeUInt16BE(entry.extended, 62)
  bytes.write(entry.key, headerBytes, 'latin1')
  return bytes
}
