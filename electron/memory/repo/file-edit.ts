import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import type { FileMode } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { hasCode } from '../../disk/durable-files.ts'
import { exactStatIfThere, exactStatOf, isDirectory, isUnchanged, type ExactStat } from '../../disk/exact-stat.ts'
import type { OnDisk } from './work-tree.ts'

/** Takes a path from its expected state on the disk to its target. */
export interface FileEdit {
  readonly path: string
  readonly expected: OnDisk
  /** null removes the file. */
  readonly target: FileTarget | null
  /** Where the new bytes are on the disk already, one rename away from their place. */
  readonly staged?: string
}

export interface FileTarget {
  readonly bytes: Uint8Array
  readonly mode: FileMode
}

/** Somebody changed a file after it was inspected; nothing was overwritten. */
export class ChangedMeanwhile extends Error {
  constructor(path: string) {
    super(`changed meanwhile: ${path}`)
  }
}

/** Throws ChangedMeanwhile unless the stat is that of the expected state. */
export function verifyExpected({ path, expected }: FileEdit, stat: ExactStat | null): void {
  const isSame = (): boolean => {
    if (expected.kind === 'file') return stat !== null && isUnchanged(expected.stat, stat)
    // A folder in the place of a new file has been emptied, and perhaps removed, by earlier edits.
    return expected.kind === 'directory' ? stat === null || isDirectory(stat) : stat === null
  }
  if (!isSame()) throw new ChangedMeanwhile(path)
}

/**
 * Removes the expected file. It is moved aside and checked again there, since another program may have saved it after
 * the first check. Such a version is put back, unless that program has saved again in the meantime.
 * @param address the path by which to reach it
 * @param aside a path on the same file system at which nothing is
 */
export function removeExpected(edit: FileEdit, address: string, aside: string): void {
  verifyExpected(edit, exactStatIfThere(address))
  if (!moveAside(address, aside)) return fs.unlinkSync(address)
  try {
    verifyExpected(edit, asBeforeMove(edit, exactStatIfThere(aside)))
  } catch (error) {
    putBack(aside, address)
    throw error
  }
  removeAside(aside)
}

/** @returns whether it could be: not where another file system is mounted in the memory */
function moveAside(address: string, aside: string): boolean {
  try {
    fs.renameSync(address, aside)
    return true
  } catch (error) {
    if (hasCode(error, 'EXDEV')) return false
    if (hasCode(error, 'ENOENT') && exactStatIfThere(address) !== null) throw scratchGone(error)
    throw error
  }
}

/** Makes something in our folder for temporary files. */
function inScratch<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw hasCode(error, 'ENOENT', 'ENOTDIR') ? scratchGone(error) : error
  }
}

/** Our folder for temporary files is not there: unlike a missing file of the memory, that is nobody's edit. */
export function scratchGone(cause: unknown): AppError {
  return new AppError('disk', say('temporary-file-gone'), { cause })
}

function putBack(aside: string, address: string): void {
  try {
    fs.linkSync(aside, address)
  } catch (error) {
    // Not every file system has hard links.
    if (!hasCode(error, 'EEXIST')) return fs.renameSync(aside, address)
  }
  removeAside(aside)
}

/** What is left of it is cleared later. */
function removeAside(aside: string): void {
  try {
    fs.unlinkSync(aside)
  } catch {
    return
  }
}

/** Moving a file changes its ctime, and nothing else. */
function asBeforeMove({ expected }: FileEdit, stat: ExactStat | null): ExactStat | null {
  return expected.kind !== 'file' || stat === null
    ? stat
    : { ...stat, ctime: expected.stat.ctime, ctimeNs: expected.stat.ctimeNs }
}

/**
 * Writes the target to a new file, which `checkout` then renames into place. It keeps the permissions of the old file.
 */
export function writeStaged(staged: string, expected: OnDisk, { bytes, mode }: FileTarget): void {
  if (mode === '120000') return inScratch(() => fs.symlinkSync(Buffer.from(bytes), staged))
  const base =
    expected.kind === 'file' && expected.mode !== '120000' ? expected.stat.mode & 0o777 : 0o666 & ~process.umask()
  const permissions = mode === '100755' ? base | ((base & 0o444) >> 2) : base & ~0o111
  const file = inScratch(() => fs.openSync(staged, 'wx', 0o600))
  try {
    writeAll(file, bytes)
    fs.fchmodSync(file, permissions)
  } catch (error) {
    fs.unlinkSync(staged)
    throw error
  } finally {
    fs.closeSync(file)
  }
}

/** Makes the new file in its place, where it cannot be moved there. What a kill leaves half of it recovery knows. */
export function writeThere({ expected }: FileEdit, target: FileTarget, address: string): ExactStat | null {
  if (expected.kind === 'file') fs.unlinkSync(address)
  writeStaged(address, expected, target)
  return exactStatIfThere(address)
}

/** Whether the file that is there only gets other bytes. */
export const canStay = ({ expected }: FileEdit, { mode }: FileTarget): boolean =>
  expected.kind === 'file' && expected.mode === mode && mode !== '120000'

/**
 * Overwrites the expected file, or creates the one expected to be missing. It is certain to be the expected file,
 * because it is verified through the handle that it is written through.
 * @param address the path by which to open it
 * @returns the file's stat; null when somebody changed it afterwards; `impossible` when it must be a new file, since it
 * becomes a link or changes its mode, or may not be written to
 */
export function writeInPlace(edit: FileEdit, target: FileTarget, address: string): ExactStat | null | 'impossible' {
  const { expected } = edit
  const { bytes, mode } = target
  const isPlain = expected.kind === 'missing' && mode === '100644'
  if (!isPlain && !canStay(edit, target)) return 'impossible'
  const file = openToWrite(
    address,
    expected.kind === 'file'
      ? fs.constants.O_WRONLY
      : fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_EXCL,
  )
  if (file === null) return 'impossible'
  try {
    if (expected.kind === 'file') verifyExpected(edit, exactStatOf(file))
    writeAll(file, bytes)
    // Truncated only now: ext4 flushes a file at once that was truncated to nothing (auto_da_alloc).
    if (expected.kind === 'file' && expected.stat.size > bytes.byteLength) fs.ftruncateSync(file, bytes.byteLength)
    const stat = exactStatOf(file)
    return stat.size === bytes.byteLength ? stat : null
  } finally {
    fs.closeSync(file)
  }
}

const NO_FOLLOW = fs.constants.O_NOFOLLOW ?? 0

function openToWrite(address: string, flags: number): number | null {
  try {
    return fs.openSync(address, flags | NO_FOLLOW, 0o666)
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'ETXTBSY', 'EBUSY')) return null
    throw error
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.byteLength;)
    written += fs.writeSync(file, bytes, written, bytes.byteLength - written, written)
}
