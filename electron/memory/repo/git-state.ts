import * as fs from 'node:fs'
import { hostname } from 'node:os'
import * as nodePath from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { hasCode, lstatIfThere, readPlainFile, unlessMissing } from '../../disk/durable-files.ts'
import { processExists } from '../../disk/pid-file.ts'
import type { Repository } from './repository.ts'

export const A_GIT_COMMAND = say('a-git-command')

const OPERATIONS: readonly (readonly [file: string, name: Message])[] = [
  ['MERGE_HEAD', say('a-merge')],
  ['rebase-merge', say('a-rebase')],
  ['rebase-apply', say('a-rebase')],
  ['CHERRY_PICK_HEAD', say('a-cherry-pick')],
  ['REVERT_HEAD', say('a-revert')],
  ['BISECT_LOG', say('a-bisect')],
]
/** The entries of `.git` that are there while an operation is unfinished. */
export const OPERATION_FILES: readonly string[] = OPERATIONS.map(([file]) => file)

/** After git wrote the index, HEAD may follow within this time (as in a checkout), or the next step (as in a stash). */
const GIT_REST_MS = 120
/** Git itself considers a gc.pid older than this stale. */
const MAX_GC_MS = 12 * 3_600_000

/** The operation that git is in the middle of, as a noun phrase ("a merge"); null when there is none. */
export function unfinishedOperation(gitdir: string): Message | null {
  return operationAmong(namesIn(gitdir))
}

function namesIn(gitdir: string): readonly string[] {
  try {
    return fs.readdirSync(gitdir)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}

function operationAmong(names: readonly string[]): Message | null {
  return OPERATIONS.find(([file]) => names.includes(file))?.[1] ?? null
}

/** What git is doing in the folder, as a noun phrase; null when it is idle. */
export function gitActivity(repo: Repository): Message | null {
  return gitCommand(repo) ?? (restOfGit(repo) > 0 ? A_GIT_COMMAND : null)
}

/** What git is doing and has not said to be over, as a noun phrase. */
export function gitCommand(repo: Repository): Message | null {
  // We hold the lock on git's index, so git cannot be in the middle of anything.
  if (repo.ahead !== null) return null
  const names = namesIn(repo.gitdir)
  return operationAmong(names) ?? (names.includes('index.lock') ? A_GIT_COMMAND : null)
}

/**
 * How much longer git may be about to do the next step after it wrote the index, in ms.
 * @param patience how many times as long as usual it may take
 */
export function restOfGit(repo: Repository, patience = 1): number {
  if (repo.ahead !== null) return 0
  const restMs = GIT_REST_MS * patience
  const rest = repo.indexChangedAt() + restMs - Date.now()
  return rest > 0 && repo.isIndexFromGit() ? Math.min(rest, restMs) : 0
}

const MAX_PID_BYTES = 1_000

/**
 * Whether a `git gc` is running. With --prune=now it deletes objects that no ref reached when it began, including those
 * of a commit in the making.
 */
export async function isGcRunning(gitdir: string): Promise<boolean> {
  const path = nodePath.join(gitdir, 'gc.pid')
  // It hardly ever does, and then nothing is waited for.
  if (lstatIfThere(path) === null) return false
  const text = (await readPlainFile(path, MAX_PID_BYTES))?.toString('utf8') ?? null
  const stat = text === null ? null : await unlessMissing(fs.promises.stat(path))
  if (text === null || stat === null || Date.now() - stat.mtimeMs > MAX_GC_MS) return false
  const [, pid, host] = /^(\d+) (\S+)/.exec(text) ?? []
  return pid === undefined || host !== hostname() || processExists(Number(pid))
}

export function gitBusy(what: Message): AppError {
  return new AppError('git-busy', say('git-busy', { what }))
}
