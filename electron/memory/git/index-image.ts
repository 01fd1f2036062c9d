import { Buffer } from 'node:buffer'
import { CHECKSUM_BYTES, serializeEntry, type IndexEntry } from './git-index-format.ts'

const HEADER_BYTES = 12
const COUNT_OFFSET = 8

/**
 * Git's index as the content of a file, without its checksum. Single entries are changed in it, because writing out all
 * of them for each would take longer than the rest of a command.
 */
export class IndexImage {
  #bytes: Buffer
  /** Sorted, with the offset of each entry. */
  readonly #keys: string[] = []
  readonly #offsets: number[] = []

  /** @param entries sorted as git sorts them */
  constructor(entries: readonly IndexEntry[]) {
    const header = Buffer.alloc(HEADER_BYTES)
    header.write('DIRC', 'latin1')
    header.writeUInt32BE(entries.some((entry) => entry.extended !== 0) ? 3 : 2, 4)
    header.writeUInt32BE(entries.length, COUNT_OFFSET)
    const parts: Buffer[] = [header]
    let at = HEADER_BYTES
    for (const entry of entries) {
      const bytes = serializeEntry(entry)
      this.#keys.push(entry.key)
      this.#offsets.push(at)
      parts.push(bytes)
      at += bytes.length
    }
    this.#bytes = Buffer.concat([...parts, Buffer.alloc(CHECKSUM_BYTES)])
  }

  /** A copy. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes)
  }

  /** Puts an entry in the place of the one with its key, or adds it. Not for keys with several entries. */
  set(entry: IndexEntry): void {
    const at = this.#positionOf(entry.key)
    const bytes = serializeEntry(entry)
    const isThere = this.#keys[at] === entry.key
    const [from, to] = [this.#offsetOf(at), this.#offsetOf(isThere ? at + 1 : at)]
    if (to - from === bytes.length) return void bytes.copy(this.#bytes, from)
    this.#splice(from, to, bytes)
    if (isThere) this.#shift(at + 1, bytes.length - (to - from))
    else {
      this.#keys.splice(at, 0, entry.key)
      this.#offsets.splice(at, 0, from)
      this.#shift(at + 1, bytes.length)
    }
  }

  delete(key: string): void {
    const at = this.#positionOf(key)
    if (this.#keys[at] !== key) return
    const [from, to] = [this.#offsetOf(at), this.#offsetOf(at + 1)]
    this.#splice(from, to, Buffer.alloc(0))
    this.#keys.splice(at, 1)
    this.#offsets.splice(at, 1)
    this.#shift(at, from - to)
  }

  /** The position of a key, or where it belongs. */
  #positionOf(key: string): number {
    let [low, high] = [0, this.#keys.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#keys[middle] ?? '') < key) low = middle + 1
      else high = middle
    }
    return low
  }

  #offsetOf(at: number): number {
    return this.#offsets[at] ?? this.#bytes.length - CHECKSUM_BYTES
  }

  #splice(from: number, to: number, bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes.subarray(0, from), bytes, this.#bytes.subarray(to)])
    const difference = to === from ? 1 : bytes.length === 0 ? -1 : 0
    this.#bytes.writeUInt32BE(this.#bytes.readUInt32BE(COUNT_OFFSET) + difference, COUNT_OFFSET)
  }

  #shift(start: number, by: number): void {
    for (let at = start; at < this.#offsets.length; at += 1) this.#offsets[at] = (this.#offsets[at] ?? 0) + by
  }
}
