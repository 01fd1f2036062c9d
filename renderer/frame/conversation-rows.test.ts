import { describe, expect, it } from 'vitest'
import type { ConversationSummary } from '../../shared/conversation.ts'
import { conversation } from '../testing/conversations.ts'
import { conversationRows } from './conversation-rows.ts'

const DAY_MS = 86_400_000

function used(id: string, daysAgo: number, how: Partial<ConversationSummary> = {}): ConversationSummary {
  return conversation({ id, updatedAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(), ...how })
}

const LIST = [
  used('old', 800),
  used('older', 900),
  used('put away', 2, { archived: true, pinned: true }),
  used('now', 0),
  used('kept', 700, { pinned: true }),
  used('unkept', 3, { temporary: true }),
  used('yesterday', 1),
]

describe('conversationRows', () => {
  it('has a heading for each span, the latest first, and the archive behind a button', () => {
    expect(conversationRows(LIST, false).map(({ id }) => id)).toEqual([
      'span Temporary',
      'unkept',
      'span Pinned',
      'kept',
      'span Today',
      'now',
      'span Yesterday',
      'yesterday',
      'span Earlier',
      'old',
      'older',
      'archive',
    ])
  })

  it('shows the archive below its button', () => {
    const rows = conversationRows(LIST, true)
    expect(rows.slice(-3).map(({ id }) => id)).toEqual(['archive', 'span Archive', 'put away'])
    expect(rows.find(({ kind }) => kind === 'archive')).toMatchObject({ archived: 1 })
  })

  it('has no button without an archive', () => {
    expect(conversationRows([], true)).toEqual([])
    expect(conversationRows([used('now', 0)], true)).toHaveLength(2)
  })
})
