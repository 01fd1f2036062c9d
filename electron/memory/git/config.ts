import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { loadOnce } from '../../disk/load-once.ts'
import type { GitLocks } from './git-lock.ts'

// The only file that imports isomorphic-git. The package is large, so it is loaded on first use.

const PATIENCE_MS = 1_000

export const loadGit = loadOnce(() => import('isomorphic-git'))

/** Writes a value of the repository's own configuration, under git's lock. Throws `git-busy`. */
export async function writeConfig(
  { gitdir, locks }: { readonly gitdir: string; readonly locks: GitLocks },
  path: string,
  value: string,
): Promise<void> {
  const git = await loadGit()
  const lock = await locks.take(nodePath.join(gitdir, 'config'), PATIENCE_MS)
  if (lock === null) throw new AppError('git-busy', say('config-locked'))
  try {
    const writeFile = async (_file: string, text: string): Promise<void> => lock.commit(text)
    await git.setConfig({ fs: { promises: { ...fs.promises, writeFile } }, gitdir, path, value })
  } finally {
    lock.release()
  }
}

/** Reads a value of the repository's own configuration; undefined when it is not set. Throws `not-adoptable`. */
export async function readConfig(gitdir: string, path: string): Promise<unknown> {
  const git = await loadGit()
  try {
    return await git.getConfig({ fs, gitdir, path })
  } catch (error) {
    throw new AppError('not-adoptable', say('config-unreadable'), { cause: error })
  }
}
