import type { Buffer } from 'node:buffer'
import type { ObjectId } from '../../../shared/change.ts'
import { BoundedCache } from '../../disk/bounded-cache.ts'
import { MAX_OBJECT_BYTES } from '../git/inflate.ts'
import type { ObjectStore } from '../git/object-store.ts'
import { objectId } from '../git/objects.ts'

/** The half that was proposed last is kept in any case, even the largest version there is. */
const MAX_PROPOSED_BYTES = 2 * MAX_OBJECT_BYTES

/** Versions of files that a preview shows and git does not have, kept in memory until there are too many. */
export class Proposed {
  readonly #objects: Pick<ObjectStore, 'readIfFits'>
  readonly #versions = new BoundedCache<ObjectId, Buffer>(MAX_PROPOSED_BYTES, ({ byteLength }) => byteLength)

  constructor(objects: Pick<ObjectStore, 'readIfFits'>) {
    this.#objects = objects
  }

  add(bytes: Buffer): void {
    this.#versions.set(objectId('blob', bytes), bytes)
  }

  has(id: ObjectId): boolean {
    return this.#versions.get(id) !== undefined
  }

  /** A proposed version, or one of git's. */
  readIfFits(id: ObjectId): { readonly size: number; readonly bytes: Buffer | null } {
    const bytes = this.#versions.get(id)
    return bytes === undefined ? this.#objects.readIfFits(id) : { size: bytes.byteLength, bytes }
  }
}
