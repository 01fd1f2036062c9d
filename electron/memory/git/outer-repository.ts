import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { unlessMissing } from '../../disk/durable-files.ts'

/** The folder of the nearest repository around a folder that has none of its own; null for none. */
export async function outerRepository(folder: string): Promise<string | null> {
  const parent = nodePath.dirname(folder)
  if (parent === folder) return null
  const git = await unlessMissing(fs.stat(nodePath.join(parent, '.git')))
  // A .git file points to a repository elsewhere: of a linked work tree or a submodule.
  const isRepository =
    git?.isFile() === true || (await unlessMissing(fs.stat(nodePath.join(parent, '.git', 'HEAD')))) !== null
  return isRepository ? parent : outerRepository(parent)
}
