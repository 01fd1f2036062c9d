import { t } from '@lingui/core/macro'
import type { ConversationSummary } from '../../shared/conversation.ts'
import { api, sentence } from '../state/api.ts'
import { commitsOf } from '../state/chat-store.ts'
import { diffText } from '../state/copy-commit.ts'
import { saveAs } from '../state/save-as.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { learnCommits, useUndoes } from '../state/undone-store.ts'
import { undoneBy } from '../state/undone.ts'
import { conversationMarkdown } from './conversation-markdown.ts'

/** Saves a conversation as Markdown, where the user wants it. */
export async function exportConversation({ id, title }: ConversationSummary): Promise<void> {
  try {
    const conversation = await api.chat.open.query({ id })
    const turns = conversation?.transcript ?? []
    const commits = commitsOf(turns)
    learnCommits(commits)
    const diffs = new Map<string, string>()
    // One after the other: a long conversation has many.
    for (const { id: commit, changes } of commits) diffs.set(commit, await diffText(changes))
    const { undoes } = useUndoes.getState()
    const isUndone = ({ variorumId }: (typeof commits)[number]): boolean => undoneBy(undoes, variorumId) !== null
    await saveAs(title, 'md', conversationMarkdown({ title, turns, diffs, isUndone }))
  } catch (error) {
    const why = sentence(error)
    useStatusBar.getState().warn(t`Couldn’t export the conversation. ${why}`)
  }
}
