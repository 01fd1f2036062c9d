import * as fs from 'node:fs'
import { loadOnce } from '../../disk/load-once.ts'

// The only file that imports isomorphic-git. The package is large, so it is loaded on first use.

export const loadGit = loadOnce(() => import('isomorphic-git'))

/** Reads a value of the repository's own configuration; undefined when it is not set. */
export async function readConfig(gitdir: string, path: string): Promise<unknown> {
  const git = await loadGit()
  return git.getConfig({ fs, gitdir, path })
}
