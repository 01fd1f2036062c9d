import { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { allRefs } from '../git/all-refs.ts'
import { makePoint } from '../repo/points.ts'
import type { Repository } from '../repo/repository.ts'

/** The commits searched to see whether git has one; git may have added commits of its own meanwhile. */
const MAX_SEARCHED_COMMITS = 10_000

/** Git has moved the branch away from acknowledged commands: its move stands, and a restore point keeps them. */
export async function keepCommands(repo: Repository, tip: ObjectId): Promise<void> {
  await makePoint(repo, `kept ${tip.slice(0, 7)}, since git moved the branch, ${new Date().toISOString()}`, tip)
}

/**
 * Finds the commands that git has dropped. Some git commands look a branch up when they start and set it when they end,
 * without comparing: `reset`, and `rebase --abort`, perhaps hours later. Commands published in between are then in no
 * branch. Nothing tells an accident from intent, so they are kept in either case.
 */
export class DroppedCommands {
  readonly #repo: Repository
  /** The commit looked for last, and HEAD at that time. */
  #known = ''

  constructor(repo: Repository) {
    this.#repo = repo
  }

  /**
   * Keeps the commands published last, by any process, when no ref reaches them.
   * @param head HEAD's commit
   * @returns whether HEAD has been moved since, by git or whoever
   */
  async keep(head: ObjectId | null): Promise<boolean> {
    const [repo, last] = [this.#repo, this.#repo.ownCommits.last()]
    const known = `${last} ${head}`
    if (last === null || last === head || this.#known === known || parentsOf(repo, last) === null) return false
    const refs = [...(await allRefs(repo.gitdir)).values()].filter((id) => ObjectId.safeParse(id).success)
    if (!refs.includes(last) && !isReached(repo, last, [head, ...refs])) await keepCommands(repo, last)
    this.#known = known
    return true
  }
}

/** Whether a commit is one of `heads` or an ancestor of one. The latest are looked at first. */
export function isReached(repo: Repository, commit: ObjectId, heads: readonly (ObjectId | null)[]): boolean {
  const seen = new Set(heads.filter((head) => head !== null))
  let searched = 0
  for (const id of seen) {
    if (id === commit) return true
    searched += 1
    if (searched === MAX_SEARCHED_COMMITS) return false
    for (const parent of parentsOf(repo, id) ?? []) seen.add(parent)
  }
  return false
}

/** null for what is no commit, or not there: git's `gc` has removed it, or the clone is a shallow one. */
function parentsOf(repo: Repository, id: ObjectId): readonly ObjectId[] | null {
  try {
    return repo.objects.readCommit(id).parents
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
