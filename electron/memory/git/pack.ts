import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { constants, crc32, deflateSync, inflateSync } from 'node:zlib'
import type { ObjectId } from '../../../shared/change.ts'
import { applyDelta } from './delta.ts'
import { MalformedObject, type GitObject, type ObjectType } from './objects.ts'
import { encodePackIndex, PackIndex } from './pack-index.ts'

// Git's packs, version 2. Source: git's Documentation/gitformat-pack.

const TYPES: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }
const CODES: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 }
const OFFSET_DELTA = 6
const REF_DELTA = 7
const TRAILER = 20
/** Enough for every header, and for most of a memory's objects at one go. */
const FIRST_READ = 4_096
/** Kind, size and the base of a delta, with room to spare. */
const LONGEST_HEAD = 64
const NOTHING_READ = { at: 0, bytes: Buffer.alloc(0) }
/** So long a chain of deltas is followed; git's own are at most 250 long by default, and ours 50. */
const LONGEST_CHAIN = 10_000
const KEPT_BYTES = 16_000_000

/** One pack, read where it is asked; its file stays open, so that one which git deletes can be read to the end. */
export class Pack {
  readonly path: string
  readonly #index: PackIndex
  readonly #file: number
  readonly #size: number
  readonly #scratch = Buffer.allocUnsafe(FIRST_READ)
  /** What the scratch holds, and from where. */
  #last: { readonly at: number; readonly bytes: Buffer } = NOTHING_READ
  readonly #bases = new Map<number, GitObject>()
  #kept = 0

  /** @param path without ".pack" or ".idx". Throws MalformedObject when the index is none that we know. */
  constructor(path: string) {
    this.path = path
    this.#index = new PackIndex(`${path}.idx`)
    try {
      this.#file = fs.openSync(`${path}.pack`, 'r')
    } catch (error) {
      this.#index.close()
      throw error
    }
    this.#size = fs.fstatSync(this.#file).size
  }

  close(): void {
    this.#index.close()
    fs.closeSync(this.#file)
  }

  get size(): number {
    return this.#size
  }

  get count(): number {
    return this.#index.count
  }

  /** Does the pack end as its index says? Git reads nothing of one that does not. */
  get isSound(): boolean {
    const end = Buffer.alloc(TRAILER)
    const read = fs.readSync(this.#file, end, 0, TRAILER, Math.max(0, this.#size - TRAILER))
    return read === TRAILER && end.equals(this.#index.packChecksum)
  }

  ids(): readonly ObjectId[] {
    return this.#index.ids()
  }

  /** Ids that begin with these digits (two or more of them), two at most: more than one is already too many. */
  startingWith(prefix: string): readonly ObjectId[] {
    return this.#index.startingWith(prefix)
  }

  /** Where an object begins; null when it is not in this pack. */
  offsetOf(id: ObjectId): number | null {
    return this.#index.offsetOf(id)
  }

  /** @param elsewhere reads the base of a delta by id */
  readAt(offset: number, elsewhere: (id: ObjectId) => GitObject): GitObject {
    const above: { readonly at: number; readonly delta: Buffer }[] = []
    let at = offset
    let object = this.#bases.get(at)
    while (object === undefined) {
      if (above.length > LONGEST_CHAIN) throw new MalformedObject('delta chain')
      const head = this.#headAt(at)
      const { code, size, end } = readHeader(head)
      const type = TYPES[code]
      if (type !== undefined) object = this.#keep(at, { type, bytes: this.#inflate(at, head, end, size) })
      else if (code === REF_DELTA) {
        const base = head.toString('hex', end, end + 20)
        above.push({ at, delta: this.#inflate(at, head, end + 20, size) })
        object = elsewhere(base)
      } else if (code === OFFSET_DELTA) {
        const base = readOffset(head, end)
        above.push({ at, delta: this.#inflate(at, head, base.end, size) })
        at -= base.value
        object = this.#bases.get(at)
      } else throw new MalformedObject('pack entry')
    }
    for (const { at: place, delta } of above.toReversed())
      object = this.#keep(place, { type: object.type, bytes: applyDelta(object.bytes, delta) })
    return object
  }

  /** Versions that follow each other are told by each other, and are mostly asked for one after the other. */
  #keep(at: number, object: GitObject): GitObject {
    this.#bases.set(at, object)
    this.#kept += object.bytes.length
    for (const [old, { bytes }] of this.#bases) {
      if (this.#kept <= KEPT_BYTES) break
      this.#bases.delete(old)
      this.#kept -= bytes.length
    }
    return object
  }

  #inflate(at: number, head: Buffer, start: number, size: number): Buffer {
    // What does not get smaller by deflating grows by 5 bytes for each of its blocks, and by the frame.
    const longest = start + size + Math.ceil(size / 16_000) * 5 + 64
    const bytes = longest <= head.length ? head : this.#read(at, Math.max(longest, FIRST_READ))
    // As large as the result, and no larger: what is kept of it must not keep more.
    const inflated = inflateSync(bytes.subarray(start), { chunkSize: Math.max(64, size + 1) })
    if (inflated.length !== size) throw new MalformedObject('pack entry')
    return inflated
  }

  /** What an object begins with. Objects that are asked for one after the other mostly lie so, and have been read with the one before. */
  #headAt(at: number): Buffer {
    const { at: from, bytes } = this.#last
    return at >= from && at + LONGEST_HEAD <= from + bytes.length
      ? bytes.subarray(at - from)
      : this.#read(at, FIRST_READ)
  }

  /** @returns bytes that hold until the next read */
  #read(at: number, length: number): Buffer {
    const most = Math.max(0, Math.min(length, this.#size - TRAILER - at))
    const bytes = most <= FIRST_READ ? this.#scratch.subarray(0, most) : Buffer.allocUnsafe(most)
    if (most <= FIRST_READ) this.#last = NOTHING_READ
    for (let filled = 0; filled < bytes.length;) {
      const read = fs.readSync(this.#file, bytes, filled, bytes.length - filled, at + filled)
      if (read === 0) throw new MalformedObject('pack')
      filled += read
    }
    if (most <= FIRST_READ) this.#last = { at, bytes }
    return bytes
  }
}

function readHeader(bytes: Buffer): { readonly code: number; readonly size: number; readonly end: number } {
  let at = 0
  let byte = bytes.readUInt8(at)
  const code = (byte >> 4) & 7
  let size = byte & 0x0f
  for (let factor = 16; (byte & 0x80) !== 0; factor *= 128) {
    at += 1
    byte = bytes.readUInt8(at)
    size += (byte & 0x7f) * factor
  }
  return { code, size, end: at + 1 }
}

function header(code: number, size: number): readonly number[] {
  const bytes = [(code << 4) | (size & 0x0f)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80
    bytes.push(rest % 128)
  }
  return bytes
}

/** The variable-length number of pack offsets, and of the index's version 4. */
export function readOffset(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let at = start
  let byte = bytes.readUInt8(at)
  let value = byte & 0x7f
  while ((byte & 0x80) !== 0) {
    at += 1
    byte = bytes.readUInt8(at)
    value = (value + 1) * 128 + (byte & 0x7f)
  }
  return { value, end: at + 1 }
}

function offsetBytes(value: number): readonly number[] {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1
    bytes.unshift((rest % 128) | 0x80)
  }
  return bytes
}

/** What is written of one object: itself, or a delta on an object that was added before. Both deflated. */
export type PackContent =
  | { readonly kind: 'whole'; readonly type: ObjectType; readonly size: number; readonly deflated: Buffer }
  | { readonly kind: 'delta'; readonly base: ObjectId; readonly size: number; readonly deflated: Buffer }

/** A pack in the making, and its index. */
export class PackBuilder {
  readonly #parts: Buffer[] = []
  readonly #entries = new Map<ObjectId, { readonly offset: number; readonly crc: number }>()
  #length = 12

  has(id: ObjectId): boolean {
    return this.#entries.has(id)
  }

  get count(): number {
    return this.#entries.size
  }

  add(id: ObjectId, content: PackContent): void {
    const offset = this.#length
    const base = content.kind === 'delta' ? this.#entries.get(content.base) : undefined
    if (content.kind === 'delta' && base === undefined) throw new MalformedObject('delta without its base')
    const head =
      content.kind === 'whole'
        ? header(CODES[content.type], content.size)
        : [...header(OFFSET_DELTA, content.size), ...offsetBytes(offset - (base?.offset ?? 0))]
    const bytes = Buffer.concat([Buffer.from(head), content.deflated])
    this.#parts.push(bytes)
    this.#entries.set(id, { offset, crc: crc32(bytes) })
    this.#length += bytes.length
  }

  /** `name` is what git names a pack by: its checksum. */
  finish(): { readonly name: string; readonly pack: Buffer; readonly index: Buffer } {
    const start = Buffer.alloc(12)
    start.write('PACK', 'latin1')
    start.writeUInt32BE(2, 4)
    start.writeUInt32BE(this.#entries.size, 8)
    const body = Buffer.concat([start, ...this.#parts])
    const checksum = createHash('sha1').update(body).digest()
    return {
      name: checksum.toString('hex'),
      pack: Buffer.concat([body, checksum]),
      index: encodePackIndex(this.#entries, checksum),
    }
  }
}

/** A command must not wait for what saves little: packing, when nobody waits, deflates what is shorter. */
const DEFLATED_AT_ONCE = 8_000
/** Adler-32's sums stay below 2^31 for so many bytes. Source: zlib's NMAX is 5,552 for 2^32. */
const SUMMED_AT_ONCE = 2_000

/** As git keeps an object's bytes: a zlib stream. `well` takes longer and makes it as small as it gets. */
export function deflated(bytes: Buffer, { well = false }: { readonly well?: boolean } = {}): Buffer {
  if (well || bytes.length > DEFLATED_AT_ONCE) return deflateSync(bytes, { level: well ? 6 : constants.Z_BEST_SPEED })
  // One stored block. Source: RFC 1950 and RFC 1951, 3.2.4.
  const stream = Buffer.allocUnsafe(bytes.length + 11)
  stream.writeUInt16BE(0x7801, 0)
  stream.writeUInt8(1, 2)
  stream.writeUInt16LE(bytes.length, 3)
  stream.writeUInt16LE(bytes.length ^ 0xffff, 5)
  bytes.copy(stream, 7)
  stream.writeUInt32BE(adler32(bytes), bytes.length + 7)
  return stream
}

function adler32(bytes: Buffer): number {
  let [a, b] = [1, 0]
  for (let at = 0; at < bytes.length;) {
    for (const end = Math.min(at + SUMMED_AT_ONCE, bytes.length); at < end; at += 1) {
      a += bytes[at] ?? 0
      b += a
    }
    a %= 65_521
    b %= 65_521
  }
  return b * 65_536 + a
}
