import { say } from '../../../shared/messages/say.ts'
import type { Store } from '../../memory/store-interface.ts'
import type { ConversationLog } from './log.ts'
import { openCalls, openTurn, timeOf } from './replay.ts'

const DONE = 'The command was carried out; the app was closed before its answer was written down.'
const NOT_DONE = 'Not executed: the app was closed.'

/**
 * Ends a turn that a crash interrupted. The store knows the outcome of a call: a commit names the call it was made for.
 */
export async function endInterrupted(log: ConversationLog, store: Store): Promise<void> {
  for (const { conversation, turn, call } of openCalls(log.lines())) {
    const commit = await store.commitOfCall(call.call)
    const outcome =
      commit === null ? ({ state: 'failed', result: NOT_DONE } as const) : ({ state: 'done', result: DONE } as const)
    await log.append({
      type: 'tool.returned',
      conversation,
      turn,
      call: { ...call, ...outcome, commit },
      lineage: 'agent',
      saw: {},
    })
  }
  const open = openTurn(log.lines())
  if (open === null) return
  const { conversation, turn } = open
  // It ran until then, as far as is known.
  const last = log.lines().at(-1)
  const reason = say('answer-interrupted')
  await log.append({
    type: 'turn.ended',
    conversation,
    turn,
    kind: 'interrupted',
    reason,
    next: ['retry'],
    time: last === undefined ? new Date().toISOString() : timeOf(last),
  })
}
