import type { Follows } from '../../../shared/conversation.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Line } from './lines.ts'

/** How a turn without its own message begins. What the model is sent for it is derived in messages.ts. */
export function beginAgain(
  lines: readonly Line[],
  wanted: Follows['kind'],
): { readonly text: string; readonly follows: Follows } {
  const last = lines.findLast((line) => line.type === 'turn.started')
  if (last === undefined)
    throw new AppError('bad-request', 'There is no message yet that could be answered again. Write one first.')
  // If nothing was cut off, there is nothing to continue: the message is answered again.
  const kind = wanted === 'continue' && wasCutOff(lines, last.turn) ? 'continue' : 'retry'
  return { text: kind === 'continue' ? 'Go on.' : last.text, follows: { kind, turn: last.turn } }
}

function wasCutOff(lines: readonly Line[], turn: number): boolean {
  const reply = lines.findLast((line) => line.type === 'model.replied' && line.turn === turn)
  return (
    reply?.type === 'model.replied' && reply.content.length > 0 && (!reply.isWhole || reply.stopReason === 'max_tokens')
  )
}
