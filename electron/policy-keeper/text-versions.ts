import { isUtf8 } from 'node:buffer'
import type { ObjectId } from '../../shared/change.ts'
import { BoundedCache } from '../disk/bounded-cache.ts'
import type { Store } from '../memory/store-interface.ts'

const MAX_REMEMBERED = 1_000

/** Tells whether a version of a file is text, which a model can read. Each version is read once. */
export function textVersions(store: Pick<Store, 'bytes'>): (id: ObjectId) => Promise<boolean> {
  const known = new BoundedCache<ObjectId, boolean>(MAX_REMEMBERED)
  return async (id) => {
    const remembered = known.get(id)
    if (remembered !== undefined) return remembered
    const bytes = await store.bytes(id)
    const isText = bytes !== null && isUtf8(bytes)
    known.set(id, isText)
    return isText
  }
}
