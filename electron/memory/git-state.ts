import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { unlessMissing } from './durable-files.ts'

const OPERATIONS: readonly (readonly [file: string, name: string])[] = [
  ['MERGE_HEAD', 'a merge'], ['rebase-merge', 'a rebase'], ['rebase-apply', 'a rebase'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'], ['REVERT_HEAD', 'a revert'], ['BISECT_LOG', 'a bisect'],
]

/** What git is in the middle of, in words ("a merge"); null when nothing. */
export async function unfinishedOperation(gitdir: string): Promise<string | null> {
  for (const [file, name] of OPERATIONS) {
    if ((await unlessMissing(fs.stat(nodePath.join(gitdir, file)))) !== null) return name
  }
  return null
}

/** Is a git command running that holds the index? */
export async function isIndexLocked(gitdir: string): Promise<boolean> {
  return (await unlessMissing(fs.stat(nodePath.join(gitdir, 'index.lock')))) !== null
}
