import type { NextStep, TurnEnd } from '../../shared/conversation.ts'
import { AppError } from '../../shared/errors.ts'
import { tellable } from './providers/service-failure.ts'
import type { Refusal, Reply } from './reply.ts'
import { isPause, type ReplyBlock } from './wire.ts'

// How an answer ends its turn. Pure.

export interface End {
  readonly kind: TurnEnd
  readonly reason: string | null
  readonly next: readonly NextStep[]
}

/** Answers in a row that only paused, after which the turn ends: a server may repeat them for ever. */
export const MAX_PAUSES = 3

/** Whether the model asks to be asked again and brought nothing. */
export function isOnlyPause({ content, calls, stopReason }: Reply): boolean {
  return isPause(stopReason) && calls.length === 0 && !content.some(isWords)
}

export function pausedFor(reply: Reply): End {
  return {
    kind: 'failed',
    reason: `The model paused ${MAX_PAUSES} times in a row without going on, so its turn was ended. Your message is kept. Retry, or ask another model.`,
    next: orContinue(reply, ['retry']),
  }
}

const CUT_OFF =
  'The model was cut off in the middle of its answer. What arrived is kept and no memory was half-written. Retry, or if part of it arrived, Continue resumes there.'

interface Circumstances {
  readonly isStopped: boolean
  /** Whether the turn has carried out a call, which is shown. */
  readonly hasShown: boolean
}

/** How an answer ends the turn; `null` when the turn continues. */
export function endAfter(reply: Reply, failure: End | null, { isStopped, hasShown }: Circumstances): End | null {
  if (isStopped) return stoppedIn(reply)
  if (reply.isTooLarge) return TOO_LARGE
  if (failure !== null) return { ...failure, next: orContinue(reply, failure.next) }
  if (!reply.isWhole) return { kind: 'failed', reason: CUT_OFF, next: orContinue(reply, ['retry']) }
  if (isPause(reply.stopReason)) return null
  switch (reply.stopReason) {
    case 'max_tokens':
      return {
        kind: 'max_tokens',
        reason: 'The answer reached its maximum length and ends here. Continue to have the model finish it.',
        next: orContinue(reply, ['retry']),
      }
    case 'model_context_window_exceeded':
      return {
        kind: 'max_tokens',
        reason: 'The conversation has become too long for the model. Begin a new one; the memory goes with you.',
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
      reason: `The model stopped for a reason that Variorum does not know: ${nameOf(stopReason)}. What it said until then is kept. Retry, or ask another model.`,
      next: ['retry'],
    }
  if (stopReason === 'tool_use')
    return {
      kind: 'failed',
      reason:
        'The model wanted to use a tool and did not say which, so nothing was done. Your message is kept. Retry, or ask another model.',
      next: ['retry'],
    }
  if (hasWords || hasShown) return { kind: 'done', reason: null, next: [] }
  const thought = content.some((block) => block.type === 'thinking' || block.type === 'redacted_thinking')
  return {
    kind: 'failed',
    reason: `The model ${thought ? 'thought, and then ' : ''}answered nothing. Your message is kept. Retry, or ask another model.`,
    next: ['retry'],
  }
}

/** A server may put anything there. */
function nameOf(stopReason: string | null): string {
  return stopReason !== null && /^[\w.-]{1,40}$/.test(stopReason) ? stopReason : 'it has no readable name'
}

const TOO_LARGE: End = {
  kind: 'max_tokens',
  reason:
    'The answer grew beyond 4 MB, longer than any model writes, so Variorum stopped reading it. What arrived is kept; only its beginning is sent to the model again. Retry, or ask another model.',
  next: ['retry', 'new-conversation'],
}

/** The categories of the Messages format. */
const CATEGORIES: { readonly [category: string]: string } = {
  cyber: 'it may help an attack on computers',
  bio: 'it may help to do biological harm',
  frontier_llm: 'it may help to build a competing model',
  reasoning_extraction: "it asks for the model's own reasoning",
  general_harms: 'it may do harm',
}

function describeRefusal(refusal: Refusal | null): string {
  const category = refusal?.category == null ? undefined : CATEGORIES[refusal.category]
  const why = category === undefined ? '' : ` because ${category}`
  const said = refusal?.explanation == null ? null : tellable(refusal.explanation)
  const explanation = said === null ? '' : ` It says: “${said}.”`
  return `The model declined to answer${why}.${explanation} This message is not sent to it again; rephrase it, or ask something else.`
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
  const reason =
    known?.message ??
    'An internal error ended the answer. What was written before it is kept. Send the message again; if it happens again, report it.'
  return { kind: 'failed', reason, next: known?.data.next ?? ['retry'] }
}
