import { Buffer } from 'node:buffer'
import { type KeyObject, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../../shared/change.ts'
import { byHandleNow, openFileNow } from '../../disk/by-handle.ts'
import { hasCode, syncDirectory, uniqueName } from '../../disk/durable-files.ts'
import type { FreshObject } from '../git/object-store.ts'
import type { GitObject } from '../git/objects.ts'
import {
  encodePlaced,
  encodeRecord,
  FRAME_BYTES,
  frameAt,
  isPlacedAt,
  isSigned,
  readObjects,
  SALT_BYTES,
  withPlaced,
  type JournalEntry,
  type JournalRecord,
  type ReadRecord,
} from './journal-record.ts'

/** Preallocated, so that fdatasync need not also flush the file size. */
const PREALLOCATED_BYTES = 1_000_000

interface Signing {
  /** 32 bytes that only this device knows. */
  readonly key: KeyObject
  /** Whether records without its signature count: the user trusts the folder, or it is from before signatures. */
  readonly acceptsUnsigned: boolean
}

/** Appending a record failed, and it could not be removed again: recovery may find it whole, and finish its command. */
export class AppendInDoubt extends Error {}

/**
 * The write-ahead log. A command is acknowledged once its record is appended and synced, which is one write to one
 * file; it is published to git a little later. The journal is cleared only when everything in it has reached git and
 * the folder durably: then its commands are retired. A record that a kill cut short was never acknowledged, and is
 * ignored. A record that this device did not sign, or that names what no store of ours has, was put there by somebody
 * else: it is set aside and never replayed.
 */
export class Journal {
  readonly #path: string
  #file: number | null = null
  /** Where the next record goes. */
  #length = SALT_BYTES
  #salt = Buffer.alloc(SALT_BYTES)
  /** Which file it is: a copy is another one. */
  #identity = ''
  #isTrusted = true
  #signing: Signing | null = null
  #hasUnsigned = false

  constructor(directory: string) {
    this.#path = nodePath.join(directory, 'journal')
  }

  /** Call before reading or appending. */
  bind(signing: Signing): void {
    this.#signing = signing
  }

  get #bound(): Signing {
    if (this.#signing === null) throw new Error('The journal has no key yet.')
    return this.#signing
  }

  /** Whether a record that was read is not signed by this device, and was only accepted. */
  get hasUnsigned(): boolean {
    return this.#hasUnsigned
  }

  /** Gives up a journal of somebody else's that cannot be applied; a copy of it is kept. */
  setForeignAside(): void {
    this.#copyTo(`foreign-${uniqueName()}`)
    this.clear()
    this.#hasUnsigned = false
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
   * Call only while holding the lease, on a journal that was read or is empty, and with the files of all records in it
   * in place.
   */
  append(entry: JournalEntry, objects: readonly FreshObject[]): void {
    const file = this.#open()
    // An end mark follows the record, over whatever was there before the journal was cleared.
    const record = Buffer.concat([encodeRecord(entry, objects, this.#stampAt(this.#length)), Buffer.alloc(FRAME_BYTES)])
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
   * Notes that the files of all records are in place, for recovery to tell what was not written yet from what somebody
   * has put back. Not synced: it outlives this process as the files do. When it fails, recovery takes the last record's
   * files for not written yet.
   */
  markPlaced(): void {
    if (this.#file === null || !this.#isTrusted || this.#length === SALT_BYTES) return
    try {
      writeAt(this.#file, encodePlaced({ salt: this.#salt, at: this.#length, file: this.#identity }), this.#length)
    } catch {
      return
    }
  }

  #stampAt(at: number): { salt: Buffer; at: number; key: KeyObject; file: string } {
    return { salt: this.#salt, at, key: this.#bound.key, file: this.#identity }
  }

  /**
   * Removes the records appended beyond this length: those of failed commands. Synced where the disk can, since a record
   * that was synced would otherwise be back after a power cut.
   * @returns whether that could be written
   */
  truncateTo(length: number): boolean {
    try {
      writeAt(this.#open(), Buffer.alloc(FRAME_BYTES), length)
      this.#length = length
      this.markPlaced()
    } catch {
      // The record may be there whole, so nothing may follow it until the journal is read again.
      this.#isTrusted = false
      return false
    }
    try {
      fs.fdatasyncSync(this.#open())
    } catch {
      // It is removed for all who read it now.
    }
    return true
  }

  /**
   * All whole records of this device, oldest first. Truncates what follows the last of them. Before that, a journal with
   * a record of somebody else's is copied to `journal.foreign-…`, and one without any whole record, as a kill leaves it,
   * to `journal.unreadable`.
   * @param readObject reads the base of a delta that the journal does not have
   */
  read(readObject: (id: ObjectId) => GitObject): readonly JournalRecord[] {
    this.#hasUnsigned = false
    if (this.isEmpty()) return []
    const file = this.#open()
    const bytes = fs.readFileSync(this.#path)
    const records: ReadRecord[] = []
    const known = new Map<ObjectId, GitObject>()
    const findObject = (id: ObjectId): GitObject => known.get(id) ?? readObject(id)
    let [at, isForeign] = [SALT_BYTES, false]
    for (let frame = frameAt(bytes, at); frame !== null; frame = frameAt(bytes, at)) {
      const signed = isSigned(frame, { salt: bytes.subarray(0, SALT_BYTES), at, key: this.#bound.key })
      const objects = signed || this.#bound.acceptsUnsigned ? readObjects(frame, findObject, signed) : null
      this.#hasUnsigned ||= !signed
      isForeign = objects === null
      if (frame.header === null || objects === null) break
      for (const { id, object } of objects) known.set(id, object)
      records.push({ entry: frame.header.entry, objects, written: frame.header.written })
      at = frame.end
    }
    if (isForeign) this.#copyTo(`foreign-${uniqueName()}`)
    else if (records.length === 0) this.#copyTo('unreadable')
    this.#length = at
    const isMarked = isPlacedAt(bytes, { at, file: this.#identity })
    if (!isMarked) writeAt(file, Buffer.alloc(FRAME_BYTES), at)
    return withPlaced(records, { isMarked, file: this.#identity })
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
    this.#file = openFileNow(this.#path, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600)
    const { size, dev, ino } = fs.fstatSync(this.#file)
    this.#identity = `${dev}-${ino}`
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

  #copyTo(extension: string): void {
    byHandleNow(`${this.#path}.${extension}`, (copy) => {
      fs.rmSync(copy, { force: true })
      fs.copyFileSync(this.#path, copy, fs.constants.COPYFILE_EXCL)
    })
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
