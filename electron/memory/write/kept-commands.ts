import type { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { latestMoves } from '../git/reflog.ts'
import { listPoints, makePoint } from '../repo/points.ts'
import type { Repository } from '../repo/repository.ts'

/** The commits searched to see whether git has one; git may have added commits of its own meanwhile. */
const MAX_SEARCHED_COMMITS = 10_000
/** How git explains a reset that was to leave the branch where it is, in the reflog. */
const RESET_TO_HEAD = /^reset: moving to (?:HEAD|@)$/
const OUR_EMAIL = /@variorum\.invalid$/

/** Git has moved the branch, and it lacks acknowledged commands: theirs stays, and a restore point keeps ours. */
export async function keepCommands(repo: Repository, tip: ObjectId): Promise<void> {
  await makePoint(repo, `kept ${tip.slice(0, 7)}, since git moved the branch, ${new Date().toISOString()}`, tip)
}

/**
 * Keeps the commands that a `git reset` dropped since our last publication without meaning to. It looks up HEAD first,
 * and at its end sets the branch to that commit, whatever was published meanwhile; the one in a `git stash` does, too.
 * Git's other commands notice. A reset to another commit than HEAD is meant, and nothing is kept.
 * @param head HEAD's commit
 */
export async function keepWhatResetDropped(repo: Repository, head: ObjectId | null): Promise<void> {
  const moves = latestMoves(repo.gitdir)
  const ours = moves.findIndex(({ email }) => OUR_EMAIL.test(email))
  const resets = moves
    .slice(0, ours < 0 ? moves.length : ours)
    .filter(({ from, to, why }) => from !== to && RESET_TO_HEAD.test(why))
  if (resets.length === 0) return
  const heads = [head, ...(await listPoints(repo)).map(({ commit }) => commit)]
  for (const { from } of resets) if (isDropped(repo, from, heads)) await keepCommands(repo, from)
}

/** Whether a commit is there, and none of `heads` is known to have it. */
function isDropped(repo: Repository, commit: ObjectId, heads: readonly (ObjectId | null)[]): boolean {
  const isThere = ifReadable(() => repo.objects.readCommit(commit)) !== null
  return isThere && ifReadable(() => isReached(repo, commit, heads)) !== true
}

/** null when a commit is missing: git's own `gc` removed it, or the clone is a shallow one. */
function ifReadable<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Whether a commit is one of `heads` or an ancestor of one. */
export function isReached(repo: Repository, commit: ObjectId, heads: readonly (ObjectId | null)[]): boolean {
  const seen = new Set<ObjectId>()
  const pending = heads.filter((head) => head !== null)
  for (let id = pending.pop(); id !== undefined && seen.size < MAX_SEARCHED_COMMITS; id = pending.pop()) {
    if (id === commit) return true
    if (seen.has(id)) continue
    seen.add(id)
    pending.push(...repo.objects.readCommit(id).parents.toReversed())
  }
  return false
}
