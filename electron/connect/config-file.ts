import type { Buffer } from 'node:buffer'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import {
  discard,
  hasCode,
  isWithoutLinks,
  lstatIfThere,
  readPlainFile,
  syncDirectory,
  uniqueName,
  unlessMissing,
} from '../disk/durable-files.ts'
import { decodeUtf8 } from '../disk/utf8.ts'

// The configuration file of another program: read with care, and replaced as a whole.

/** Larger ones hold more than a configuration. */
const MAX_BYTES = 32 * 1024 * 1024

export interface ConfigFile {
  readonly path: string
  /** As people read it. */
  readonly shown: string
  /** The project that it is in: what came with one may lead anywhere, so no folder in it may be a link. Null for none. */
  readonly closed: string | null
}

/** What a file held, and what it is, when it was read. */
export interface ConfigState {
  readonly bytes: Buffer
  readonly mode: number
  readonly gid: number
}

/** @returns null if there is no such file. @throws AppError for one that is not to be touched, with the reason */
export async function readConfig(file: ConfigFile): Promise<ConfigState | null> {
  const { path, shown } = file
  refuseLinks(file)
  const stat = lstatIfThere(path)
  if (stat === null) return null
  if (!stat.isFile()) throw new AppError('bad-request', say('connect-no-file', { file: shown }))
  // Replacing one of several names of a file would leave the others with the old one.
  if (stat.nlink > 1) throw new AppError('bad-request', say('connect-link', { file: shown }))
  if (process.getuid !== undefined && stat.uid !== process.getuid())
    throw new AppError('bad-request', say('connect-other-owner', { file: shown }))
  if ((stat.mode & 0o200) === 0) throw new AppError('bad-request', say('connect-read-only', { file: shown }))
  if (stat.size > MAX_BYTES)
    throw new AppError('bad-request', say('connect-too-large', { file: shown, limit: { bytes: MAX_BYTES } }))
  const bytes = await readPlainFile(path, MAX_BYTES)
  if (bytes === null) throw changed(file)
  return { bytes, mode: stat.mode & 0o7777, gid: stat.gid }
}

/** The text of a file; null if it is not UTF-8, as both languages are. */
export const textOf = ({ bytes }: ConfigState): string | null => decodeUtf8(bytes)

function refuseLinks({ path, shown, closed }: ConfigFile): void {
  const isLink = (each: string): boolean => lstatIfThere(each)?.isSymbolicLink() === true
  const folders = closed === null ? [] : foldersBetween(closed, nodePath.dirname(path))
  if ([path, ...folders].some(isLink)) throw new AppError('bad-request', say('connect-link', { file: shown }))
}

/** Those below the one, down to the other. */
function foldersBetween(above: string, folder: string): readonly string[] {
  return folder === above || folder === nodePath.dirname(folder)
    ? []
    : [...foldersBetween(above, nodePath.dirname(folder)), folder]
}

const changed = ({ shown }: ConfigFile): AppError =>
  new AppError('bad-request', say('connect-changed', { file: shown }))

/** @throws AppError unless the file is still as it was read */
async function expectAs(file: ConfigFile, before: ConfigState | null): Promise<void> {
  const now = await readConfig(file)
  const isSame = now === null || before === null ? now === before : now.bytes.equals(before.bytes)
  if (!isSame) throw changed(file)
}

/**
 * Writes a file anew, keeping its mode and group, or makes it: readers find the old one or the new one. Two programs that
 * replace it within the same moment cannot both be served; up to then, the change of another is seen.
 * @returns the folders that were made
 * @throws AppError if the file is not as it was read
 */
export async function replaceConfig(
  file: ConfigFile,
  before: ConfigState | null,
  bytes: Uint8Array,
): Promise<readonly string[]> {
  const made = await makeFolders(nodePath.dirname(file.path), file.closed === null ? 0o700 : 0o777)
  try {
    await writeBeside(file, before, bytes)
    return made
  } catch (error) {
    await removeFolders(made)
    throw error
  }
}

async function writeBeside(file: ConfigFile, before: ConfigState | null, bytes: Uint8Array): Promise<void> {
  const folder = nodePath.dirname(file.path)
  const temporary = nodePath.join(folder, `.${nodePath.basename(file.path)}.${uniqueName()}.tmp`)
  try {
    await writeLike(temporary, bytes, { before, mode: file.closed === null ? 0o600 : 0o666 })
    await expectAs(file, before)
    if (before === null) await placeNew(temporary, file)
    else await fs.rename(temporary, file.path)
  } finally {
    await discard(temporary)
  }
  await syncDirectory(folder)
}

/** Removes a file, and the folders that were made for it if nothing else is in them. */
export async function removeConfig(file: ConfigFile, before: ConfigState, made: readonly string[]): Promise<void> {
  await expectAs(file, before)
  await fs.unlink(file.path)
  await syncDirectory(nodePath.dirname(file.path))
  await removeFolders(made)
}

/** Those in which nothing is. */
async function removeFolders(made: readonly string[]): Promise<void> {
  for (const folder of made.toReversed()) await unlessMissing(fs.rmdir(folder)).catch(unlessInUse)
}

function unlessInUse(error: unknown): void {
  if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY')) throw error
}

/** @returns those that were not there, from the top */
async function makeFolders(folder: string, mode: number): Promise<readonly string[]> {
  if ((await unlessMissing(fs.stat(folder))) !== null) return []
  const above = await makeFolders(nodePath.dirname(folder), mode)
  await fs.mkdir(folder, { mode })
  return [...above, folder]
}

/** A file that is not there may appear meanwhile: a link, unlike a rename, replaces nothing. */
export async function placeNew(temporary: string, file: ConfigFile): Promise<void> {
  try {
    await fs.link(temporary, file.path)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw changed(file)
    if (!isWithoutLinks(error)) throw error
    await fs.rename(temporary, file.path)
  }
}

/** @param how.mode of a file that is new */
async function writeLike(
  path: string,
  bytes: Uint8Array,
  { before, mode }: { readonly before: ConfigState | null; readonly mode: number },
): Promise<void> {
  const file = await fs.open(path, 'wx', before === null ? mode : 0o600)
  try {
    await file.writeFile(bytes)
    if (before !== null) {
      if (process.getgid !== undefined && before.gid !== (await file.stat()).gid) await file.chown(-1, before.gid)
      await file.chmod(before.mode)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
