import type { Buffer } from 'node:buffer'
import type { ObjectId } from '../../../shared/change.ts'
import type { ObjectStore } from '../git/object-store.ts'
import { objectId } from '../git/objects.ts'

const MAX_PROPOSED_BYTES = 32_000_000

/** Versions of files that a preview shows and git does not have, kept in memory until there are too many. */
export class Proposed {
  readonly #objects: Pick<ObjectStore, 'readIfFits'>
  readonly #versions = new Map<ObjectId, Buffer>()
  #bytes = 0

  constructor(objects: Pick<ObjectStore, 'readIfFits'>) {
    this.#objects = objects
  }

  add(bytes: Buffer): void {
    const id = objectId('blob', bytes)
    if (this.#versions.has(id)) return
    this.#versions.set(id, bytes)
    this.#bytes += bytes.byteLength
    for (const [old, { byteLength }] of this.#versions) {
      if (this.#bytes <= MAX_PROPOSED_BYTES || old === id) break
      this.#versions.delete(old)
      this.#bytes -= byteLength
    }
  }

  has(id: ObjectId): boolean {
    return this.#versions.has(id)
  }

  /** A proposed version, or one of git's. */
  readIfFits(id: ObjectId): { readonly size: number; readonly bytes: Buffer | null } {
    const bytes = this.#versions.get(id)
    return bytes === undefined ? this.#objects.readIfFits(id) : { size: bytes.byteLength, bytes }
  }
}
