import * as nodePath from 'node:path'
import { ObjectId } from '../../shared/change.ts'
import type { Finding } from '../../shared/check.ts'
import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { makeFolderNow } from '../disk/by-handle.ts'
import { readIfThere } from '../disk/durable-files.ts'
import { DIRECTORY } from './git/objects.ts'
import { aliasedBranch, branchNamedBy, readHead, shortBranch } from './git/refs.ts'
import { removePackedRef } from './repo/packed-refs.ts'
import type { Repository } from './repo/repository.ts'

/**
 * Checks that the branch points to a commit with all its files. With `repair` it is moved to the newest complete
 * commit in the reflogs or in our own record.
 * @returns null when the branch is complete, or has no commit yet
 */
export async function checkBranch(repo: Repository, repair: boolean): Promise<Finding | null> {
  const ref = await branchName(repo)
  const what = await whatIsDamaged(repo, ref)
  if (what === null) return null
  const newest = (await formerTips(repo, ref)).find((id) => isWhole(repo, id)) ?? null
  const means =
    newest === null ? say('check-no-whole-commit') : say('check-newest-whole-commit', { commit: newest.slice(0, 7) })
  const done = repair ? await repairBranch(repo, ref, newest) : null
  return { what, means, done, canRepair: true }
}

async function whatIsDamaged(repo: Repository, ref: string): Promise<Message | null> {
  try {
    const { commit } = await readHead(repo.gitdir)
    if (commit === null || isWhole(repo, commit)) return null
    return say('check-branch-damaged', { branch: shortBranch(ref) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // HEAD is detached on purpose, as `git rebase` and `git bisect` do: no branch is damaged.
    return error.code === 'detached-head' ? null : error.said
  }
}

/** @returns what was done, as a sentence */
async function repairBranch(repo: Repository, ref: string, newest: ObjectId | null): Promise<Message> {
  const path = nodePath.join(repo.gitdir, ...ref.split('/'))
  const locked = say('branch-locked', { branch: shortBranch(ref) })
  if (newest === null) {
    repo.setAside(path)
    await removePackedRef(repo, ref, locked)
    return say('check-branch-set-aside')
  }
  makeFolderNow(repo.gitdir, nodePath.dirname(path))
  const lock = await repo.locks.take(path, 1_000)
  if (lock === null) throw new AppError('git-busy', locked)
  try {
    repo.setAside(path)
    lock.commit(`${newest}\n`)
  } finally {
    lock.release()
  }
  return say('check-branch-moved', { commit: newest.slice(0, 7) })
}

async function branchName({ gitdir }: Repository): Promise<string> {
  const named = branchNamedBy((await readIfThere(nodePath.join(gitdir, 'HEAD'))) ?? '')
  return named === null ? 'refs/heads/main' : aliasedBranch(gitdir, named)
}

/** Commits that the branch has pointed to, newest first. */
async function formerTips(repo: Repository, ref: string): Promise<readonly ObjectId[]> {
  const lines = async (path: string): Promise<readonly string[]> =>
    ((await readIfThere(path)) ?? '').trimEnd().split('\n').toReversed()
  const logged = async (name: string): Promise<readonly string[]> =>
    (await lines(nodePath.join(repo.gitdir, 'logs', ...name.split('/')))).map((line) => line.split(' ')[1] ?? '')
  const all = [...(await logged(ref)), ...(await logged('HEAD')), ...(await lines(nodePath.join(repo.ours, 'written')))]
  return [...new Set(all)].filter((id) => ObjectId.safeParse(id).success && !/^0+$/.test(id))
}

/** Whether a commit and all its files can be read. */
function isWhole(repo: Repository, id: ObjectId): boolean {
  const seen = new Set<ObjectId>()
  try {
    const isTreeWhole = (tree: ObjectId): boolean => {
      if (seen.has(tree)) return true
      seen.add(tree)
      return repo.trees
        .entries(tree)
        .every(({ id: child, mode }) =>
          mode === DIRECTORY
            ? isTreeWhole(child)
            : mode === '160000' ||
              repo.objects.readIfFits(child).bytes === null ||
              repo.objects.read(child).type === 'blob',
        )
    }
    return isTreeWhole(repo.objects.readCommit(id).tree)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
