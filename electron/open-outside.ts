import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../shared/errors.ts'
import { say } from '../shared/messages/say.ts'
import { canBeOpened } from '../shared/openable.ts'
import { isReservedName } from './memory/paths.ts'

/** How a door starts the system's programs. Paths are absolute and real. */
export interface Opener {
  /** Opens a file in the program that the system has for its kind. */
  open(file: string): Promise<void>
  /** Shows a file or a folder in the system's file manager. */
  show(path: string): Promise<void>
}

/**
 * Hands files and folders of the store to the system's programs: none that a link leads out to, and none that the
 * system may execute, which is shown in its folder instead.
 */
export const openingBy =
  (opener: Opener | undefined, storeFolder: () => string) =>
  async (path: string, where: 'program' | 'folder'): Promise<void> => {
    const found = opener === undefined ? null : await realInside(storeFolder(), path)
    if (opener === undefined || found === null) throw new AppError('disk', say('not-opened-outside'))
    const opens = where === 'program' && found.isFile && canBeOpened(path) && canBeOpened(found.path)
    await (opens ? opener.open(found.path) : opener.show(found.path)).catch((cause: unknown) => {
      throw new AppError('disk', say('not-opened-outside'), { cause })
    })
  }

/** Where a path of the store really is; `null` if nothing is there, or it is not the memory's. */
async function realInside(
  folder: string,
  path: string,
): Promise<{ readonly path: string; readonly isFile: boolean } | null> {
  if (path.includes('\0')) return null
  try {
    const root = await fs.realpath(folder)
    const real = await fs.realpath(nodePath.join(root, ...path.split('/')))
    const names = nodePath.relative(root, real).split(nodePath.sep)
    if (names[0] === '' || names.some((name) => isReservedName(name) || name === '..' || nodePath.isAbsolute(name)))
      return null
    const stat = await fs.stat(real)
    return stat.isFile() || stat.isDirectory() ? { path: real, isFile: stat.isFile() } : null
  } catch {
    // Nothing is there, or it may not be read: it cannot be opened either way.
    return null
  }
}
