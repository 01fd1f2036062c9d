import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { crc32, inflateSync } from 'node:zlib'
import { z } from 'zod'
import { FileMode, ObjectId } from '../../../shared/change.ts'
import { hasCode, syncDirectory } from '../../disk/durable-files.ts'
import { applyDelta } from '../git/delta.ts'
import type { FreshObject } from '../git/object-store.ts'
import type { GitObject } from '../git/objects.ts'

const Version = z.object({ id: ObjectId, mode: FileMode }).nullable()

/** What one command does: the branch it is for, and each file before and after. */
const Entry = z.object({
  branch: z.string(),
  parent: ObjectId.nullable(),
  commit: ObjectId,
  /** The disk had these versions before the commit did, so the command writes no files. */
  adopted: z.boolean(),
  /** `before` is the version of HEAD and, unless adopted, of the disk. */
  files: z.array(z.object({ path: z.string(), before: Version, after: Version }).readonly()).readonly(),
  makeFolders: z.array(z.string()).readonly(),
  removeFolders: z.array(z.string()).readonly(),
})
export type JournalEntry = z.infer<typeof Entry>

const ObjectType = z.enum(['blob', 'tree', 'commit', 'tag'])
const StoredObject = z.object({
  id: ObjectId,
  type: ObjectType,
  base: ObjectId.optional(),
  size: z.number(),
  length: z.number().int().nonnegative(),
})
const Header = z.object({ entry: Entry, objects: z.array(StoredObject).readonly() })

/** At the beginning of the file: a random salt, new whenever the journal is cleared, that invalidates older records. */
const SALT_BYTES = 8
/** Before each record: its length, and the checksum of the salt and the record. A length of 0 ends the journal. */
const FRAME_BYTES = 8
/** At the beginning of each record: the length of its JSON header. */
const HEADER_LENGTH_BYTES = 4
/** Preallocated, so that fdatasync need not also flush the file size. */
const PREALLOCATED_BYTES = 1_000_000

/** A command in the journal: what it does, and the objects that it made. */
export interface JournalRecord {
  readonly entry: JournalEntry
  readonly objects: readonly { readonly id: ObjectId; readonly object: GitObject }[]
}

/** Appending a record failed, and it could not be removed again: recovery may find it whole, and finish its command. */
export class AppendInDoubt extends Error {}

/**
 * The write-ahead log. A command is acknowledged once its record is appended and synced, which is one write to one
 * file; it is published to git a little later. The journal is cleared only when everything in it has reached git and
 * the folder durably: then its commands are retired. A record that a kill cut short was never acknowledged, and is
 * ignored.
 */
export class Journal {
  readonly #path: string
  #file: number | null = null
  /** Where the next record goes. */
  #length = SALT_BYTES
  #salt = Buffer.alloc(SALT_BYTES)
  #isTrusted = true

  constructor(directory: string) {
    this.#path = nodePath.join(directory, 'journal')
  }

  get length(): number {
    return this.#length
  }

  /** Whether the file certainly has what this process appended, and nothing else. */
  get isTrusted(): boolean {
    return this.#isTrusted
  }

  /** Whether no process left any record. */
  isEmpty(): boolean {
    const head = Buffer.alloc(SALT_BYTES + FRAME_BYTES)
    return (
      this.#withFile(
        (file) => fs.readSync(file, head, 0, head.length, 0) < head.length || head.readUInt32BE(SALT_BYTES) === 0,
      ) ?? true
    )
  }

  /**
   * Makes a command durable. When that fails, the journal is as it was before. If even that cannot be achieved, throws
   * AppendInDoubt: the record may be whole, and then whoever reads the journal next finishes the command.
   * Call only while holding the lease, on a journal that was read or is empty.
   */
  append(entry: JournalEntry, objects: readonly FreshObject[]): void {
    const file = this.#open()
    // An end mark follows the record, over whatever was there before the journal was cleared.
    const record = Buffer.concat([encode(entry, objects, this.#salt), Buffer.alloc(FRAME_BYTES)])
    try {
      writeAt(file, record, this.#length)
    } catch (error) {
      // It does not matter whether this succeeds: an incomplete record is ignored.
      this.truncateTo(this.#length)
      throw error
    }
    try {
      fs.fdatasyncSync(file)
    } catch (error) {
      throw this.truncateTo(this.#length) ? error : new AppendInDoubt('record not removed', { cause: error })
    }
    this.#length += record.length - FRAME_BYTES
  }

  /**
   * Removes the records appended beyond this length: those of failed commands.
   * @returns whether that could be written
   */
  truncateTo(length: number): boolean {
    try {
      writeAt(this.#open(), Buffer.alloc(FRAME_BYTES), length)
      this.#length = length
      return true
    } catch {
      // The record may be there whole, so nothing may follow it until the journal is read again.
      this.#isTrusted = false
      return false
    }
  }

  /**
   * All whole records, oldest first. Truncates what follows the last of them. A journal without a whole record is
   * copied to `journal.unreadable` first.
   * @param readObject reads the base of a delta that the journal does not have
   */
  read(readObject: (id: ObjectId) => GitObject): readonly JournalRecord[] {
    if (this.isEmpty()) return []
    const file = this.#open()
    const bytes = fs.readFileSync(this.#path)
    const records: JournalRecord[] = []
    const known = new Map<ObjectId, GitObject>()
    let at = SALT_BYTES
    for (;;) {
      const record = decodeAt(bytes, at, (id) => known.get(id) ?? readObject(id))
      if (record === null) break
      for (const { id, object } of record.value.objects) known.set(id, object)
      records.push(record.value)
      at = record.end
    }
    if (records.length === 0) fs.copyFileSync(this.#path, `${this.#path}.unreadable`)
    this.#length = at
    writeAt(file, Buffer.alloc(FRAME_BYTES), at)
    return records
  }

  /** Removes all records, durably: one that reappeared after a power cut would replace newer versions by old ones. */
  clear(): void {
    if (this.isEmpty()) return
    const file = this.#open()
    this.#salt = randomBytes(SALT_BYTES)
    writeAt(file, Buffer.concat([this.#salt, Buffer.alloc(FRAME_BYTES)]), 0)
    if (fs.fstatSync(file).size > PREALLOCATED_BYTES) fs.ftruncateSync(file, PREALLOCATED_BYTES)
    fs.fdatasyncSync(file)
    this.#length = SALT_BYTES
  }

  close(): void {
    if (this.#file !== null) fs.closeSync(this.#file)
    this.#file = null
    this.#isTrusted = true
  }

  #open(): number {
    if (this.#file !== null) return this.#file
    this.#file = fs.openSync(this.#path, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600)
    const { size } = fs.fstatSync(this.#file)
    if (size < SALT_BYTES + FRAME_BYTES) {
      this.#salt = randomBytes(SALT_BYTES)
      writeAt(this.#file, Buffer.concat([this.#salt, Buffer.alloc(PREALLOCATED_BYTES - SALT_BYTES)]), 0)
      fs.fsyncSync(this.#file)
    } else {
      fs.readSync(this.#file, this.#salt, 0, SALT_BYTES, 0)
    }
    this.#length = SALT_BYTES
    return this.#file
  }

  /** @returns null when there is no journal file */
  #withFile<T>(read: (file: number) => T): T | null {
    if (this.#file !== null) return read(this.#file)
    try {
      const file = fs.openSync(this.#path, 'r')
      try {
        return read(file)
      } finally {
        fs.closeSync(file)
      }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null
      throw error
    }
  }

  /** Opens the journal and makes its name durable, which must come before the first record. */
  async prepare(): Promise<void> {
    if (this.#file !== null) return
    this.#open()
    await syncDirectory(nodePath.dirname(this.#path))
  }
}

function writeAt(file: number, bytes: Buffer, at: number): void {
  for (let written = 0; written < bytes.length;)
    written += fs.writeSync(file, bytes, written, bytes.length - written, at + written)
}

function encode(entry: JournalEntry, objects: readonly FreshObject[], salt: Buffer): Buffer {
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
  ])
  body.writeUInt32BE(header.length, FRAME_BYTES)
  body.writeUInt32BE(body.length - FRAME_BYTES, 0)
  body.writeUInt32BE(crc32(body.subarray(FRAME_BYTES), crc32(salt)), 4)
  return body
}

/** @returns null when no whole record begins here */
function decodeAt(
  bytes: Buffer,
  at: number,
  readObject: (id: ObjectId) => GitObject,
): { readonly value: JournalRecord; readonly end: number } | null {
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
  const header = Header.parse(JSON.parse(body.toString('utf8', HEADER_LENGTH_BYTES, objectsStart)))
  const known = new Map<ObjectId, GitObject>()
  let offset = objectsStart
  for (const { id, type, base, length } of header.objects) {
    const content = inflateSync(body.subarray(offset, offset + length))
    known.set(id, {
      type,
      bytes: base === undefined ? content : applyDelta((known.get(base) ?? readObject(base)).bytes, content),
    })
    offset += length
  }
  return { value: { entry: header.entry, objects: [...known].map(([id, object]) => ({ id, object })) }, end }
}
