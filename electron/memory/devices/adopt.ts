import type { ObjectId, StorePath } from '../../../shared/change.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { byOutside } from '../../../shared/origin.ts'
import { IgnoreRules } from '../outside/ignore-rules.ts'
import type { Repository } from '../repo/repository.ts'
import { foldersOfRemoved } from '../write/commands.ts'
import type { Draft } from '../write/plan.ts'
import type { SyncParts } from './sync-parts.ts'

/**
 * Brings branch and files to a commit that git has, as one command.
 * @param toReach which commit, from where our branch is; null if it should be somewhere else. Commands wait for it
 * @returns `moved` for null, or if a file was changed meanwhile; or why nothing may be brought in
 */
export async function adopt(
  { repo, writer, whyNot }: Pick<SyncParts, 'repo' | 'writer' | 'whyNot'>,
  toReach: (head: ObjectId | null) => Promise<ObjectId | null>,
): Promise<'done' | 'moved' | Message> {
  const outcome = await writer.write<{ readonly kind: 'moved' } | { readonly kind: 'not'; readonly why: Message }>(
    async (snapshot) => {
      const commit = await toReach(snapshot.head.commit)
      if (commit === null) return { kind: 'answer', answer: { kind: 'moved' } }
      const { tree } = repo.objects.readCommit(commit)
      const why = await whyNot()
      if (why !== null) return { kind: 'answer', answer: { kind: 'not', why } }
      const drafts = repo.trees
        .differences(snapshot.tree, tree)
        .map(({ path, before, after }): Draft => ({ path, before: before?.id ?? null, after }))
      const hidden = await ignoredInTheWay(repo, drafts)
      if (hidden !== null)
        return { kind: 'answer', answer: { kind: 'not', why: say('sync-ignored-in-way', { path: hidden }) } }
      const ready = { commit, isForeign: true }
      const removeFolders = foldersOfRemoved(drafts)
      return { kind: 'plan', plan: { kind: 'ready', ready, drafts, origin: byOutside('other'), removeFolders } }
    },
  )
  if (outcome.kind === 'moved' || outcome.kind === 'conflict') return 'moved'
  if (outcome.kind === 'not') return outcome.why
  return outcome.kind === 'acknowledged' ? 'done' : outcome.reason
}

/** A new file of the remote's where there is one that git ignores: it must not become a part of the memory by that. */
async function ignoredInTheWay(
  { root, gitdir, workTree }: Repository,
  drafts: readonly Draft[],
): Promise<StorePath | null> {
  const rules = new IgnoreRules(root, gitdir)
  for (const { path, before, after } of drafts)
    if (before === null && after !== null && workTree.kindOf(path) !== 'missing' && (await rules.ignores(path)))
      return path
  return null
}
