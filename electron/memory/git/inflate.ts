import { Buffer } from 'node:buffer'
import { constants, inflateSync } from 'node:zlib'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { MalformedObject, type ObjectType } from './objects.ts'

/** Larger objects stay in git, and are not read: a few bytes can inflate to any size. */
export const MAX_OBJECT_BYTES = 64_000_000

/** Thrown instead of reading an object that is larger than `MAX_OBJECT_BYTES`. */
export class ObjectTooLarge extends AppError {
  readonly size: number

  constructor(size: number) {
    super('too-large', say('version-too-large'))
    this.size = size
  }
}

/** Inflates a zlib stream of exactly `size` bytes. Throws MalformedObject when it holds more or fewer. */
export function inflateExactly(bytes: Uint8Array, size: number): Buffer {
  if (size > MAX_OBJECT_BYTES + MAX_HEADER_LENGTH) throw new ObjectTooLarge(size)
  // A chunk as large as the result and no larger, so that caching the result retains no more memory than that.
  const inflated = inflateSync(bytes, { chunkSize: Math.max(64, size + 1), maxOutputLength: Math.max(1, size) })
  if (inflated.length !== size) throw new MalformedObject('inflated size')
  return inflated
}

/**
 * The header of a loose object is "blob 12" and a NUL; so many deflated bytes have all of it. The first of them may be
 * code tables: up to 290 bytes, and more than 100 in trees of some 40 files (RFC 1951, 3.2.7).
 */
const HEADER_BYTES = 1_000
/** Of a loose object, inflated. */
const MAX_HEADER_LENGTH = 32
const MAX_HEADER_INFLATED_BYTES = 1_100 * HEADER_BYTES
const LOOSE_HEADER = /^(blob|tree|commit|tag) (\d{1,15})\0/

/** Reads the file of a loose object. Source: git's Documentation/gitformat-loose. */
export function inflateLoose(bytes: Uint8Array): { readonly type: ObjectType; readonly bytes: Buffer } {
  const start = inflateSync(bytes.subarray(0, HEADER_BYTES), {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength: MAX_HEADER_INFLATED_BYTES,
  })
  const [header = '', name, digits] = LOOSE_HEADER.exec(start.toString('latin1', 0, MAX_HEADER_LENGTH)) ?? []
  const type = name === 'blob' || name === 'tree' || name === 'commit' || name === 'tag' ? name : null
  if (type === null) throw new MalformedObject('loose object')
  const size = Number(digits)
  if (size > MAX_OBJECT_BYTES) throw new ObjectTooLarge(size)
  const inflated = inflateExactly(bytes, header.length + size)
  return { type, bytes: Buffer.from(inflated.subarray(header.length)) }
}
