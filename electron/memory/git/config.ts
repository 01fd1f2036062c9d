import * as fs from 'node:fs'

// The one file that knows isomorphic-git. It is large, so it is loaded on first use.

/** A value of the repository's own configuration; undefined where there is none. */
export async function readConfig(gitdir: string, path: string): Promise<unknown> {
  const git = await import('isomorphic-git')
  return git.getConfig({ fs, gitdir, path })
}
