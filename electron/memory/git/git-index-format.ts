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
/** Names that git cannot have put there begin or go on like this; see isTreeName. */
const UNUSUAL = /(?:^|\/)(?![a-z0-9_][a-z0-9_. -]*(?:\/|$))/i

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
  let nameBytes = 0
  const count = bytes.readUInt32BE(8)
  if (count > MAX_ENTRIES) throw new UnsupportedIndex('too many entries')
  for (let left = count; left > 0; left -= 1) {
    if (at + 62 > bytes.length - CHECKSUM_BYTES) throw new UnreadableIndex('truncated')
    const { entry, end } = parseEntry(bytes, at, version, previous)
    entries.push(entry)
    nameBytes += entry.key.length
    if (entry.key.length > MAX_NAME_BYTES || nameBytes > MAX_NAMES_BYTES) throw new UnreadableIndex('name')
    previous = entry.key
    at = end
  }
  // First what is valid and not for us: a split index has entries without a name.
  refuseRequiredExtensions(bytes, at)
  if (!entries.every(({ key }) => isIndexName(key))) throw new UnreadableIndex('name')
  return entries
}

function isIndexName(key: string): boolean {
  return !UNUSUAL.test(key) || pathOf(key).split('/').every(isTreeName)
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

/** The file's content with its checksum, in place. */
export function withChecksum(image: Uint8Array): Uint8Array {
  image.set(createHash('sha1').update(image.subarray(0, -CHECKSUM_BYTES)).digest(), image.length - CHECKSUM_BYTES)
  return image
}

export function serializeEntry(entry: IndexEntry): Buffer {
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
