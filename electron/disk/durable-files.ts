import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { closeSync, constants, fsyncSync, lstatSync, openSync, readFileSync, writeSync, type Stats } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'

/** Whether this error has one of these errno codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}

/** Whether a hard link failed because the file system has none. Windows calls that an illegal operation on a folder. */
export function isWithoutLinks(error: unknown): boolean {
  return hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'EISDIR')
}

/** `null` when the file does not exist (or, in /proc, no longer exists). Rethrows every other failure. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ESRCH')) return null
    throw error
  }
}

/** The stat of a path, without following links; `null` when nothing is there. */
export function lstatIfThere(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return null
    throw error
  }
}

/** A file's text; `null` when it does not exist. */
export function readIfThere(path: string): Promise<string | null> {
  return unlessMissing(fs.readFile(path, 'utf8'))
}

/** Like `readIfThere`, at once. */
export function readIfThereNow(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants

/**
 * The bytes of a file that somebody else may have put there; `null` when it is missing, a link, a pipe, a device, or
 * larger than `maxBytes`. Never waits, and never follows a link.
 */
export function readPlainFile(path: string, maxBytes: number): Promise<Buffer | null> {
  return ofPlainFile(path, async (file, { size }) => (size > maxBytes ? null : file.readFile()))
}

/** The first bytes of such a file, at most so many. */
export function readPlainStart(path: string, bytes: number): Promise<Buffer | null> {
  return ofPlainFile(path, async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  })
}

/** Reads of such a file what `read` wants; `null` where `readPlainFile` has nothing. */
export async function ofPlainFile<Value>(
  path: string,
  read: (file: fs.FileHandle, stat: Stats) => Promise<Value | null>,
): Promise<Value | null> {
  try {
    const file = await unlessMissing(fs.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
    try {
      const stat = await file?.stat()
      return file === null || stat?.isFile() !== true ? null : await read(file, stat)
    } finally {
      await file?.close()
    }
  } catch (error) {
    if (hasCode(error, 'ELOOP', 'EMLINK', 'ENXIO', 'EISDIR')) return null
    throw error
  }
}

export async function removeIfThere(path: string): Promise<void> {
  await unlessMissing(fs.unlink(path))
}

/** Removes a file that is no longer needed. Ignores failures: a leftover file does no harm, and is cleared later. */
export async function discard(path: string): Promise<void> {
  await removeIfThere(path).catch(() => undefined)
}

/** Makes a directory's entries durable. Windows has no such call and does not need it. */
export async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await fs.open(dir, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Like `syncDirectory`, at once. */
export function syncDirectoryNow(dir: string): void {
  if (process.platform === 'win32') return
  const directory = openSync(dir, constants.O_RDONLY)
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/** Writes all of it at the present position of an open file. */
export function writeAllNow(file: number, data: Uint8Array | string): void {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  for (let written = 0; written < bytes.byteLength;)
    written += writeSync(file, bytes, written, bytes.byteLength - written)
}

/** Like `writeNewFile`, at once. */
export function writeNewFileNow(path: string, data: Uint8Array | string, mode: number): void {
  const file = openSync(path, 'wx', mode)
  try {
    writeAllNow(file, data)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes a file's content and its name durable. Does nothing when the file does not exist. */
export async function syncFile(path: string): Promise<void> {
  const handle = await unlessMissing(fs.open(path, 'r+'))
  if (handle === null) return
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncDirectory(nodePath.dirname(path))
}

/** Like `syncFile`, at once. */
export function syncFileNow(path: string): void {
  if (lstatIfThere(path) === null) return
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  syncDirectoryNow(nodePath.dirname(path))
}

/** Writes a new file and syncs its content. Fails when the file exists. */
export async function writeNewFile(path: string, data: Uint8Array | string, mode = 0o600): Promise<void> {
  const handle = await fs.open(path, 'wx', mode)
  try {
    await handle.writeFile(data)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const session = randomBytes(9).toString('base64url')
let namesUsed = 0

/** A file name that no other process and no other call uses. */
export function uniqueName(): string {
  namesUsed += 1
  return `${process.pid}-${session}-${namesUsed}`
}

/** How a path is reached: as it is, or by a handle of its folder (by-handle.ts). */
export type Reach = <T>(path: string, operation: (address: string) => Promise<T>) => Promise<T>
export const byPath: Reach = (path, operation) => operation(path)

/**
 * Writes files atomically: each is written and synced in a temporary directory of the same file system and renamed
 * into place, and then the directory is synced.
 */
export class DurableFiles {
  readonly #temporary: string
  readonly #reach: Reach

  /** @param reach of the files and the temporary directory */
  constructor(temporary: string, reach = byPath) {
    this.#temporary = temporary
    this.#reach = reach
  }

  /** Writes and syncs a temporary file; the caller renames it into place or removes it. */
  async stage(data: Uint8Array | string, mode?: number): Promise<string> {
    const path = nodePath.join(this.#temporary, uniqueName())
    const write = (): Promise<void> => this.#reach(path, (address) => writeNewFile(address, data, mode))
    try {
      await write()
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) {
        await this.#discard(path)
        throw error
      }
      await this.#reach(this.#temporary, (address) => fs.mkdir(address, { recursive: true, mode: 0o700 }))
      await write()
    }
    return path
  }

  async write(path: string, data: Uint8Array | string, mode?: number): Promise<void> {
    await this.place(path, data, mode)
    await syncDirectory(nodePath.dirname(path))
  }

  /** Like `write`, but the caller syncs the directory. */
  place(path: string, data: Uint8Array | string, mode?: number): Promise<void> {
    return this.placeAll([[path, data]], mode)
  }

  /** Several files: all are written and synced before the first is renamed into place, in this order. */
  async placeAll(files: readonly (readonly [path: string, data: Uint8Array | string])[], mode?: number): Promise<void> {
    const results = await Promise.allSettled(files.map(([, data]) => this.stage(data, mode)))
    const staged = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    try {
      for (const result of results) if (result.status === 'rejected') throw result.reason
      for (const [at, [path]] of files.entries())
        await this.#reach(staged[at] ?? '', (from) => this.#reach(path, (to) => fs.rename(from, to)))
    } catch (error) {
      for (const path of staged) await this.#discard(path)
      throw error
    }
  }

  #discard(path: string): Promise<void> {
    return this.#reach(path, discard).catch(() => undefined)
  }

  /** Removes the temporary files of a killed process. Call only while holding the store's lease. */
  async clear(): Promise<void> {
    for (const name of (await unlessMissing(fs.readdir(this.#temporary))) ?? [])
      await unlessMissing(this.#reach(nodePath.join(this.#temporary, name), removeIfThere))
  }
}
