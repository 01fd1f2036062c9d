import * as fs from 'node:fs/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, getFileNameLowLevel, fromFdPromise, type ZipFile } from 'yauzl'
import { AppError } from '../../shared/errors.ts'
import type { LeftOut } from '../../shared/import.ts'
import { shownName } from '../../shared/invisible.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { withoutArchives } from '../disk/ordinary-archives.ts'
import { MAX_FILES, sourceFile, unpackedBy } from './source-file.ts'
import type { OpenedSource, Source, SourceFile } from './source.ts'

// A zip is read where it is: nothing is ever unpacked to the disk, and no entry is held. Its list of files is a stranger's,
// so each entry is looked at before it is offered, and again while it is read.

/** What an entry may unpack to, at most; one of a real export has a few hundred megabytes. */
const MAX_ENTRY_BYTES = 16 * 1024 ** 3
/** Text shrinks to a tenth, at times to a fiftieth; deflate can shrink zeros to a thousandth. */
const MAX_RATIO = 200
/** A small entry may be as repetitive as it likes. */
const SMALL_BYTES = 16 * 1024 ** 2
/** The least that an entry takes in the list: no honest archive has more of them than fit. */
const LEAST_IN_LIST_BYTES = 46

/** Unpacking is done beside this thread: small pieces would wait for each other. */
const PIECE_BYTES = 256 * 1024

const STORED = 0
const DEFLATED = 8
const FILE_TYPE = 0o170_000
const FILE = 0o100_000
const LINK = 0o120_000
const DOS_EPOCH_YEAR = 1980

export async function openZip(path: string, name: string, most = MAX_FILES): Promise<OpenedSource> {
  const file = await openedFile(path, name)
  try {
    const archive = { zip: await listOf(file, name), file }
    return { name, ...(await looked(archive, name, most)), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** yauzl reads the list in it. The bytes of entries are read here: its streams end the process when one is left early. */
interface Archive {
  readonly zip: ZipFile
  readonly file: fs.FileHandle
}

async function openedFile(path: string, name: string): Promise<fs.FileHandle> {
  try {
    return await withoutArchives(() => fs.open(path))
  } catch (cause) {
    throw toDiskError(cause) ?? new AppError('disk', say('import-unreadable', { name }), { cause })
  }
}

async function listOf({ fd }: fs.FileHandle, name: string): Promise<ZipFile> {
  try {
    // Names and sizes are judged here: yauzl would give up the whole archive for one entry.
    return await fromFdPromise(fd, { autoClose: false, decodeStrings: false, validateEntrySizes: false })
  } catch (cause) {
    throw toDiskError(cause) ?? new AppError('damaged', say('import-zip-damaged', { name }), { cause })
  }
}

/** Everything that is in the list at the archive's end: offered, or refused by name. */
async function looked(archive: Archive, name: string, most: number): Promise<Pick<Source, 'files' | 'leftOut'>> {
  const { zip } = archive
  const files: SourceFile[] = []
  const leftOut: LeftOut[] = []
  const judge = new Judge(zip.fileSize)
  const restOf = (why: Message): LeftOut => ({
    what: name,
    why,
    count: Math.max(1, Math.min(zip.entryCount, Math.floor(zip.fileSize / LEAST_IN_LIST_BYTES)) - zip.entriesRead),
  })
  try {
    for await (const entry of zip.eachEntry()) {
      const entryName = nameOfEntry(entry)
      if (entryName.endsWith('/')) continue
      const why = judge.whyRefused(entry, entryName)
      if (why === null) files.push(fileOf(archive, entry, entryName))
      else leftOut.push({ what: shownName(entryName), why })
      if (files.length + leftOut.length < most) continue
      if (zip.entriesRead < zip.entryCount) leftOut.push(restOf(say('import-too-many', { most })))
      break
    }
  } catch (cause) {
    if (zip.entriesRead === 0) {
      throw toDiskError(cause) ?? new AppError('damaged', say('import-zip-damaged', { name }), { cause })
    }
    leftOut.push(restOf(say('import-list-damaged')))
  }
  return { files, leftOut }
}

/** As it stands there: a backslash is no separator. */
function nameOfEntry({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
}

/** Looks at one entry after the other: some are only wrong beside those before them. */
class Judge {
  readonly #names = new Set<string>()
  readonly #fileSize: number
  #packed = 0

  constructor(fileSize: number) {
    this.#fileSize = fileSize
  }

  whyRefused(entry: Entry, name: string): Message | null {
    const why = whyNameIsRefused(name) ?? whyEntryIsRefused(entry)
    if (why !== null) return why
    // Entries that share their bytes are how a small archive unpacks to any size.
    if (this.#packed + entry.compressedSize > this.#fileSize) return say('import-bomb')
    this.#packed += entry.compressedSize
    const folded = name.normalize('NFC')
    if (this.#names.has(folded)) return say('import-doubled')
    this.#names.add(folded)
    return null
  }
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/u

function whyNameIsRefused(name: string): Message | null {
  if (name.includes('\ufffd') || !name.isWellFormed()) return say('name-not-utf8')
  if (CONTROL.test(name)) return say('path-control-character')
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return say('import-name-absolute')
  if (name.includes('\\')) return say('path-backslash')
  const parts = name.split('/')
  if (parts.includes('..')) return say('import-name-leads-out')
  return parts.includes('') || parts.includes('.') ? say('name-impossible') : null
}

function whyEntryIsRefused(entry: Entry): Message | null {
  // Only archives made on Unix have a kind of file there; any other program leaves it empty.
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE
  if (type === LINK) return say('import-link')
  if (type !== 0 && type !== FILE) return say('left-out-not-a-file')
  if (entry.isEncrypted()) return say('import-encrypted')
  const { compressionMethod: method, compressedSize: packed, uncompressedSize: size } = entry
  if (method !== STORED && method !== DEFLATED) return say('import-packed-otherwise')
  const swells = size > SMALL_BYTES && size > MAX_RATIO * packed
  return swells || size > MAX_ENTRY_BYTES ? say('import-bomb') : null
}

function fileOf(archive: Archive, entry: Entry, name: string): SourceFile {
  const date = entry.getLastModDate()
  const isDated = date.getTime() > 0 && date.getFullYear() > DOS_EPOCH_YEAR
  return sourceFile({
    name,
    size: entry.uncompressedSize,
    time: isDated ? date.toISOString() : null,
    stream: () => unpacked(archive, entry, name),
  })
}

/** The bytes of an entry. Throws an AppError as soon as there are too many, and at the end if they are not the right ones. */
async function* unpacked(archive: Archive, entry: Entry, name: string): AsyncGenerator<Uint8Array> {
  let [sum, length] = [0, 0]
  try {
    const packed = packedBytes(archive, entry)
    const isStored = entry.compressionMethod === STORED
    for await (const piece of isStored ? packed : unpackedBy(createInflateRaw({ chunkSize: PIECE_BYTES }), packed)) {
      length += piece.length
      if (length > entry.uncompressedSize) throw new AppError('damaged', say('import-file-swells', { name }))
      sum = crc32(piece, sum)
      yield piece
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw toDiskError(cause) ?? new AppError('damaged', say('import-file-damaged', { name }), { cause })
  }
  if (length !== entry.uncompressedSize || sum !== entry.crc32) {
    throw new AppError('damaged', say('import-file-damaged', { name }))
  }
}

async function* packedBytes({ zip, file }: Archive, entry: Entry): AsyncGenerator<Uint8Array> {
  // It has looked whether they are all in the archive.
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  for (let at = 0; at < entry.compressedSize;) {
    const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, entry.compressedSize - at))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, fileDataStart + at)
    if (bytesRead === 0) throw new Error('The archive has become shorter.')
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
