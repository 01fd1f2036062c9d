import type { ObjectId } from '../../../shared/change.ts'
import type { GitIndex } from '../git/git-index.ts'
import type { GitLock } from '../git/git-lock.ts'
import type { PackedObject } from '../git/object-store.ts'
import type { Head, RefUpdate } from '../git/refs.ts'
import type { Repository } from '../repo/repository.ts'

/** The commands since git's index was locked. */
export interface Batch {
  /** Git's HEAD. */
  from: Head
  readonly lock: GitLock
  readonly index: GitIndex
  /** Commits that the branch does not have yet. */
  readonly commits: ObjectId[]
  /** Commits of a killed process that the branch has already. */
  readonly recovered: ObjectId[]
  /** Those of either that another device made. */
  readonly foreign: Set<ObjectId>
  /** Whether git's index as a file lacks something. */
  isIndexDue: boolean
  /** Somebody moved the branch without respecting our lock: later commands must begin with what it is now. */
  isOvertaken: boolean
  readonly since: number
}

/** What one publication takes from a batch, at one moment. */
export interface Cut {
  readonly objects: readonly PackedObject[]
  readonly commits: readonly ObjectId[]
  readonly recovered: readonly ObjectId[]
  readonly takenAtMs: number
}

/** How the branch moves to the last commit of a batch; null when it has all of them. */
export function branchUpdateOf({ objects }: Repository, { from, commits }: Batch): RefUpdate | null {
  const tip = commits.at(-1)
  if (tip === undefined) return null
  const { author, message } = objects.readCommit(tip)
  const why = commits.length === 1 ? (message.split('\n', 1)[0] ?? '') : `${commits.length} memory commands`
  return { head: from, to: tip, who: author, why }
}
