import type { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { ObjectId } from '../../../shared/change.ts'
import { encodePackEntry, type PackContent, packStart } from './pack-builder.ts'

/** Writes a pack as it grows, so that it never is in memory. */
export class PackWriter {
  readonly #write: (bytes: Buffer) => void
  readonly #hash = createHash('sha1')
  readonly #offsets = new Map<ObjectId, number>()
  #length = 0

  /** @param objects how many will be added */
  constructor(objects: number, write: (bytes: Buffer) => void) {
    this.#write = write
    this.#append(packStart(objects))
  }

  has(id: ObjectId): boolean {
    return this.#offsets.has(id)
  }

  add(id: ObjectId, content: PackContent): void {
    const offset = this.#length
    const base = content.kind === 'delta' ? this.#offsets.get(content.base) : undefined
    this.#append(encodePackEntry(content, offset, base))
    this.#offsets.set(id, offset)
  }

  /** Ends the pack with its checksum. */
  finish(): void {
    this.#write(this.#hash.digest())
  }

  #append(bytes: Buffer): void {
    this.#hash.update(bytes)
    this.#write(bytes)
    this.#length += bytes.length
  }
}
