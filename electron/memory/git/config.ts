import * as fs from 'node:fs'

// The only file that imports isomorphic-git. The package is large, so it is loaded on first use.

/** Reads a value of the repository's own configuration; undefined when it is not set. */
export async function readConfig(gitdir: string, path: string): Promise<unknown> {
  const git = await import('isomorphic-git')
  return git.getConfig({ fs, gitdir, path })
}
