import * as fs from 'node:fs/promises'
import { hasCode } from './durable-files.ts'
import { withoutArchives } from './ordinary-archives.ts'

/** The folder with links resolved; `null` when there is no folder. */
export async function realFolder(folder: string): Promise<string | null> {
  try {
    const real = await withoutArchives(() => fs.realpath(folder))
    return (await withoutArchives(() => fs.stat(real))).isDirectory() ? real : null
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'EIO', 'ENODEV')) return null
    throw error
  }
}
