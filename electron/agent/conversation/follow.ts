import type { Follows } from '../../../shared/conversation.ts'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Picture } from '../../../shared/pictures.ts'
import { wrapUpMessage } from '../job-guidance.ts'
import { isCutOff } from '../turn-ends.ts'
import type { Line, LineOf } from './lines.ts'
import { jobOf, readsOnly } from './replay.ts'

/** What the user sends: words, pictures or both. */
export interface UserMessage {
  readonly text: string
  readonly pictures?: readonly Picture[]
  /** They ask to save something. */
  readonly remember?: true
}

export interface Beginning extends UserMessage {
  readonly follows: Follows
}

/** How a turn without its own message begins. What the model is sent for it is derived in messages.ts. */
export function beginAgain(lines: readonly Line[], wanted: 'retry' | 'continue'): Beginning {
  const last = lines.findLast((line) => line.type === 'turn.started')
  if (last === undefined) throw new AppError('bad-request', say('nothing-to-answer-again'))
  // If nothing was cut off, there is nothing to continue: the message is answered again.
  const kind = wanted === 'continue' && canGoOn(lines, last.turn) ? 'continue' : 'retry'
  const follows = { kind, turn: last.turn } as const
  if (kind === 'retry') return { text: last.text, ...askedBy(last), follows }
  return { text: 'Go on.', ...askedBy(isSetDown(lines, last.turn) ? workBefore(lines, last) : last), follows }
}

const askedBy = ({ remember }: Pick<UserMessage, 'remember'> = {}): Pick<UserMessage, 'remember'> =>
  remember === undefined ? {} : { remember }

/** The turn whose work goes on: a turn in which the agent wrote down where it is was asked for nothing else. */
function workBefore(lines: readonly Line[], turn: LineOf<'turn.started'>): LineOf<'turn.started'> | undefined {
  if (!isWrapUp(lines, turn)) return turn
  const { follows } = turn
  const before = lines.findLast((line) => line.type === 'turn.started' && line.turn === follows?.turn)
  return before?.type === 'turn.started' && before.turn < turn.turn ? workBefore(lines, before) : undefined
}

/** A turn in which the agent writes down where it is. Whoever asks for that wants it saved. */
export function beginWrapUp(lines: readonly Line[]): Beginning {
  const last = lines.findLast((line) => line.type === 'turn.started')
  if (last === undefined) throw new AppError('bad-request', say('nothing-to-wrap-up'))
  if (readsOnly(lines)) throw new AppError('bad-request', say('reading-needs-no-wrap-up'))
  return { text: wrapUpMessage(jobOf(lines)), remember: true, follows: { kind: 'wrap-up', turn: last.turn } }
}

/**
 * A turn that takes the place of an earlier one and of all after it: the model is not sent those any more.
 * @param message the changed one; left out, the answer is regenerated
 */
export function beginInstead(lines: readonly Line[], turn: number, message?: UserMessage): Beginning {
  const replaced = lines.findLast((line) => line.type === 'turn.started' && line.turn === turn)
  if (replaced?.type !== 'turn.started') throw new AppError('bad-request', say('unknown-message'))
  const asked = messageOf(lines, replaced)
  const { turn: first, text, pictures } = asked
  if (message !== undefined) return { ...message, follows: { kind: 'edit', turn: first } }
  const follows = { kind: 'regenerate', turn: first } as const
  return { text, ...(pictures !== undefined && { pictures }), ...askedBy(asked), follows }
}

/** The turn with the message that a turn without its own one answers. */
function messageOf(lines: readonly Line[], turn: LineOf<'turn.started'>): LineOf<'turn.started'> {
  const { follows } = turn
  const hasOwn = follows === undefined || !['retry', 'continue'].includes(follows.kind)
  if (hasOwn || follows.turn >= turn.turn) return turn
  const before = lines.findLast((line) => line.type === 'turn.started' && line.turn === follows.turn)
  return before?.type === 'turn.started' ? messageOf(lines, before) : turn
}

/** Whether its answer was cut off, or it ended with the agent having written down where it is. */
function canGoOn(lines: readonly Line[], turn: number): boolean {
  const reply = lines.findLast((line) => line.type === 'model.replied' && line.turn === turn)
  if (reply?.type !== 'model.replied') return false
  return isCutOff(reply) || (isSetDown(lines, turn) && reply.content.length > 0)
}

/** Whether a turn ended whole, with the agent having written down where it is: at a limit, or because the user wrapped up. */
export function isSetDown(lines: readonly Line[], turn: number): boolean {
  const started = lines.findLast((line) => line.type === 'turn.started' && line.turn === turn)
  const ended = lines.findLast((line) => line.type === 'turn.ended' && line.turn === turn)
  if (started?.type !== 'turn.started' || ended?.type !== 'turn.ended') return false
  return ended.kind === 'limit' || (ended.kind === 'done' && isWrapUp(lines, started))
}

/** Whether the message of a turn asks the agent to write down where it is. */
export function isWrapUp(lines: readonly Line[], turn: LineOf<'turn.started'>): boolean {
  const message = messageOf(lines, turn)
  if (message.follows?.kind !== 'regenerate') return message.follows?.kind === 'wrap-up'
  const { turn: replaced } = message.follows
  const before = lines.findLast((line) => line.type === 'turn.started' && line.turn === replaced)
  return before?.type === 'turn.started' && before.turn < message.turn && isWrapUp(lines, before)
}
