import { Buffer } from 'node:buffer'
import type { ObjectId } from '../../../shared/change.ts'
import type { StatData } from '../../disk/exact-stat.ts'

// One entry of git's index file, of versions 2 and 3. Source: git's Documentation/gitformat-index.

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

/** Of an entry, before its name. */
export const ENTRY_BYTES = 62
const EXTENDED_ENTRY_BYTES = 64
const ID_OFFSET = 40
export const FLAGS_OFFSET = 60
const LENGTH_BITS = 0x0fff
const EXTENDED_BIT = 0x4000
export const STAGE_BITS = 0x3000
const LINK = 0o120000
export const SKIP_WORKTREE_BIT = 0x4000
/** Of an entry that only says that its file is to be added later (`git add -N`). */
export const INTENT_TO_ADD_BIT = 0x2000

/** Thrown for a damaged index. Before the next write it is set aside and rebuilt. */
export class UnreadableIndex extends Error {}

/** The bytes of an entry before its name. */
export function headerBytesAt(bytes: Buffer, at: number): number {
  if (at + ENTRY_BYTES > bytes.length) throw new UnreadableIndex('truncated')
  return (bytes.readUInt16BE(at + FLAGS_OFFSET) & EXTENDED_BIT) === 0 ? ENTRY_BYTES : EXTENDED_ENTRY_BYTES
}

/** Where the name of the entry that begins at `at` ends, at its NUL. */
export function nameEndAt(bytes: Buffer, at: number): number {
  const start = at + headerBytesAt(bytes, at)
  const length = bytes.readUInt16BE(at + FLAGS_OFFSET) & LENGTH_BITS
  const end = length < LENGTH_BITS ? start + length : bytes.indexOf(0, start + LENGTH_BITS)
  if (end < start || end >= bytes.length) throw new UnreadableIndex('truncated')
  if (bytes[end] !== 0) throw new UnreadableIndex('name')
  return end
}

export const paddedLength = (headerBytes: number, nameBytes: number): number =>
  Math.ceil((headerBytes + nameBytes + 1) / 8) * 8

/** A stored entry. Each field is read from the bytes when it is asked for, so an entry is valid until they change. */
export class StoredEntry implements IndexEntry {
  readonly #bytes: Buffer
  readonly #at: number

  /** @param at where it begins */
  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  get key(): string {
    return this.#bytes.toString(
      'latin1',
      this.#at + headerBytesAt(this.#bytes, this.#at),
      nameEndAt(this.#bytes, this.#at),
    )
  }

  /** Whether its key begins with this one. */
  startsWith(key: string): boolean {
    const start = this.#at + headerBytesAt(this.#bytes, this.#at)
    // What follows a name is a NUL, which is in no key.
    for (let index = 0; index < key.length; index += 1)
      if (this.#bytes[start + index] !== key.charCodeAt(index)) return false
    return true
  }

  get stat(): StatData {
    return {
      ctime: this.#word(0),
      ctimeNs: this.#word(1),
      mtime: this.#word(2),
      mtimeNs: this.#word(3),
      dev: this.#word(4),
      ino: this.#word(5),
      uid: this.#word(7),
      gid: this.#word(8),
      size: this.size,
    }
  }

  /** The size in `stat`, without the rest of it. */
  get size(): number {
    return this.#word(9)
  }

  /** The bytes of the file as git knows them; null for a link, and for a file that git has not looked at. */
  get knownSize(): number | null {
    return this.#word(6) === LINK || this.#word(2) === 0 ? null : this.size
  }

  get mode(): string {
    return this.#word(6).toString(8)
  }

  get id(): ObjectId {
    return this.#bytes.toString('hex', this.#at + ID_OFFSET, this.#at + FLAGS_OFFSET)
  }

  get flags(): number {
    return this.#bytes.readUInt16BE(this.#at + FLAGS_OFFSET) & ~LENGTH_BITS & ~EXTENDED_BIT
  }

  get extended(): number {
    return headerBytesAt(this.#bytes, this.#at) === ENTRY_BYTES
      ? 0
      : this.#bytes.readUInt16BE(this.#at + FLAGS_OFFSET + 2)
  }

  #word(index: number): number {
    return this.#bytes.readUInt32BE(this.#at + index * 4)
  }
}

/** Compares the name of the entry that begins at `at` with a key, as git sorts them. */
export function compareName(bytes: Buffer, at: number, key: string): number {
  const start = at + headerBytesAt(bytes, at)
  for (let index = 0; index < key.length; index += 1) {
    const difference = (bytes[start + index] ?? 0) - key.charCodeAt(index)
    if (difference !== 0) return difference
  }
  return bytes[start + key.length] ?? 0
}

export function serializeEntry(entry: IndexEntry): Buffer {
  const headerBytes = entry.extended === 0 ? ENTRY_BYTES : EXTENDED_ENTRY_BYTES
  const bytes = Buffer.alloc(paddedLength(headerBytes, entry.key.length))
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
  bytes.write(entry.id, ID_OFFSET, 'hex')
  bytes.writeUInt16BE(
    entry.flags | (entry.extended === 0 ? 0 : EXTENDED_BIT) | Math.min(entry.key.length, LENGTH_BITS),
    FLAGS_OFFSET,
  )
  if (entry.extended !== 0) bytes.writeUInt16BE(entry.extended, FLAGS_OFFSET + 2)
  bytes.write(entry.key, headerBytes, 'latin1')
  return bytes
}
