import type { ObjectId } from '../../../shared/change.ts'
import type { BringBack, Commit } from '../../../shared/commit.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Origin } from '../../../shared/origin.ts'
import { isPolicyPath } from '../../../shared/policies-path.ts'
import type { Difference } from '../git/tree.ts'
import type { Repository } from '../repo/repository.ts'
import { foldersOfRemoved, refuse } from './commands.ts'
import type { Decision, Draft, Snapshot, Unwritten } from './plan.ts'
import { doneToAll } from './subject.ts'

interface Restoration {
  readonly target: Pick<Commit, 'id' | 'variorumId'>
  readonly tree: ObjectId
  readonly paths: readonly string[]
  readonly origin: Origin
  readonly how: BringBack
}

/** The files that a restore would change. The policies are excluded unless they are named, or asked for. */
export function restoreDifferences(
  repo: Repository,
  { present, past }: { readonly present: ObjectId | null; readonly past: ObjectId },
  path: string,
  { withPolicies = false }: BringBack,
): readonly Difference[] {
  return repo.trees
    .differences(present, past, path)
    .filter((each) => path !== '' || withPolicies || !isPolicyPath(each.path))
}

/** Restores files and directories; those that are as they were are left alone. */
export function planRestore(
  repo: Repository,
  { tree: now }: Snapshot,
  { target, tree, paths, origin, how }: Restoration,
): Decision<Unwritten> {
  const drafts = new Map<string, Draft>()
  const restored: string[] = []
  for (const each of paths) {
    const differences = restoreDifferences(repo, { present: now, past: tree }, each, how)
    if (differences.length > 0) restored.push(each === '' ? 'everything' : each)
    for (const { path, before, after } of differences) drafts.set(path, { path, before: before?.id ?? null, after })
  }
  if (restored.length === 0) return refuse(whyNothingIsRestored(repo, now, paths))
  return {
    kind: 'plan',
    plan: {
      kind: 'exact',
      drafts: [...drafts.values()],
      origin: { ...origin, restores: target.variorumId ?? target.id },
      subject: doneToAll('restore', restored, { end: ` to ${target.id.slice(0, 7)}` }),
      removeFolders: foldersOfRemoved([...drafts.values()]),
      override: how.override === true,
    },
  }
}

function whyNothingIsRestored(repo: Repository, now: ObjectId | null, paths: readonly string[]): Message {
  const [path = '', ...more] = paths
  if (more.length > 0) return say('all-as-it-was')
  if (path === '') return say('store-is-as-it-was')
  return repo.trees.at(now, path) === null ? say('neither-now-nor-then', { path }) : say('is-as-it-was', { path })
}
