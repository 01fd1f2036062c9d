import type { ConversationSummary } from '../../shared/conversation.ts'

/** An idle conversation for tests, with defaults for whatever a test is not about. */
export function conversation(given: Partial<ConversationSummary> = {}): ConversationSummary {
  return {
    id: 'c',
    title: given.id ?? 'c',
    store: 's',
    createdAt: given.updatedAt ?? '',
    updatedAt: '',
    turns: 1,
    changes: 0,
    running: false,
    pinned: false,
    archived: false,
    at: null,
    temporary: false,
    budget: null,
    saving: null,
    job: null,
    ...given,
  }
}
