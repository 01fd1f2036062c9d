import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import type { ObjectId } from '../../../shared/change.ts'
import { MalformedObject } from './objects.ts'

// The index beside a pack, version 2: where in it each object begins. Source: git's Documentation/gitformat-pack.

const MAGIC = 0xff74_4f63
const FANOUT = 8
const IDS = FANOUT + 256 * 4
const ID = 20
const TRAILER = 20
/** An offset from here on is a place in the table of large ones. */
const LARGE = 0x8000_0000

/** So small an index is read at once, and its file closed: there may be many packs. */
const SMALL = 256_000

/**
 * The index of one pack. Of a large one only the part is read that is asked for: the ids that begin with the same
 * byte. Its file stays open, so that one which git deletes can be read to the end.
 */
export class PackIndex {
  readonly count: number
  #file: number | null
  readonly #whole: Buffer | null
  readonly #size: number
  readonly #fanout: Buffer
  /** The ids that begin with each byte, as far as they were asked for. */
  readonly #ids = new Map<number, Buffer>()
  readonly #offsets = new Map<number, Buffer>()

  /** Throws MalformedObject when it is none that we know. */
  constructor(path: string) {
    this.#file = fs.openSync(path, 'r')
    try {
      this.#size = fs.fstatSync(this.#file).size
      if (this.#size < IDS + 2 * TRAILER) throw new MalformedObject('pack index')
      this.#whole = this.#size > SMALL ? null : readAll(this.#file, 0, this.#size)
      if (this.#whole !== null) this.close()
      const head = this.#read(0, IDS)
      this.#fanout = head.subarray(FANOUT)
      this.count = this.#upTo(255)
      if (
        head.readUInt32BE(0) !== MAGIC ||
        head.readUInt32BE(4) !== 2 ||
        this.#size < IDS + this.count * 28 + 2 * TRAILER
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

  /** The checksum at the end of the pack that this is the index of. */
  get packChecksum(): Buffer {
    return this.#read(this.#size - 2 * TRAILER, TRAILER)
  }

  ids(): readonly ObjectId[] {
    return Array.from({ length: 256 }, (_, byte) => this.#idsOf(byte)).flatMap((ids) =>
      Array.from({ length: ids.length / ID }, (_, at) => ids.toString('hex', at * ID, (at + 1) * ID)),
    )
  }

  /** Ids that begin with these digits (two or more of them), two at most: more than one is already too many. */
  startingWith(prefix: string): readonly ObjectId[] {
    const key = Buffer.from(prefix.padEnd(2 * ID, '0'), 'hex')
    const ids = this.#idsOf(key[0] ?? 0)
    const found: ObjectId[] = []
    for (let at = lowerBound(ids, key); at < ids.length && found.length < 2; at += ID) {
      const id = ids.toString('hex', at, at + ID)
      if (!id.startsWith(prefix)) break
      found.push(id)
    }
    return found
  }

  /** Where in the pack an object begins; null when it is not there. */
  offsetOf(id: ObjectId): number | null {
    const key = Buffer.from(id, 'hex')
    const byte = key[0] ?? 0
    const ids = this.#idsOf(byte)
    const at = lowerBound(ids, key)
    if (at >= ids.length || ids.compare(key, 0, ID, at, at + ID) !== 0) return null
    const offset = this.#part(this.#offsets, byte, IDS + this.count * 24, 4).readUInt32BE((at / ID) * 4)
    return offset < LARGE
      ? offset
      : Number(this.#read(IDS + this.count * 28 + (offset - LARGE) * 8, 8).readBigUInt64BE(0))
  }

  #idsOf(byte: number): Buffer {
    return this.#part(this.#ids, byte, IDS, ID)
  }

  /** The entries of a table that belong to the ids which begin with a byte. */
  #part(kept: Map<number, Buffer>, byte: number, table: number, length: number): Buffer {
    const known = kept.get(byte)
    if (known !== undefined) return known
    const [from, to] = [byte === 0 ? 0 : this.#upTo(byte - 1), this.#upTo(byte)]
    if (from > to || to > this.count) throw new MalformedObject('pack index')
    const part = this.#read(table + from * length, (to - from) * length)
    kept.set(byte, part)
    return part
  }

  /** How many ids begin with this byte, or a lower one. */
  #upTo(byte: number): number {
    return this.#fanout.readUInt32BE(byte * 4)
  }

  #read(at: number, length: number): Buffer {
    if (this.#whole !== null) return this.#whole.subarray(at, at + length)
    if (this.#file === null) throw new MalformedObject('pack index')
    return readAll(this.#file, at, length)
  }
}

function readAll(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  for (let filled = 0; filled < length;) {
    const read = fs.readSync(file, bytes, filled, length - filled, at + filled)
    if (read === 0) throw new MalformedObject('pack index')
    filled += read
  }
  return bytes
}

/** Where in sorted ids the first begins that is not below the key. */
function lowerBound(ids: Buffer, key: Buffer): number {
  let [low, high] = [0, ids.length / ID]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids.compare(key, 0, ID, middle * ID, (middle + 1) * ID) < 0) low = middle + 1
    else high = middle
  }
  return low * ID
}

/** @param checksum of the pack */
export function encodePackIndex(
  entries: ReadonlyMap<ObjectId, { readonly offset: number; readonly crc: number }>,
  checksum: Buffer,
): Buffer {
  const sorted = [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const large = sorted.filter(([, { offset }]) => offset >= LARGE)
  const count = sorted.length
  const bytes = Buffer.alloc(IDS + count * 28 + large.length * 8)
  bytes.writeUInt32BE(MAGIC, 0)
  bytes.writeUInt32BE(2, 4)
  const before = new Uint32Array(256)
  let larger = 0
  for (const [at, [id, { offset, crc }]] of sorted.entries()) {
    before[Number.parseInt(id.slice(0, 2), 16)] = at + 1
    bytes.write(id, IDS + at * ID, 'hex')
    bytes.writeUInt32BE(crc, IDS + count * ID + at * 4)
    bytes.writeUInt32BE(offset < LARGE ? offset : LARGE + larger, IDS + count * 24 + at * 4)
    if (offset >= LARGE) bytes.writeBigUInt64BE(BigInt(offset), IDS + count * 28 + 8 * larger++)
  }
  for (let byte = 0, reached = 0; byte < 256; byte += 1) {
    reached = Math.max(reached, before[byte] ?? 0)
    bytes.writeUInt32BE(reached, FANOUT + byte * 4)
  }
  const body = Buffer.concat([bytes, checksum])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}
