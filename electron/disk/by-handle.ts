import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { hasCode, lstatIfThere } from './durable-files.ts'

// What is in a folder that others may write to, too: at any moment one of its folders may be swapped for a link to
// elsewhere, so a path that was looked at means nothing a moment later. Here a folder is opened without following links,
// found to be where its path says, and from then on addressed by its handle. Every path is canonical.

/** Whether folders are addressed by handle: then nothing swapped in during an operation can redirect it. */
export const ENTERED_BY_HANDLE = process.platform === 'linux'

/** Thrown when a folder is a link, or somewhere else, by the time that something is to be done in it. */
export class DirectorySwapped extends AppError {
  constructor() {
    super('disk', say('folder-swapped'))
  }
}

/**
 * Runs an operation in a folder. Where the system has no address for a handle, the folder is looked at again afterwards.
 * @param operation gets the prefix for "/name"
 */
export function inFolderNow<T>(folder: string, operation: (address: string) => T): T {
  if (!ENTERED_BY_HANDLE) {
    const result = operation(folder)
    refuseMoved(folder)
    return result
  }
  const handle = openFolder(folder)
  try {
    return operation(addressOf(handle, folder))
  } finally {
    fs.closeSync(handle)
  }
}

/** Like `inFolderNow`, until the operation has ended. */
export async function inFolder<T>(folder: string, operation: (address: string) => Promise<T>): Promise<T> {
  if (!ENTERED_BY_HANDLE) {
    const result = await operation(folder)
    refuseMoved(folder)
    return result
  }
  const handle = openFolder(folder)
  try {
    return await operation(addressOf(handle, folder))
  } finally {
    fs.closeSync(handle)
  }
}

const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_RDONLY } = fs.constants

function openFolder(folder: string): number {
  try {
    return fs.openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  } catch (error) {
    if (hasCode(error, 'ENOTDIR', 'ELOOP') && lstatIfThere(folder) !== null) throw new DirectorySwapped()
    throw error
  }
}

function addressOf(handle: number, folder: string): string {
  const address = `/proc/self/fd/${handle}`
  if (fs.readlinkSync(address) !== folder) throw new DirectorySwapped()
  return address
}

function refuseMoved(folder: string): void {
  if (realPath(folder) !== folder) throw new DirectorySwapped()
}

function realPath(path: string): string | null {
  try {
    return fs.realpathSync.native(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

/** Runs an operation on a path's last name in its folder. It must not follow a link there itself. */
export function byHandleNow<T>(path: string, operation: (address: string) => T): T {
  return inFolderNow(nodePath.dirname(path), (folder) => operation(`${folder}/${nodePath.basename(path)}`))
}

/** Like `byHandleNow`, until the operation has ended. */
export function byHandle<T>(path: string, operation: (address: string) => Promise<T>): Promise<T> {
  return inFolder(nodePath.dirname(path), (folder) => operation(`${folder}/${nodePath.basename(path)}`))
}

/** Opens a file that is no link. Throws ELOOP for one. @param flags of `fs.constants` */
export function openFileNow(path: string, flags: number, mode?: number): number {
  return byHandleNow(path, (address) => fs.openSync(address, flags | O_NOFOLLOW, mode))
}

/** Moves a file or folder to where there may be a file. */
export function moveNow(from: string, to: string): void {
  byHandleNow(from, (source) => byHandleNow(to, (target) => fs.renameSync(source, target)))
}

/** Removes a file; does nothing when there is none. */
export function removeNow(path: string): void {
  try {
    byHandleNow(path, (address) => fs.unlinkSync(address))
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error
  }
}

/** Removes a file that is no longer needed. Ignores failures: a leftover file does no harm, and is cleared later. */
export function discardNow(path: string): void {
  try {
    removeNow(path)
  } catch {
    return
  }
}

/**
 * Makes a missing folder, and those above it up to one that must be there: nothing is made in place of a folder that was
 * moved away.
 */
export function makeFolderNow(base: string, folder: string, mode?: number): void {
  if (folder === base) return void fs.statSync(base)
  if (lstatIfThere(folder) !== null) return
  makeFolderNow(base, nodePath.dirname(folder), mode)
  try {
    byHandleNow(folder, (address) => fs.mkdirSync(address, { mode }))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}
