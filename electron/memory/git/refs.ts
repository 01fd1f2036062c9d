import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { makeFolderNow, openFileNow } from '../../disk/by-handle.ts'
import { readIfThereNow, writeAllNow } from '../../disk/durable-files.ts'
import type { GitLocks } from './git-lock.ts'
import { isBranchName } from './names.ts'
import { signatureLine, type Signature } from './objects.ts'

/** What HEAD points to. `commit` is null on a branch without commits. */
export interface Head {
  readonly branch: string
  readonly commit: ObjectId | null
}

/**
 * Reads HEAD and its branch. An empty or truncated ref is damage and never read as "no commits yet": the next commit
 * would orphan the whole history.
 */
export function readHead(gitdir: string): Head {
  const head = fs.readFileSync(nodePath.join(gitdir, 'HEAD'), 'utf8').trim()
  if (ObjectId.safeParse(head).success) {
    throw new AppError('detached-head', say('detached-head'))
  }
  const named = branchNamedBy(head)
  if (named === null) throw new AppError('damaged', say('head-unreadable'))
  const { branch, loose } = followAliases(gitdir, named)
  if (loose === null) return { branch, commit: readPackedRef(gitdir, branch) }
  const commit = ObjectId.safeParse(loose.trim())
  if (!commit.success)
    throw new AppError('damaged', say('branch-nowhere', { branch: shortBranch(branch), ref: branch }))
  return { branch, commit: commit.data }
}

/** The commit of a detached HEAD; null when HEAD names a branch, or nothing that can be read. */
export function detachedCommit(gitdir: string): ObjectId | null {
  const commit = ObjectId.safeParse(readIfThereNow(nodePath.join(gitdir, 'HEAD'))?.trim())
  return commit.success ? commit.data : null
}

/** The branch that the text of HEAD names; null when it names none that git allows. */
export function branchNamedBy(head: string): string | null {
  const name = /^ref:\s*(\S+)$/.exec(head.trim())?.[1] ?? ''
  return isBranchName(name) ? name : null
}

/** Git follows as many: of its five steps, one is HEAD's and one the last branch's. Source: refs.c, SYMREF_MAXDEPTH. */
export const MAX_ALIASES = 3

/** The branch that moves when this one does: its file may name another one (`git symbolic-ref`). */
export function aliasedBranch(gitdir: string, branch: string): string {
  return followAliases(gitdir, branch).branch
}

/** @returns that branch, and the content of its file; null when it has none */
function followAliases(gitdir: string, named: string): { readonly branch: string; readonly loose: string | null } {
  for (let [branch, left] = [named, MAX_ALIASES]; ; left -= 1) {
    const loose = readIfThereNow(nodePath.join(gitdir, ...branch.split('/')))
    const next = left === 0 ? null : branchNamedBy(loose ?? '')
    if (next === null) return { branch, loose }
    branch = next
  }
}

function readPackedRef(gitdir: string, ref: string): ObjectId | null {
  const packed = readIfThereNow(nodePath.join(gitdir, 'packed-refs')) ?? ''
  for (const line of packed.split('\n')) {
    const [id, name] = line.split(' ')
    if (name === ref && ObjectId.safeParse(id).success) return id ?? null
  }
  return null
}

export function shortBranch(branch: string): string {
  return branch.replace(/^refs\/heads\//, '')
}

export interface RefUpdate {
  readonly head: Head
  readonly to: ObjectId
  readonly who: Signature
  readonly why: string
}

/**
 * Moves HEAD's branch under git's lock, if it still points to what `head` says.
 * @returns false when somebody else has moved it meanwhile; then nothing is changed
 */
export async function moveBranch(gitdir: string, locks: GitLocks, { head, to, who, why }: RefUpdate): Promise<boolean> {
  const path = nodePath.join(gitdir, ...head.branch.split('/'))
  const lock = await locks.take(path, 1_000)
  if (lock === null) throw new AppError('git-busy', say('branch-locked', { branch: shortBranch(head.branch) }))
  try {
    const now = readHead(gitdir)
    if (now.branch !== head.branch || now.commit !== head.commit) return false
    lock.commit(`${to}\n`)
  } finally {
    lock.release()
  }
  try {
    appendReflog(gitdir, { head, to, who, why })
  } catch {
    // The branch has moved: no later failure may report otherwise.
  }
  return true
}

const { O_APPEND, O_CREAT, O_WRONLY } = fs.constants

/**
 * Reflogs keep the commits that a `git reset` drops. Not synced: they are a convenience, and nothing depends on them.
 */
function appendReflog(gitdir: string, { head, to, who, why }: RefUpdate): void {
  const line = `${head.commit ?? '0'.repeat(40)} ${to} ${signatureLine(who)}\t${why}\n`
  for (const ref of ['HEAD', head.branch]) {
    const path = nodePath.join(gitdir, 'logs', ...ref.split('/'))
    makeFolderNow(gitdir, nodePath.dirname(path))
    const file = openFileNow(path, O_APPEND | O_CREAT | O_WRONLY, 0o644)
    try {
      writeAllNow(file, line)
    } finally {
      fs.closeSync(file)
    }
  }
}
