import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { FileMode, ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { readPlainFile } from '../../disk/durable-files.ts'
import { applyDelta } from '../git/delta.ts'
import { inflateExactly } from '../git/inflate.ts'
import { isBranchName } from '../git/names.ts'
import type { FreshObject } from '../git/object-store.ts'
import { objectId, type GitObject } from '../git/objects.ts'
import { ignoreReason } from '../paths.ts'

// The records of the journal, as bytes.

/** A path that a history may have. The journal is a file in a folder, and the folder may come from anybody. */
const AllowedPath = z.string().refine((path) => ignoreReason(path) === null)
const Version = z.object({ id: ObjectId, mode: FileMode }).nullable()

/** What one command does: the branch it is for, and each file before and after. */
const Entry = z.object({
  branch: z.string().refine(isBranchName),
  parent: ObjectId.nullable(),
  commit: ObjectId,
  /** The disk had these versions before the commit did, so the command writes no files. */
  adopted: z.boolean(),
  /** `before` is the version of HEAD and, unless adopted, of the disk. */
  files: z.array(z.object({ path: AllowedPath, before: Version, after: Version }).readonly()).readonly(),
  makeFolders: z.array(AllowedPath).readonly(),
  removeFolders: z.array(AllowedPath).readonly(),
})
export type JournalEntry = z.infer<typeof Entry>

const ObjectType = z.enum(['blob', 'tree', 'commit', 'tag'])
const StoredObject = z.object({
  id: ObjectId,
  type: ObjectType,
  base: ObjectId.optional(),
  size: z.number().int().nonnegative(),
  length: z.number().int().nonnegative(),
})
const Header = z.object({ entry: Entry, objects: z.array(StoredObject).readonly() })

/** At the beginning of the file: a random salt, new whenever the journal is cleared, that invalidates older records. */
export const SALT_BYTES = 8
/** Before each record: its length, and the checksum of the salt and the record. A length of 0 ends the journal. */
export const FRAME_BYTES = 8
/** At the beginning of each record: the length of its JSON header. */
const HEADER_LENGTH_BYTES = 4
/** At the end of each record: the HMAC of the salt, the record's position and the record, by this device's key. */
const SIGNATURE_BYTES = 32
/** A journal of ours is retired long before it is this large. */
const MAX_FOREIGN_BYTES = 256_000_000

/** A command in the journal: what it does, and the objects that it made. */
export interface JournalRecord {
  readonly entry: JournalEntry
  readonly objects: readonly { readonly id: ObjectId; readonly object: GitObject }[]
}

/** What a signature covers besides its record, so that no record can be repeated or moved. */
interface Stamp {
  readonly salt: Buffer
  readonly at: number
  readonly key: KeyObject
}

/** Whether this device wrote the record, in this place of this journal. */
export function isSigned({ signed, signature }: Frame, stamp: Stamp): boolean {
  return signature.length === SIGNATURE_BYTES && timingSafeEqual(signature, signatureOf(signed, stamp))
}

function signatureOf(record: Buffer, { salt, at, key }: Stamp): Buffer {
  return createHmac('sha256', key).update(salt).update(`${at} `).update(record).digest()
}

/** The bytes of a record, to be written at `stamp.at`. */
export function encodeRecord(entry: JournalEntry, objects: readonly FreshObject[], stamp: Stamp): Buffer {
  const stored = objects.map(({ id, object, content }) => ({
    id,
    type: object.type,
    size: content.size,
    length: content.deflated.length,
    ...(content.kind === 'delta' ? { base: content.base } : {}),
  }))
  const header = Buffer.from(JSON.stringify({ entry, objects: stored }))
  const body = Buffer.concat([
    Buffer.alloc(FRAME_BYTES + HEADER_LENGTH_BYTES),
    header,
    ...objects.map(({ content }) => content.deflated),
    Buffer.alloc(SIGNATURE_BYTES),
  ])
  body.writeUInt32BE(header.length, FRAME_BYTES)
  const signatureStart = body.length - SIGNATURE_BYTES
  signatureOf(body.subarray(FRAME_BYTES, signatureStart), stamp).copy(body, signatureStart)
  body.writeUInt32BE(body.length - FRAME_BYTES, 0)
  body.writeUInt32BE(crc32(body.subarray(FRAME_BYTES), crc32(stamp.salt)), 4)
  return body
}

/** A whole record, not yet believed. */
export interface Frame {
  /** null when it is not what we write. */
  readonly header: z.infer<typeof Header> | null
  readonly signed: Buffer
  /** Deflated, one after the other. */
  readonly objects: Buffer
  readonly signature: Buffer
  readonly end: number
}

/** @returns null when no whole record begins here */
export function frameAt(bytes: Buffer, at: number): Frame | null {
  if (at + FRAME_BYTES + HEADER_LENGTH_BYTES > bytes.length) return null
  const end = at + FRAME_BYTES + bytes.readUInt32BE(at)
  const body = bytes.subarray(at + FRAME_BYTES, end)
  if (
    end > bytes.length ||
    body.length < HEADER_LENGTH_BYTES ||
    crc32(body, crc32(bytes.subarray(0, SALT_BYTES))) !== bytes.readUInt32BE(at + 4)
  )
    return null
  const objectsStart = HEADER_LENGTH_BYTES + body.readUInt32BE(0)
  const header = headerIn(body.toString('utf8', HEADER_LENGTH_BYTES, objectsStart))
  const signatureStart = (header?.objects ?? []).reduce((sum, { length }) => sum + length, objectsStart)
  return {
    header,
    signed: body.subarray(0, signatureStart),
    objects: body.subarray(objectsStart, signatureStart),
    signature: body.subarray(signatureStart),
    end,
  }
}

function headerIn(text: string): z.infer<typeof Header> | null {
  try {
    return Header.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The objects of a record; null when one of them is not what its id says. */
export function readObjects(
  { header, objects }: Frame,
  findObject: (id: ObjectId) => GitObject,
  signed: boolean,
): JournalRecord['objects'] | null {
  const known = new Map<ObjectId, GitObject>()
  let offset = 0
  try {
    for (const { id, type, base, size, length } of header?.objects ?? []) {
      const content = inflateExactly(objects.subarray(offset, offset + length), size)
      const bytes = base === undefined ? content : applyDelta((known.get(base) ?? findObject(base)).bytes, content)
      if (objectId(type, bytes) !== id) return null
      known.set(id, { type, bytes })
      offset += length
    }
  } catch (error) {
    // The base of a delta is missing: in a record of this device that is damage, and not a stranger's doing.
    if (error instanceof AppError && signed) throw error
    return null
  }
  return [...known].map(([id, object]) => ({ id, object }))
}

/** Whether a journal has no record, or is none. */
export async function isEmptyJournal(path: string): Promise<boolean> {
  const bytes = await readPlainFile(path, MAX_FOREIGN_BYTES)
  return bytes === null || bytes.length < SALT_BYTES + FRAME_BYTES || bytes.readUInt32BE(SALT_BYTES) === 0
}

/** The number of commands in a journal that a store of ours could have written; 0 for any other file. */
export async function countRecords(path: string): Promise<number> {
  const bytes = (await readPlainFile(path, MAX_FOREIGN_BYTES)) ?? Buffer.alloc(0)
  let count = 0
  for (let frame = frameAt(bytes, SALT_BYTES); frame?.header != null; frame = frameAt(bytes, frame.end)) count += 1
  return count
}
