import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import { BoundedCache } from '../../disk/bounded-cache.ts'
import { MalformedObject } from './objects.ts'

/** At the end of every pack: its checksum. */
const TRAILER_BYTES = 20
/** Enough for every header, and for most objects of a memory in one read. */
const READ_BYTES = 4_096
const BLOCK_BYTES = 128 * 1_024
/** A block that was read this often is read whole. */
const MAX_PARTIAL_READS = 8
const MAX_CACHED_BYTES = 64 * BLOCK_BYTES

interface Part {
  readonly at: number
  readonly bytes: Buffer
}

const NOTHING: Part = { at: 0, bytes: Buffer.alloc(0) }

/**
 * Reads a pack on demand: a few kilobytes around each request, and larger blocks where requests are frequent. The file
 * stays open, so a pack that git deletes can still be read.
 */
export class PackFile {
  readonly size: number
  readonly #file: number
  readonly #scratch = Buffer.allocUnsafe(READ_BYTES)
  /** The last part read: objects read in sequence are usually adjacent. */
  #last: Part = NOTHING
  readonly #blocks = new BoundedCache<number, Part>(MAX_CACHED_BYTES, ({ bytes }) => bytes.length)
  /** How often each block was read in part. */
  readonly #partialReads: Uint8Array

  constructor(path: string) {
    this.#file = fs.openSync(path, 'r')
    this.size = fs.fstatSync(this.#file).size
    this.#partialReads = new Uint8Array(Math.ceil(this.size / BLOCK_BYTES))
  }

  close(): void {
    fs.closeSync(this.#file)
  }

  /**
   * Reads from a position on: at least these many bytes, or up to the trailer. Valid until the next call. Throws
   * MalformedObject when the file has become shorter.
   */
  read(at: number, length: number): Buffer {
    const wanted = Math.max(0, Math.min(length, this.size - TRAILER_BYTES - at))
    if (!holds(this.#last, at, wanted)) {
      // What it holds may be overwritten before the reading fails.
      this.#last = NOTHING
      this.#last = this.#partWith(at, wanted)
      if (!holds(this.#last, at, wanted)) throw new MalformedObject('pack')
    }
    return this.#last.bytes.subarray(at - this.#last.at)
  }

  #partWith(at: number, length: number): Part {
    const block = Math.floor(at / BLOCK_BYTES)
    const known = this.#blocks.get(block)
    if (known !== undefined && holds(known, at, length)) return known
    const reads = this.#partialReads[block] ?? 0
    if (reads >= MAX_PARTIAL_READS) {
      this.#partialReads[block] = 0
      const whole = this.#readPart(block * BLOCK_BYTES, BLOCK_BYTES, null)
      this.#blocks.set(block, whole)
      if (holds(whole, at, length)) return whole
    }
    this.#partialReads[block] = reads + 1
    return length > READ_BYTES ? this.#readPart(at, length, null) : this.#readPart(at, READ_BYTES, this.#scratch)
  }

  /** @param into null for bytes of its own, which stay valid */
  #readPart(at: number, length: number, into: Buffer | null): Part {
    const available = Math.max(0, Math.min(length, this.size - TRAILER_BYTES - at))
    const bytes = into ?? Buffer.allocUnsafe(available)
    let [filled, read] = [0, 1]
    for (; filled < available && read > 0; filled += read)
      read = fs.readSync(this.#file, bytes, filled, available - filled, at + filled)
    return { at, bytes: bytes.subarray(0, filled) }
  }

  /** The last bytes: the checksum that the pack ends with. Fewer than that when the file has become shorter. */
  trailer(): Buffer {
    const bytes = Buffer.alloc(TRAILER_BYTES)
    return bytes.subarray(0, fs.readSync(this.#file, bytes, 0, TRAILER_BYTES, Math.max(0, this.size - TRAILER_BYTES)))
  }
}

function holds({ at: from, bytes }: Part, at: number, length: number): boolean {
  return at >= from && at + length <= from + bytes.length
}
