import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { ObjectId } from '../../../shared/change.ts'
import type { StatData } from '../../disk/exact-stat.ts'
import { isTreeName } from './names.ts'
import { decodeOffset } from './pack-entry.ts'

// The bytes of git's index file, versions 2 to 4. Source: git's Documentation/gitformat-index.

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

const HEADER_BYTES = 12
export const COUNT_OFFSET = 8
/** Of an entry, before its name. */
const ENTRY_BYTES = 62
const EXTENDED_ENTRY_BYTES = 64
const ID_OFFSET = 40
const FLAGS_OFFSET = 60
export const CHECKSUM_BYTES = 20
const LENGTH_BITS = 0x0fff
const EXTENDED_BIT = 0x4000
export const STAGE_BITS = 0x3000
export const SKIP_WORKTREE_BIT = 0x4000

/** Thrown for a damaged index. Before the next write it is set aside and rebuilt. */
export class UnreadableIndex extends Error {}

/** Thrown for a valid index of a kind that we cannot write (split, sparse). It is left as it is. */
export class UnsupportedIndex extends UnreadableIndex {}

/** Names share prefixes in version 4, so that a short file can hold very long ones. */
const MAX_NAME_BYTES = 4_096
const MAX_ENTRIES = 400_000
const MAX_NAMES_BYTES = 200_000_000

/** The entries of an index: its content without extensions, in version 2 or 3, and with an empty checksum. */
export interface IndexImage {
  readonly bytes: Buffer
  /** Where each entry begins. They are sorted by name, then by stage. */
  readonly offsets: number[]
}

/** Throws `UnreadableIndex`. @param file becomes a part of the image: there may be very many entries */
export function parseIndex(file: Buffer): IndexImage {
  if (file.length < 32 || file.toString('latin1', 0, 4) !== 'DIRC') throw new UnreadableIndex('no index header')
  const [body, checksum] = [file.subarray(0, -CHECKSUM_BYTES), file.subarray(-CHECKSUM_BYTES)]
  if (checksum.some((byte) => byte !== 0) && !createHash('sha1').update(body).digest().equals(checksum))
    throw new UnreadableIndex('checksum')
  const version = file.readUInt32BE(4)
  if (version < 2 || version > 4) throw new UnsupportedIndex(`version ${version}`)
  const count = file.readUInt32BE(COUNT_OFFSET)
  if (count > MAX_ENTRIES) throw new UnsupportedIndex('too many entries')
  const image = version === 4 ? parseCompressed(body, count) : parsePlain(file, body, count)
  verifyNames(image)
  return image
}

function parsePlain(file: Buffer, body: Buffer, count: number): IndexImage {
  const offsets: number[] = []
  let at = HEADER_BYTES
  let version = 2
  for (let left = count; left > 0; left -= 1) {
    const headerBytes = headerBytesAt(body, at)
    if (headerBytes > ENTRY_BYTES) version = 3
    offsets.push(at)
    at += paddedLength(headerBytes, nameEndAt(body, at) - at - headerBytes)
    if (at > body.length) throw new UnreadableIndex('truncated')
  }
  refuseRequiredExtensions(body, at)
  const bytes = file.subarray(0, at + CHECKSUM_BYTES).fill(0, at)
  bytes.writeUInt32BE(version, 4)
  return { bytes, offsets }
}

/** Version 4 leaves out what a name has in common with the one before. */
function parseCompressed(body: Buffer, count: number): IndexImage {
  const entries: IndexEntry[] = []
  let at = HEADER_BYTES
  let previous = ''
  let nameBytes = 0
  for (let left = count; left > 0; left -= 1) {
    const start = at + headerBytesAt(body, at)
    const { value: dropped, end: from } = decodeOffset(body, start)
    const nul = body.indexOf(0, from)
    if (nul < 0) throw new UnreadableIndex('truncated')
    const key = previous.slice(0, previous.length - dropped) + body.toString('latin1', from, nul)
    nameBytes += key.length
    if (key.length > MAX_NAME_BYTES || nameBytes > MAX_NAMES_BYTES) throw new UnreadableIndex('name')
    const { stat, mode, id, flags, extended } = new StoredEntry(body, at)
    entries.push({ key, stat, mode, id, flags, extended })
    previous = key
    at = nul + 1
  }
  refuseRequiredExtensions(body, at)
  return imageOf(entries)
}

/** Git, too, refuses entries in another order, and names that it would not make files of. */
function verifyNames({ bytes, offsets }: IndexImage): void {
  let [before, endBefore, stageBefore, plainBefore] = [0, 0, 0, false]
  for (const at of offsets) {
    const [start, end] = [at + headerBytesAt(bytes, at), nameEndAt(bytes, at)]
    const stage = bytes.readUInt16BE(at + FLAGS_OFFSET) & STAGE_BITS
    const most = Math.min(end - start, endBefore - before)
    let same = 0
    while (same < most && bytes[start + same] === bytes[before + same]) same += 1
    // What follows a name is a NUL, which sorts before all others.
    const order = (before + same < endBefore ? (bytes[before + same] ?? 0) : 0) - (bytes[start + same] ?? 0)
    const isInOrder = order < 0 || (order === 0 && stageBefore > 0 && stageBefore < stage)
    const isPlain = isPlainName(bytes, start, end, plainBefore ? same : 0)
    const isName = isPlain || bytes.toString('utf8', start, end).split('/').every(isTreeName)
    if (!isInOrder || end - start > MAX_NAME_BYTES || !isName) throw new UnreadableIndex('name')
    ;[before, endBefore, stageBefore, plainBefore] = [start, end, stage, isPlain]
  }
}

const [SLASH, LETTER, INNER] = [1, 2, 3] as const
/** What each byte of a plain name is: a letter, a digit or "_", which may begin a part, or ".", " " and "-", which may not. */
const PLAIN_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte)
  return sign === '/' ? SLASH : /^[a-z0-9_]$/i.test(sign) ? LETTER : /^[. -]$/.test(sign) ? INNER : 0
})

/**
 * Whether this is a name like most: no part of it needs a closer look (isTreeName).
 * @param known so many bytes begin a plain name
 */
function isPlainName(bytes: Buffer, start: number, end: number, known: number): boolean {
  let before: number = known === 0 ? SLASH : (PLAIN_BYTES[bytes[start + known - 1] ?? 0] ?? 0)
  for (let at = start + known; at < end; at += 1) {
    const kind = PLAIN_BYTES[bytes[at] ?? 0] ?? 0
    if (kind === 0 || (before === SLASH && kind !== LETTER)) return false
    before = kind
  }
  return before !== SLASH
}

function headerBytesAt(bytes: Buffer, at: number): number {
  if (at + ENTRY_BYTES > bytes.length) throw new UnreadableIndex('truncated')
  return (bytes.readUInt16BE(at + FLAGS_OFFSET) & EXTENDED_BIT) === 0 ? ENTRY_BYTES : EXTENDED_ENTRY_BYTES
}

/** Where the name of the entry that begins at `at` ends, at its NUL. */
function nameEndAt(bytes: Buffer, at: number): number {
  const start = at + headerBytesAt(bytes, at)
  const length = bytes.readUInt16BE(at + FLAGS_OFFSET) & LENGTH_BITS
  const end = length < LENGTH_BITS ? start + length : bytes.indexOf(0, start + LENGTH_BITS)
  if (end < start || end >= bytes.length) throw new UnreadableIndex('truncated')
  if (bytes[end] !== 0) throw new UnreadableIndex('name')
  return end
}

const paddedLength = (headerBytes: number, nameBytes: number): number =>
  Math.ceil((headerBytes + nameBytes + 1) / 8) * 8

/** An entry as it is stored: only what is asked for is read. Valid until the bytes change. */
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

  /** Of `stat`. */
  get size(): number {
    return this.#word(9)
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

/** @param bytes without the checksum. Extensions with an upper-case name are caches and may be dropped; others change the meaning of the index. */
function refuseRequiredExtensions(bytes: Buffer, start: number): void {
  for (let at = start; at + 8 <= bytes.length; at += 8 + bytes.readUInt32BE(at + 4)) {
    const name = bytes.toString('latin1', at, at + 4)
    if (!/^[A-Z]/.test(name)) throw new UnsupportedIndex(`extension ${name}`)
  }
}

/** The file's content with its checksum, in place. */
export function withChecksum(image: Uint8Array): Uint8Array {
  image.set(createHash('sha1').update(image.subarray(0, -CHECKSUM_BYTES)).digest(), image.length - CHECKSUM_BYTES)
  return image
}

/** @param entries in any order, each path and stage once */
export function imageOf(entries: readonly IndexEntry[]): IndexImage {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('DIRC', 'latin1')
  header.writeUInt32BE(entries.some((entry) => entry.extended !== 0) ? 3 : 2, 4)
  header.writeUInt32BE(entries.length, COUNT_OFFSET)
  const parts: Buffer[] = [header]
  const offsets: number[] = []
  let at = HEADER_BYTES
  for (const entry of entries.toSorted(inGitOrder)) {
    const bytes = serializeEntry(entry)
    offsets.push(at)
    parts.push(bytes)
    at += bytes.length
  }
  return { bytes: Buffer.concat([...parts, Buffer.alloc(CHECKSUM_BYTES)]), offsets }
}

function inGitOrder(a: IndexEntry, b: IndexEntry): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : (a.flags & STAGE_BITS) - (b.flags & STAGE_BITS)
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
