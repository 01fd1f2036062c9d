import * as fs from 'node:fs'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { loadOnce } from '../../disk/load-once.ts'

// The only file that imports isomorphic-git. The package is large, so it is loaded on first use.

export const loadGit = loadOnce(() => import('isomorphic-git'))

/** Reads a value of the repository's own configuration; undefined when it is not set. Throws `not-adoptable`. */
export async function readConfig(gitdir: string, path: string): Promise<unknown> {
  const git = await loadGit()
  try {
    return await git.getConfig({ fs, gitdir, path })
  } catch (error) {
    throw new AppError('not-adoptable', say('config-unreadable'), { cause: error })
  }
}
