import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import {
  ENTRY_BYTES,
  FLAGS_OFFSET,
  headerBytesAt,
  nameEndAt,
  paddedLength,
  serializeEntry,
  STAGE_BITS,
  StoredEntry,
  UnreadableIndex,
  type IndexEntry,
} from './git-index-entry.ts'
import { isTreeName } from './names.ts'
import { decodeOffset } from './pack-entry.ts'

// The bytes of git's index file, versions 2 to 4. Source: git's Documentation/gitformat-index.

const HEADER_BYTES = 12
export const COUNT_OFFSET = 8
export const CHECKSUM_BYTES = 20

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
