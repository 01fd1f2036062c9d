import type { Follows } from '../../../shared/conversation.ts'
import { AppError } from '../../../shared/errors.ts'
import { isCutOff } from '../turn-ends.ts'
import type { Line, LineOf } from './lines.ts'

export interface Beginning {
  readonly text: string
  readonly follows: Follows
}

/** How a turn without its own message begins. What the model is sent for it is derived in messages.ts. */
export function beginAgain(lines: readonly Line[], wanted: 'retry' | 'continue'): Beginning {
  const last = lines.findLast((line) => line.type === 'turn.started')
  if (last === undefined)
    throw new AppError('bad-request', 'There is no message yet that could be answered again. Write one first.')
  // If nothing was cut off, there is nothing to continue: the message is answered again.
  const kind = wanted === 'continue' && canGoOn(lines, last.turn) ? 'continue' : 'retry'
  return { text: kind === 'continue' ? 'Go on.' : last.text, follows: { kind, turn: last.turn } }
}

/**
 * A turn that takes the place of an earlier one and of all after it: the model is not sent those any more.
 * @param text the changed message; left out, the answer is regenerated
 */
export function beginInstead(lines: readonly Line[], turn: number, text?: string): Beginning {
  const replaced = lines.findLast((line) => line.type === 'turn.started' && line.turn === turn)
  if (replaced?.type !== 'turn.started')
    throw new AppError('bad-request', 'There is no such message in this conversation. Nothing was sent.')
  const message = messageOf(lines, replaced)
  if (text === undefined) return { text: message.text, follows: { kind: 'regenerate', turn: message.turn } }
  return { text, follows: { kind: 'edit', turn: message.turn } }
}

/** The turn with the message that a turn without its own one answers. */
function messageOf(lines: readonly Line[], turn: LineOf<'turn.started'>): LineOf<'turn.started'> {
  const { follows } = turn
  if (follows === undefined || follows.kind === 'edit' || follows.kind === 'regenerate' || follows.turn >= turn.turn)
    return turn
  const before = lines.findLast((line) => line.type === 'turn.started' && line.turn === follows.turn)
  return before?.type === 'turn.started' ? messageOf(lines, before) : turn
}

/** Whether its answer was cut off, or ended at a limit. */
function canGoOn(lines: readonly Line[], turn: number): boolean {
  const reply = lines.findLast((line) => line.type === 'model.replied' && line.turn === turn)
  if (reply?.type !== 'model.replied') return false
  const isAtLimit = lines.some((line) => line.type === 'turn.ended' && line.turn === turn && line.kind === 'limit')
  return isCutOff(reply) || (isAtLimit && reply.content.length > 0)
}
