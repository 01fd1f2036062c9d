import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import type { ObjectId } from '../../../shared/change.ts'
import { MalformedObject } from './objects.ts'

// The index of a pack, version 2: the offset of each object in it. One of version 1 is read as if it were of version 2.
// Source: git's Documentation/gitformat-pack.

const MAGIC = 0xff74_4f63
const FANOUT_OFFSET = 8
const IDS_OFFSET = FANOUT_OFFSET + 256 * 4
const ID_BYTES = 20
const CHECKSUM_BYTES = 20
/** Per object: id, CRC and offset. */
const OBJECT_BYTES = 28
/** The offset field of an object is the position in the table of large offsets when this bit is set. */
const LARGE_BIT = 0x8000_0000

/** Per object of version 1: offset and id, after the fanout. */
const OLD_OBJECT_BYTES = 4 + ID_BYTES
const OLD_OBJECTS_OFFSET = 256 * 4

/** An index up to this size is read whole and its file closed, since there may be many packs. */
const MAX_BUFFERED_BYTES = 256_000

/**
 * The index of one pack. A large one is read in parts, as needed: the entries of all ids with the same first byte. Its
 * file stays open, so that an index which git deletes can still be read.
 */
export class PackIndex {
  readonly count: number
  #file: number | null
  readonly #whole: Buffer | null
  readonly #size: number
  readonly #fanout: Buffer
  /** Parts read so far, by the first byte of the ids. */
  readonly #ids = new Map<number, Buffer>()
  readonly #offsets = new Map<number, Buffer>()

  /** Throws MalformedObject when the format is unknown. */
  constructor(path: string) {
    this.#file = fs.openSync(path, 'r')
    try {
      const size = fs.fstatSync(this.#file).size
      if (size < IDS_OFFSET + 2 * CHECKSUM_BYTES) throw new MalformedObject('pack index')
      const isOld = readExactly(this.#file, 0, 4).readUInt32BE(0) !== MAGIC
      const whole = isOld || size <= MAX_BUFFERED_BYTES ? readExactly(this.#file, 0, size) : null
      this.#whole = isOld && whole !== null ? fromVersion1(whole) : whole
      this.#size = this.#whole?.length ?? size
      if (this.#whole !== null) this.close()
      const header = this.#read(0, IDS_OFFSET)
      this.#fanout = header.subarray(FANOUT_OFFSET)
      this.count = this.#countUpTo(255)
      if (
        header.readUInt32BE(0) !== MAGIC ||
        header.readUInt32BE(4) !== 2 ||
        this.#size < IDS_OFFSET + this.count * OBJECT_BYTES + 2 * CHECKSUM_BYTES
      )
        throw new MalformedObject('pack index')
    } catch (error) {
      this.close()
      throw error
    }
  }

  close(): void {
    if (this.#file !== null) fs.closeSync(this.#file)
    this.#file = null
  }

  /** The checksum that the pack itself ends with. */
  get packChecksum(): Buffer {
    return this.#read(this.#size - 2 * CHECKSUM_BYTES, CHECKSUM_BYTES)
  }

  ids(): readonly ObjectId[] {
    return Array.from({ length: 256 }, (_, byte) => this.#idsOf(byte)).flatMap((ids) =>
      Array.from({ length: ids.length / ID_BYTES }, (_, at) => ids.toString('hex', at * ID_BYTES, (at + 1) * ID_BYTES)),
    )
  }

  /** At most two ids that begin with these digits (at least two digits): a second one already makes them ambiguous. */
  startingWith(prefix: string): readonly ObjectId[] {
    const key = Buffer.from(prefix.padEnd(2 * ID_BYTES, '0'), 'hex')
    const ids = this.#idsOf(key[0] ?? 0)
    const found: ObjectId[] = []
    for (let at = lowerBound(ids, key); at < ids.length && found.length < 2; at += ID_BYTES) {
      const id = ids.toString('hex', at, at + ID_BYTES)
      if (!id.startsWith(prefix)) break
      found.push(id)
    }
    return found
  }

  /** The offset of an object in the pack; null when it is not in the pack. */
  offsetOf(id: ObjectId): number | null {
    const key = Buffer.from(id, 'hex')
    const byte = key[0] ?? 0
    const ids = this.#idsOf(byte)
    const at = lowerBound(ids, key)
    if (at >= ids.length || ids.compare(key, 0, ID_BYTES, at, at + ID_BYTES) !== 0) return null
    const offsetsStart = IDS_OFFSET + this.count * (ID_BYTES + 4)
    const offset = this.#part(this.#offsets, byte, offsetsStart, 4).readUInt32BE((at / ID_BYTES) * 4)
    return offset < LARGE_BIT
      ? offset
      : Number(this.#read(IDS_OFFSET + this.count * OBJECT_BYTES + (offset - LARGE_BIT) * 8, 8).readBigUInt64BE(0))
  }

  #idsOf(byte: number): Buffer {
    return this.#part(this.#ids, byte, IDS_OFFSET, ID_BYTES)
  }

  /** The rows of a table that belong to the ids with this first byte. */
  #part(cache: Map<number, Buffer>, byte: number, tableStart: number, rowBytes: number): Buffer {
    const known = cache.get(byte)
    if (known !== undefined) return known
    const [from, to] = [byte === 0 ? 0 : this.#countUpTo(byte - 1), this.#countUpTo(byte)]
    if (from > to || to > this.count) throw new MalformedObject('pack index')
    const part = this.#read(tableStart + from * rowBytes, (to - from) * rowBytes)
    cache.set(byte, part)
    return part
  }

  /** The number of ids whose first byte is at most this one. */
  #countUpTo(byte: number): number {
    return this.#fanout.readUInt32BE(byte * 4)
  }

  #read(at: number, length: number): Buffer {
    if (this.#whole !== null) return this.#whole.subarray(at, at + length)
    if (this.#file === null) throw new MalformedObject('pack index')
    return readExactly(this.#file, at, length)
  }
}

/** The index that version 2 would have, but for the CRCs, which nothing here reads. Throws MalformedObject. */
function fromVersion1(bytes: Buffer): Buffer {
  const count = bytes.readUInt32BE(255 * 4)
  if (bytes.length !== OLD_OBJECTS_OFFSET + count * OLD_OBJECT_BYTES + 2 * CHECKSUM_BYTES)
    throw new MalformedObject('pack index')
  const entries = new Map<ObjectId, { readonly offset: number; readonly crc: number }>()
  for (let at = OLD_OBJECTS_OFFSET; at < bytes.length - 2 * CHECKSUM_BYTES; at += OLD_OBJECT_BYTES)
    entries.set(bytes.toString('hex', at + 4, at + OLD_OBJECT_BYTES), { offset: bytes.readUInt32BE(at), crc: 0 })
  return encodePackIndex(entries, bytes.subarray(-2 * CHECKSUM_BYTES, -CHECKSUM_BYTES))
}

function readExactly(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  for (let filled = 0; filled < length;) {
    const read = fs.readSync(file, bytes, filled, length - filled, at + filled)
    if (read === 0) throw new MalformedObject('pack index')
    filled += read
  }
  return bytes
}

/** The offset of the first of these sorted ids that is not below the key. */
function lowerBound(ids: Buffer, key: Buffer): number {
  const start = key.readUInt32BE(0)
  let [low, high] = [0, ids.length / ID_BYTES]
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = middle * ID_BYTES
    // The first bytes nearly always decide, and reading them is much faster than comparing.
    const difference = ids.readUInt32BE(at) - start || ids.compare(key, 0, ID_BYTES, at, at + ID_BYTES)
    if (difference < 0) low = middle + 1
    else high = middle
  }
  return low * ID_BYTES
}

/** @param checksum the pack's own */
export function encodePackIndex(
  entries: ReadonlyMap<ObjectId, { readonly offset: number; readonly crc: number }>,
  checksum: Buffer,
): Buffer {
  const sorted = [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const large = sorted.filter(([, { offset }]) => offset >= LARGE_BIT)
  const count = sorted.length
  const crcsStart = IDS_OFFSET + count * ID_BYTES
  const offsetsStart = crcsStart + count * 4
  const largeOffsetsStart = offsetsStart + count * 4
  const bytes = Buffer.alloc(largeOffsetsStart + large.length * 8)
  bytes.writeUInt32BE(MAGIC, 0)
  bytes.writeUInt32BE(2, 4)
  const countUpTo = new Uint32Array(256)
  let largeCount = 0
  for (const [at, [id, { offset, crc }]] of sorted.entries()) {
    countUpTo[Number.parseInt(id.slice(0, 2), 16)] = at + 1
    bytes.write(id, IDS_OFFSET + at * ID_BYTES, 'hex')
    bytes.writeUInt32BE(crc, crcsStart + at * 4)
    bytes.writeUInt32BE(offset < LARGE_BIT ? offset : LARGE_BIT + largeCount, offsetsStart + at * 4)
    if (offset >= LARGE_BIT) bytes.writeBigUInt64BE(BigInt(offset), largeOffsetsStart + 8 * largeCount++)
  }
  for (let byte = 0, reached = 0; byte < 256; byte += 1) {
    reached = Math.max(reached, countUpTo[byte] ?? 0)
    bytes.writeUInt32BE(reached, FANOUT_OFFSET + byte * 4)
  }
  const body = Buffer.concat([bytes, checksum])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}
