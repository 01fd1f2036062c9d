import { randomBytes } from 'node:crypto'
import type { ObjectId } from '../shared/change.ts'
import { type FileLook, IMAGE_SHOWN, imageType } from '../shared/file-format.ts'
import { formatOf } from './file-format.ts'
import type { Store } from './memory/store-interface.ts'

/** An image as a door serves it. */
export interface Image {
  readonly type: string
  readonly bytes: Uint8Array
}

/**
 * Images of the memory, each at an address that nobody can guess. A page asks for the address on its own wire; the door
 * then serves the image to whoever has both the address and, in the browser, the cookie (decision 12: the cookie alone
 * gets nothing of the memory).
 */
export interface Images {
  /** How a version can be shown. An image's address is relative to the page. */
  shownAs(id: ObjectId): Promise<FileLook>
  /** @param pathname of a request @returns null if it is no image's */
  at(pathname: string): Promise<Image | null>
}

const FOLDER = 'images/'
/** More than a page shows at once, and forgotten ones are asked for again. */
const MAX_ADDRESSES = 256
const SECRET_BYTES = 16

/**
 * An image is never more than an image: opened as a page it runs nothing and loads nothing. Its style may be its own, as
 * drawings have it.
 */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

export const isImageAddress = (pathname: string): boolean => pathname.startsWith(`/${FOLDER}`)

export function createImages(store: () => Pick<Store, 'bytes'>): Images {
  const ids = new Map<string, ObjectId>()
  return {
    async shownAs(id) {
      const bytes = await store().bytes(id)
      if (bytes === null) return { kind: 'too-large' }
      const format = formatOf(bytes)
      if (imageType(format) === null) return { kind: 'other', format }
      if (bytes.byteLength > IMAGE_SHOWN) return { kind: 'too-large' }
      const secret = randomBytes(SECRET_BYTES).toString('hex')
      ids.set(secret, id)
      for (const oldest of ids.keys()) if (ids.size > MAX_ADDRESSES) ids.delete(oldest)
      return { kind: 'image', address: FOLDER + secret }
    },
    async at(pathname) {
      const id = isImageAddress(pathname) ? ids.get(pathname.slice(FOLDER.length + 1)) : undefined
      const bytes = id === undefined ? null : await store().bytes(id)
      if (bytes === null) return null
      const type = imageType(formatOf(bytes))
      return type === null ? null : { type, bytes }
    },
  }
}
