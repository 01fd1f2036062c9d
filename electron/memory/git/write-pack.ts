import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { byHandle, byHandleNow, discardNow, makeFolderNow, moveNow, openFileNow } from '../../disk/by-handle.ts'
import {
  hasCode,
  lstatIfThere,
  readPlainFile,
  syncDirectory,
  syncDirectoryNow,
  syncFile,
  uniqueName,
  unlessMissing,
  writeAllNow,
  writeNewFileNow,
  type DurableFiles,
} from '../../disk/durable-files.ts'
import type { PackBuilder } from './pack-builder.ts'

// A pack is written durably, its index last, since git finds a pack by its index.

const { O_APPEND, O_CREAT, O_TRUNC, O_WRONLY } = fs.constants
const MODE = 0o444
/** A pack with a file of this extension stays, whatever git takes for garbage. Git's own fetch makes one, too. */
const KEEP = '.keep'
/** The content of our own, which tells them from git's and the user's. */
const KEPT_BY = 'variorum\n'

/** Writes a pack while other work goes on: it may be large. @returns the pack's name */
export async function writePack(gitdir: string, files: DurableFiles, builder: PackBuilder): Promise<string> {
  const { name, pack, index } = builder.finish()
  const { folder, path, list } = placeOf(gitdir, name)
  makeFolderNow(gitdir, folder)
  await files.placeAll(
    [
      [`${path}.pack`, pack],
      [`${path}.idx`, index],
    ],
    MODE,
  )
  await syncDirectory(folder)
  appendToList(list, name)
  return `pack-${name}`
}

/**
 * Writes a small pack at once, which git keeps until `releasePackNow`: a `git repack` would delete objects that no ref
 * reaches yet.
 * @returns the pack's path without extension
 */
export function writePackNow(gitdir: string, scratch: string, builder: PackBuilder): string {
  const { name, pack, index } = builder.finish()
  const { folder, path, list } = placeOf(gitdir, name)
  const [stagedPack, stagedIndex] = [nodePath.join(scratch, uniqueName()), nodePath.join(scratch, uniqueName())]
  makeFolderNow(gitdir, folder)
  try {
    byHandleNow(stagedPack, (address) => writeNewFileNow(address, pack, MODE))
    byHandleNow(stagedIndex, (address) => writeNewFileNow(address, index, MODE))
    writeTo(path + KEEP, O_WRONLY | O_CREAT | O_TRUNC, KEPT_BY)
    moveNow(stagedPack, `${path}.pack`)
    moveNow(stagedIndex, `${path}.idx`)
  } catch (error) {
    for (const staged of [stagedPack, stagedIndex, path + KEEP]) discardNow(staged)
    throw error
  }
  syncDirectoryNow(folder)
  appendToList(list, name)
  return path
}

/**
 * Moves a pack that git has made, checked and synced elsewhere into the store, durably, as one of those that are ours to
 * merge.
 * @param from its path without extension, "…/pack-NAME", canonical
 */
export async function placePack(gitdir: string, from: string): Promise<void> {
  const name = nodePath.basename(from).replace(/^pack-/, '')
  const { folder, path, list } = placeOf(gitdir, name)
  for (const needed of [folder, nodePath.dirname(list)]) makeFolderNow(gitdir, needed)
  if (lstatIfThere(`${path}.idx`) !== null && lstatIfThere(`${path}.pack`) !== null) return
  for (const extension of ['.pack', '.idx']) await moveAnywhere(from + extension, path + extension)
  await syncDirectory(folder)
  appendToList(list, name)
}

/** Also from another disk. Git takes what is left of a killed copy for garbage, by its name. */
async function moveAnywhere(from: string, to: string): Promise<void> {
  try {
    moveNow(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    const staged = nodePath.join(nodePath.dirname(to), `tmp_pack_${uniqueName()}`)
    try {
      await byHandle(staged, async (address) => {
        await fs.promises.copyFile(from, address, fs.constants.COPYFILE_EXCL)
        await syncFile(address)
        await fs.promises.chmod(address, MODE)
      })
      moveNow(staged, to)
    } catch (failure) {
      discardNow(staged)
      throw failure
    }
  }
}

/** Leaves a pack to git: its objects are reached now, or were not needed. */
export function releasePackNow(path: string): void {
  discardNow(path + KEEP)
}

/** Leaves to git what killed processes kept. Call only while nothing of this store is written. */
export async function releasePacks(gitdir: string): Promise<void> {
  const { folder } = placeOf(gitdir, '')
  for (const name of (await unlessMissing(fs.promises.readdir(folder))) ?? []) {
    if (!name.endsWith(KEEP)) continue
    const path = nodePath.join(folder, name)
    if ((await readPlainFile(path, KEPT_BY.length))?.toString() === KEPT_BY) discardNow(path)
  }
}

/** The list of the packs that are ours to merge. */
function appendToList(list: string, name: string): void {
  writeTo(list, O_WRONLY | O_CREAT | O_APPEND, `pack-${name}\n`)
}

function writeTo(path: string, flags: number, text: string): void {
  const file = openFileNow(path, flags, 0o600)
  try {
    writeAllNow(file, text)
  } finally {
    fs.closeSync(file)
  }
}

function placeOf(
  gitdir: string,
  name: string,
): { readonly folder: string; readonly path: string; readonly list: string } {
  const folder = nodePath.join(gitdir, 'objects', 'pack')
  return { folder, path: nodePath.join(folder, `pack-${name}`), list: nodePath.join(gitdir, 'variorum', 'packs') }
}
