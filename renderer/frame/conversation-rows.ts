import { t } from '@lingui/core/macro'
import type { ConversationSummary } from '../../shared/conversation.ts'
import { spanName } from '../format/time.ts'

/** A row of the list of conversations: a heading, a conversation, or the button that shows the archive. */
export type ConversationListRow =
  | { readonly kind: 'span'; readonly id: string; readonly name: string }
  | { readonly kind: 'conversation'; readonly id: string; readonly conversation: ConversationSummary }
  | { readonly kind: 'archive'; readonly id: string; readonly archived: number }

/** The conversations by span, the latest first; temporary and pinned ones above, archived ones below if they are shown. */
export function conversationRows(
  list: readonly ConversationSummary[],
  archiveShown: boolean,
): readonly ConversationListRow[] {
  const sorted = list.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  const archived = sorted.filter((each) => each.archived)
  const temporary = sorted.filter((each) => each.temporary)
  const shown = sorted.filter((each) => !each.archived && !each.temporary)
  const pinned = shown.filter((each) => each.pinned)
  const spans = Map.groupBy(
    shown.filter((each) => !each.pinned),
    ({ updatedAt }) => spanName(updatedAt),
  )
  return [
    ...spanRows(t`Temporary`, temporary),
    ...spanRows(t`Pinned`, pinned),
    ...[...spans].flatMap(([name, conversations]) => spanRows(name, conversations)),
    ...(archived.length === 0 ? [] : [{ kind: 'archive', id: 'archive', archived: archived.length } as const]),
    ...spanRows(t({ message: 'Archive', context: 'where archived conversations are' }), archiveShown ? archived : []),
  ]
}

function spanRows(name: string, conversations: readonly ConversationSummary[]): readonly ConversationListRow[] {
  if (conversations.length === 0) return []
  return [
    { kind: 'span', id: `span ${name}`, name },
    ...conversations.map((conversation) => ({ kind: 'conversation', id: conversation.id, conversation }) as const),
  ]
}
