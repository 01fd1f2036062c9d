import type { ConversationSummary } from '../../shared/conversation.ts'
import type { TurnEvent } from '../../shared/events.ts'

export function foldSummaries(
  list: readonly ConversationSummary[],
  events: readonly TurnEvent[],
): readonly ConversationSummary[] {
  return events.reduce(
    (summaries, event) =>
      summaries.map((summary) => (summary.id === event.conversation ? foldSummary(summary, event) : summary)),
    list,
  )
}

/** Does not count changes: the core does, and the list is loaded again when a turn ends. */
function foldSummary(summary: ConversationSummary, event: TurnEvent): ConversationSummary {
  switch (event.type) {
    case 'turn.started':
      return { ...summary, running: true, turns: Math.max(summary.turns, event.turn), updatedAt: event.time }
    case 'turn.ended':
      return { ...summary, running: false, updatedAt: event.time }
    default:
      return summary
  }
}
