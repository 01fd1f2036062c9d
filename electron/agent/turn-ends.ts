import type { NextStep, TurnEnd } from '../../shared/conversation.ts'
import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { Reply } from './finish-reply.ts'
import { tellable } from './providers/service-failure.ts'
import { type Excess, MAX_BLOCKS, type Refusal } from './reply.ts'
import { isPause, type ReplyBlock } from './wire.ts'

// How an answer ends its turn. Pure.

export interface End {
  readonly kind: TurnEnd
  readonly reason: Message | null
  readonly next: readonly NextStep[]
}

/** Answers in a row that only paused, after which the turn ends: a server may repeat them forever. */
export const MAX_PAUSES = 3

/** Whether the model asks to be asked again and brought nothing. */
export function isOnlyPause({ content, calls, stopReason }: Reply): boolean {
  return isPause(stopReason) && calls.length === 0 && !content.some(isWords)
}

export function pausedFor(reply: Reply): End {
  return {
    kind: 'failed',
    reason: say('paused-too-often', { count: MAX_PAUSES }),
    next: orContinue(reply, ['retry']),
  }
}

const CUT_OFF = say('cut-off')

interface Circumstances {
  readonly isStopped: boolean
  /** Whether the turn has carried out a call, which is shown. */
  readonly hasShown: boolean
}

/** How an answer ends the turn; `null` when the turn continues. */
export function endAfter(reply: Reply, failure: End | null, { isStopped, hasShown }: Circumstances): End | null {
  if (isStopped) return stoppedIn(reply)
  if (reply.excess !== null) return BEYOND[reply.excess]
  if (failure !== null) return { ...failure, next: orContinue(reply, failure.next) }
  if (!reply.isWhole) return { kind: 'failed', reason: CUT_OFF, next: orContinue(reply, ['retry']) }
  if (isPause(reply.stopReason)) return null
  switch (reply.stopReason) {
    case 'max_tokens':
      return {
        kind: 'max_tokens',
        reason: say('answer-at-its-limit'),
        next: orContinue(reply, ['retry']),
      }
    case 'model_context_window_exceeded':
      return {
        kind: 'max_tokens',
        reason: say('conversation-too-long'),
        next: ['new-conversation', 'edit'],
      }
    case 'refusal':
      return { kind: 'refused', reason: describeRefusal(reply.refusal), next: ['edit', 'retry'] }
    default:
      return reply.calls.length > 0 ? null : endWithoutCalls(reply, hasShown)
  }
}

const KNOWN_STOPS: readonly (string | null)[] = ['end_turn', 'stop_sequence', 'tool_use', null]

function endWithoutCalls({ content, stopReason }: Reply, hasShown: boolean): End {
  const hasWords = content.some(isWords)
  if (!KNOWN_STOPS.includes(stopReason))
    return {
      kind: 'failed',
      reason: say('unknown-stop-reason', { name: nameOf(stopReason) }),
      next: ['retry'],
    }
  if (stopReason === 'tool_use')
    return {
      kind: 'failed',
      reason: say('call-missing'),
      next: ['retry'],
    }
  if (hasWords || hasShown) return { kind: 'done', reason: null, next: [] }
  const thought = content.some((block) => block.type === 'thinking' || block.type === 'redacted_thinking')
  return {
    kind: 'failed',
    reason: say(thought ? 'thought-and-answered-nothing' : 'answered-nothing'),
    next: ['retry'],
  }
}

/** A server may put anything there. */
function nameOf(stopReason: string | null): string | Message {
  return stopReason !== null && /^[\w.-]{1,40}$/.test(stopReason) ? stopReason : say('stop-reason-unreadable')
}

const BEYOND: Readonly<Record<Excess, End>> = {
  size: { kind: 'failed', reason: say('answer-endless'), next: ['retry', 'new-conversation'] },
  blocks: {
    kind: 'failed',
    reason: say('answer-in-too-many-parts', { count: MAX_BLOCKS }),
    next: ['retry', 'new-conversation'],
  },
}

/** The conversation's file has grown as large as it may. */
export function grownTooLarge(bytes: number): End {
  return { kind: 'max_tokens', reason: say('conversation-too-large', { size: { bytes } }), next: ['new-conversation'] }
}

/** The categories of the Messages format. */
const CATEGORIES: { readonly [category: string]: Message } = {
  cyber: say('refused-cyber'),
  bio: say('refused-bio'),
  frontier_llm: say('refused-frontier'),
  reasoning_extraction: say('refused-reasoning'),
  general_harms: say('refused-harm'),
}

function describeRefusal(refusal: Refusal | null): Message {
  const why = refusal?.category == null ? undefined : CATEGORIES[refusal.category]
  const words = refusal?.explanation == null ? null : tellable(refusal.explanation)
  if (words === null) return why === undefined ? say('model-declined') : say('model-declined-because', { why })
  return why === undefined
    ? say('model-declined-saying', { words })
    : say('model-declined-because-saying', { why, words })
}

export function stoppedIn(reply: Reply): End {
  return { kind: 'stopped', reason: null, next: orContinue(reply, ['retry']) }
}

/** If part of the answer arrived, continuing it comes first. */
function orContinue(reply: Reply, next: readonly NextStep[]): readonly NextStep[] {
  return isCutOff(reply) ? ['continue', ...next] : next
}

/** Whether an answer has words or calls but no end. Thoughts alone are not sent back, so there is nothing to continue. */
export function isCutOff({ content, isWhole, stopReason }: Pick<Reply, 'content' | 'isWhole' | 'stopReason'>): boolean {
  const hasBegun = content.some((block) => block.type === 'tool_use' || isWords(block))
  return hasBegun && (!isWhole || stopReason === 'max_tokens')
}

function isWords(block: ReplyBlock): boolean {
  return block.type === 'text' && block.text.trim() !== ''
}

/** Why a call of an answer that ends the turn is not carried out; `null` when it is. */
export function whyNotExecuted(end: End | null, isStopped: boolean): string | null {
  if (isStopped) return 'Not executed: stopped by the user.'
  switch (end?.kind) {
    case undefined:
      return null
    case 'max_tokens':
      return 'Not executed: the answer reached its maximum length.'
    default:
      return 'Not executed: the answer did not arrive completely.'
  }
}

/** Known failures have their own message; the message of any other is dropped, since it may name a host path. */
export function failedBy(error: unknown): End {
  const known = error instanceof AppError ? error : null
  const reason = known?.said ?? say('internal-error')
  return { kind: 'failed', reason, next: known?.data.next ?? ['retry'] }
}
