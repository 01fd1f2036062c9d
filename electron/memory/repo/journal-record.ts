import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { FileMode, ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { isThisBoot, THIS_BOOT_MS } from '../../disk/boot.ts'
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
  /** Another device made the commit, and git has it already. */
  foreign: z.boolean().optional(),
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
/** When a record was written, in ms since 1970, when the computer had booted, and which file the journal was. */
const Written = z.object({ boot: z.number(), at: z.number(), file: z.string() })
type Written = z.infer<typeof Written>
const Header = z.object({
  entry: Entry,
  objects: z.array(StoredObject).readonly(),
  /** Records of earlier versions do not have it. */
  written: Written.optional(),
})

/** At the beginning of the file: a random salt, new whenever the journal is cleared, that invalidates older records. */
export const SALT_BYTES = 8
/** Before each record: its length, and the checksum of the salt and the record. A length of 0 ends the journal. */
export const FRAME_BYTES = 8
/** At the beginning of each record: the length of its JSON header. */
const HEADER_LENGTH_BYTES = 4
/** At the end of each record: the HMAC of the salt, the record's position and the record, by this device's key. */
const SIGNATURE_BYTES = 32
/** In the place of the next record's length: longer than any record, so that a reader who does not know it stops there. */
const PLACED = 0xffff_ffff
const PLACED_BYTES = FRAME_BYTES + 8
/** A journal of ours is retired long before it is this large. */
const MAX_FOREIGN_BYTES = 256_000_000

/** A command in the journal: what it does, and the objects that it made. */
export interface JournalRecord {
  readonly entry: JournalEntry
  readonly objects: readonly { readonly id: ObjectId; readonly object: GitObject }[]
  /**
   * Whether its files were all in place, here and since the computer booted: no power cut took them back, nor did a copy
   * of the store leave them out.
   */
  readonly isPlaced: boolean
  /** When the record was written here, if that was before the computer booted; null otherwise, or when nobody knows. */
  readonly beforeBootMs: number | null
}

/** What a signature covers besides its record, so that no record can be repeated or moved. */
interface Stamp {
  readonly salt: Buffer
  readonly at: number
  readonly key: KeyObject
}

/** Where a mark is: also which file the journal is, since of a copied journal the files may be older. */
interface MarkPlace {
  readonly salt: Buffer
  readonly at: number
  readonly file: string
}

/** Whether this device wrote the record, in this place of this journal. */
export function isSigned({ signed, signature }: Frame, stamp: Stamp): boolean {
  return signature.length === SIGNATURE_BYTES && timingSafeEqual(signature, signatureOf(signed, stamp))
}

function signatureOf(record: Buffer, { salt, at, key }: Stamp): Buffer {
  return createHmac('sha256', key).update(salt).update(`${at} `).update(record).digest()
}

/** The bytes of a record, to be written at `stamp.at`. */
export function encodeRecord(
  entry: JournalEntry,
  objects: readonly FreshObject[],
  stamp: Stamp & { readonly file: string },
): Buffer {
  const stored = objects.map(({ id, object, content }) => ({
    id,
    type: object.type,
    size: content.size,
    length: content.deflated.length,
    ...(content.kind === 'delta' ? { base: content.base } : {}),
  }))
  const written: Written = { boot: THIS_BOOT_MS, at: Date.now(), file: stamp.file }
  const header = Buffer.from(JSON.stringify({ entry, objects: stored, written }))
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

/**
 * The mark, to be written behind the last record, that the files of all records are in place. It is not synced, and the
 * next record is written over it: by then the files of those before are in place, so that needs no mark.
 */
export function encodePlaced(place: MarkPlace): Buffer {
  const mark = Buffer.alloc(PLACED_BYTES)
  mark.writeUInt32BE(PLACED, 0)
  mark.writeDoubleBE(THIS_BOOT_MS, FRAME_BYTES)
  mark.writeUInt32BE(checksumOfPlaced(mark, place), 4)
  return mark
}

function checksumOfPlaced(mark: Buffer, { salt, at, file }: MarkPlace): number {
  return crc32(mark.subarray(FRAME_BYTES), crc32(`${at} ${file} `, crc32(salt)))
}

/** Whether the mark is here, whole and since the computer booted: before that, the files may have been lost again. */
export function isPlacedAt(bytes: Buffer, { at, file }: Omit<MarkPlace, 'salt'>): boolean {
  const mark = bytes.subarray(at, at + PLACED_BYTES)
  return (
    mark.length === PLACED_BYTES &&
    mark.readUInt32BE(0) === PLACED &&
    mark.readUInt32BE(4) === checksumOfPlaced(mark, { salt: bytes.subarray(0, SALT_BYTES), at, file }) &&
    isThisBoot(mark.readDoubleBE(FRAME_BYTES))
  )
}

/** A record as it was read. */
export interface ReadRecord extends Pick<JournalRecord, 'entry' | 'objects'> {
  readonly written: Written | undefined
}

/**
 * Adds what is known of the files of each record.
 * @param isMarked whether the mark follows the last of them
 * @param file which one the journal is
 */
export function withPlaced(
  records: readonly ReadRecord[],
  { isMarked, file }: { readonly isMarked: boolean; readonly file: string },
): readonly JournalRecord[] {
  const isHere = ({ written }: ReadRecord): boolean => written?.file === file
  const isOfThisBoot = (record: ReadRecord): boolean =>
    isHere(record) && record.written !== undefined && isThisBoot(record.written.boot)
  // A record is appended only when the files of those before it are in place.
  const placed = isMarked ? records.length : records.findLastIndex(isOfThisBoot)
  return records.map((record, at) => ({
    entry: record.entry,
    objects: record.objects,
    isPlaced: at < placed,
    beforeBootMs: isHere(record) && !isOfThisBoot(record) ? (record.written?.at ?? null) : null,
  }))
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
