import { t } from '@lingui/core/macro'
import type { ConversationSummary } from '../../shared/conversation.ts'

/** What a conversation is called on the page, in the user's language where it has no title to be shown. */
export function titleOf({
  title,
  temporary = false,
}: Pick<ConversationSummary, 'title'> & Partial<Pick<ConversationSummary, 'temporary'>>): string {
  // Its own title would be kept by the browser, with the addresses it was at.
  if (temporary) return t`Temporary conversation`
  return title === '' ? t`New conversation` : title
}
