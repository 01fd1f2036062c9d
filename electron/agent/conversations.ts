import type { Conversation, ConversationSummary } from '../../shared/conversation.ts'

/** Conversations on disk. */
export interface Conversations {
  list(): Promise<readonly ConversationSummary[]>
  open(id: string): Promise<Conversation | null>
  rename(id: string, title: string): Promise<void>
  remove(id: string): Promise<void>
}
