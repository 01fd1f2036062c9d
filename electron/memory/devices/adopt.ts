import type { ObjectId } from '../../../shared/change.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { byOutside } from '../../../shared/origin.ts'
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
      const ready = { commit, isForeign: true }
      const removeFolders = foldersOfRemoved(drafts)
      return { kind: 'plan', plan: { kind: 'ready', ready, drafts, origin: byOutside('other'), removeFolders } }
    },
  )
  if (outcome.kind === 'moved' || outcome.kind === 'conflict') return 'moved'
  if (outcome.kind === 'not') return outcome.why
  return outcome.kind === 'acknowledged' ? 'done' : outcome.reason
}
