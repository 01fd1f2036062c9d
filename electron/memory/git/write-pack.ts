import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { syncDirectory, type DurableFiles } from '../../disk/durable-files.ts'
import type { PackBuilder } from './pack-builder.ts'

/** Writes a pack durably, its index last, since git finds a pack by its index. @returns the pack's name */
export async function writePack(gitdir: string, files: DurableFiles, builder: PackBuilder): Promise<string> {
  const { name, pack, index } = builder.finish()
  const folder = nodePath.join(gitdir, 'objects', 'pack')
  const path = nodePath.join(folder, `pack-${name}`)
  await fs.mkdir(folder, { recursive: true })
  await files.placeAll(
    [
      [`${path}.pack`, pack],
      [`${path}.idx`, index],
    ],
    0o444,
  )
  await syncDirectory(folder)
  await fs.appendFile(nodePath.join(gitdir, 'variorum', 'packs'), `pack-${name}\n`, { mode: 0o600 })
  return `pack-${name}`
}
