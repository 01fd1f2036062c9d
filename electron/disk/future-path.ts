import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { unlessMissing } from './durable-files.ts'

/** The canonical path that a folder has, or will have once it is made. */
export async function futurePath(folder: string): Promise<string> {
  const real = await unlessMissing(fs.realpath(folder))
  const parent = nodePath.dirname(folder)
  return real ?? (parent === folder ? folder : nodePath.join(await futurePath(parent), nodePath.basename(folder)))
}
