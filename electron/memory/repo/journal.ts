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

/** What one command does: to which branch, from what to what. */
const Entry = z.object({
  branch: z.string(),
  parent: ObjectId.nullable(),
  commit: ObjectId,
  /** The disk had these versions before the commit did: only git's index may lag. */
  adopted: z.boolean(),
  /** `before` is what HEAD had, and (unless adopted) the disk. */
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

/** At the file's beginning: a number that only the records of this filling share. */
const START = 8
/** Before each record: its length, and the checksum of the filling's number and of its bytes. */
const FRAME = 8
const HEADER_LENGTH = 4
/** The file is made so large at once: a write into what is there needs no sync of the file's size. */
const ROOM = 1_000_000

/** A command as the journal has it: what it does, and the objects that it made. */
export interface JournalRecord {
  readonly entry: JournalEntry
  readonly objects: readonly { readonly id: ObjectId; readonly object: GitObject }[]
}

/** A command failed, and what the journal has of it could not be taken back. */
export class StillThere extends Error {}

/**
 * The write-ahead log. A command is durable once its record is appended and synced, which is one write to one file;
 * git sees it a little later. The journal is forgotten only when all that it says has reached git and the folder,
 * durably. What a kill cut short at its end was never acknowledged, and does not count.
 */
export class Journal {
  readonly #path: string
  #file: number | null = null
  /** Where the next record goes. */
  #length = START
  #start = Buffer.alloc(START)
  #trusted = true

  constructor(directory: string) {
    this.#path = nodePath.join(directory, 'journal')
  }

  get length(): number {
    return this.#length
  }

  /** Does the file hold what this process appended, and nothing else? */
  get isTrusted(): boolean {
    return this.#trusted
  }

  /** Is there nothing unfinished, of this process or another? */
  isEmpty(): boolean {
    const head = Buffer.alloc(START + FRAME)
    return (
      this.#reading(
        (file) => fs.readSync(file, head, 0, head.length, 0) < head.length || head.readUInt32BE(START) === 0,
      ) ?? true
    )
  }

  /**
   * Makes a command durable. When that fails, the journal is as it was before; or, if not even that can be had, it
   * throws StillThere: the record is whole, and whoever reads the journal next takes it for done.
   * Call only while holding the lease, on a journal that was read or is empty.
   */
  append(entry: JournalEntry, objects: readonly FreshObject[]): void {
    const file = this.#open()
    // The length of nothing follows, over whatever an earlier filling left there.
    const record = Buffer.concat([encode(entry, objects, this.#start), Buffer.alloc(FRAME)])
    try {
      writeAt(file, record, this.#length)
    } catch (error) {
      // Whether or not: what is cut counts for nothing.
      this.takeBackTo(this.#length)
      throw error
    }
    try {
      fs.fdatasyncSync(file)
    } catch (error) {
      throw this.takeBackTo(this.#length) ? error : new StillThere('not taken back', { cause: error })
    }
    this.#length += record.length - FRAME
  }

  /** Forgets what was appended after the journal had this length: commands that came to nothing. @returns whether that could be written */
  takeBackTo(length: number): boolean {
    try {
      writeAt(this.#open(), Buffer.alloc(FRAME), length)
      this.#length = length
      return true
    } catch {
      // The record may be there whole, so nothing may follow it before the journal was read again.
      this.#trusted = false
      return false
    }
  }

  /** All that it has, oldest first. What is behind the last whole record is cut off; when there is no whole one, a copy is kept. */
  read(objectOf: (id: ObjectId) => GitObject): readonly JournalRecord[] {
    if (this.isEmpty()) return []
    const file = this.#open()
    const bytes = fs.readFileSync(this.#path)
    const records: JournalRecord[] = []
    const known = new Map<ObjectId, GitObject>()
    let at = START
    for (;;) {
      const record = decodeAt(bytes, at, (id) => known.get(id) ?? objectOf(id))
      if (record === null) break
      for (const { id, object } of record.value.objects) known.set(id, object)
      records.push(record.value)
      at = record.end
    }
    if (records.length === 0) fs.copyFileSync(this.#path, `${this.#path}.unreadable`)
    this.#length = at
    writeAt(file, Buffer.alloc(FRAME), at)
    return records
  }

  /** Durably: a record that came back after a power cut would put old versions in place of newer ones. */
  clear(): void {
    if (this.isEmpty()) return
    const file = this.#open()
    this.#start = randomBytes(START)
    writeAt(file, Buffer.concat([this.#start, Buffer.alloc(FRAME)]), 0)
    if (fs.fstatSync(file).size > ROOM) fs.ftruncateSync(file, ROOM)
    fs.fdatasyncSync(file)
    this.#length = START
  }

  close(): void {
    if (this.#file !== null) fs.closeSync(this.#file)
    this.#file = null
    this.#trusted = true
  }

  #open(): number {
    if (this.#file !== null) return this.#file
    this.#file = fs.openSync(this.#path, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600)
    const { size } = fs.fstatSync(this.#file)
    if (size < START + FRAME) {
      this.#start = randomBytes(START)
      writeAt(this.#file, Buffer.concat([this.#start, Buffer.alloc(ROOM - START)]), 0)
      fs.fsyncSync(this.#file)
    } else {
      fs.readSync(this.#file, this.#start, 0, START, 0)
    }
    this.#length = START
    return this.#file
  }

  #reading<T>(read: (file: number) => T): T | null {
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

  /** Its name has to be durable before the first record is. */
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

function encode(entry: JournalEntry, objects: readonly FreshObject[], start: Buffer): Buffer {
  const stored = objects.map(({ id, object, content }) => ({
    id,
    type: object.type,
    size: content.size,
    length: content.deflated.length,
    ...(content.kind === 'delta' ? { base: content.base } : {}),
  }))
  const header = Buffer.from(JSON.stringify({ entry, objects: stored }))
  const body = Buffer.concat([
    Buffer.alloc(FRAME + HEADER_LENGTH),
    header,
    ...objects.map(({ content }) => content.deflated),
  ])
  body.writeUInt32BE(header.length, FRAME)
  body.writeUInt32BE(body.length - FRAME, 0)
  body.writeUInt32BE(crc32(body.subarray(FRAME), crc32(start)), 4)
  return body
}

/** null where no whole record begins. */
function decodeAt(
  bytes: Buffer,
  at: number,
  objectOf: (id: ObjectId) => GitObject,
): { readonly value: JournalRecord; readonly end: number } | null {
  if (at + FRAME + HEADER_LENGTH > bytes.length) return null
  const end = at + FRAME + bytes.readUInt32BE(at)
  const body = bytes.subarray(at + FRAME, end)
  if (
    end > bytes.length ||
    body.length < HEADER_LENGTH ||
    crc32(body, crc32(bytes.subarray(0, START))) !== bytes.readUInt32BE(at + 4)
  )
    return null
  const start = HEADER_LENGTH + body.readUInt32BE(0)
  const header = Header.parse(JSON.parse(body.toString('utf8', HEADER_LENGTH, start)))
  const known = new Map<ObjectId, GitObject>()
  let reached = start
  for (const { id, type, base, length } of header.objects) {
    const content = inflateSync(body.subarray(reached, reached + length))
    known.set(id, {
      type,
      bytes: base === undefined ? content : applyDelta((known.get(base) ?? objectOf(base)).bytes, content),
    })
    reached += length
  }
  return { value: { entry: header.entry, objects: [...known].map(([id, object]) => ({ id, object })) }, end }
}
