import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import {
  discardNow,
  makeFolderNow,
  syncDirectory,
  syncDirectoryNow,
  uniqueName,
  writeNewFileNow,
  type DurableFiles,
} from '../../disk/durable-files.ts'
import type { PackBuilder } from './pack-builder.ts'

// A pack is written durably, its index last, since git finds a pack by its index.

const MODE = 0o444

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
  await fs.promises.appendFile(list, `pack-${name}\n`, { mode: 0o600 })
  return `pack-${name}`
}

/** Writes a small pack at once. @returns the pack's name */
export function writePackNow(gitdir: string, scratch: string, builder: PackBuilder): string {
  const { name, pack, index } = builder.finish()
  const { folder, path, list } = placeOf(gitdir, name)
  const [stagedPack, stagedIndex] = [nodePath.join(scratch, uniqueName()), nodePath.join(scratch, uniqueName())]
  makeFolderNow(gitdir, folder)
  try {
    writeNewFileNow(stagedPack, pack, MODE)
    writeNewFileNow(stagedIndex, index, MODE)
    fs.renameSync(stagedPack, `${path}.pack`)
    fs.renameSync(stagedIndex, `${path}.idx`)
  } catch (error) {
    for (const staged of [stagedPack, stagedIndex]) discardNow(staged)
    throw error
  }
  syncDirectoryNow(folder)
  fs.appendFileSync(list, `pack-${name}\n`, { mode: 0o600 })
  return `pack-${name}`
}

function placeOf(
  gitdir: string,
  name: string,
): { readonly folder: string; readonly path: string; readonly list: string } {
  const folder = nodePath.join(gitdir, 'objects', 'pack')
  return { folder, path: nodePath.join(folder, `pack-${name}`), list: nodePath.join(gitdir, 'variorum', 'packs') }
}
