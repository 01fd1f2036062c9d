import type { Lineage } from '../../shared/commit.ts'
import type { ContextEdit, NextStep, TurnEnd } from '../../shared/conversation.ts'
import { AppError } from '../../shared/errors.ts'
import { newUlid } from '../disk/new-ulid.ts'
import type { LineOf } from './conversation/lines.ts'
import { messagesOf } from './conversation/messages.ts'
import { lineageOf, streamed, usageOf } from './conversation/replay.ts'
import { isAtLimit, limitNote, MAX_ROUNDS } from './limits.ts'
import type { ToolResult } from './memory-tool/memory-tool.ts'
import { asToolCall, inTurn, makeRoom, recordEdits, recordReply, recordReturn, tell } from './record.ts'
import { editsOf, finishReply, NOTHING_ARRIVED, receive, type Reply, type RequestedCall } from './reply.ts'
import type { TurnContext } from './turn-context.ts'

/**
 * The agent's loop: the model answers, its tool calls are carried out in order, and it is asked again until it ends its
 * turn. Everything is written to the log before it is announced, and every request is derived from the log, so a
 * restart resumes exactly where this stopped.
 */

interface End {
  readonly kind: TurnEnd
  readonly reason: string | null
  readonly next: readonly NextStep[]
}

/** Runs a turn to its end. Never throws. The end is on disk; the caller announces it after closing the log. */
export async function runTurn(turn: TurnContext): Promise<LineOf<'turn.ended'>> {
  const { conversation, turn: number } = turn.started
  const end = await runRounds(turn).catch(failedBy)
  const usage = usageOf(turn.log.lines(), number)
  const ended = {
    type: 'turn.ended',
    conversation,
    turn: number,
    ...end,
    time: new Date().toISOString(),
    ...(usage === undefined ? {} : { usage }),
  } as const
  return turn.log.append(ended).then(
    () => ended,
    (error) => ({ ...ended, ...failedBy(error) }),
  )
}

async function runRounds(turn: TurnContext): Promise<End> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const lineage = lineageOf(turn.log.lines())
    const limit = limitNote(round)
    if (limit !== null) await tell(turn, limit)
    const holdsEdits = await makeRoom(turn)
    const { reply, edits, failure } = await receiveReply(turn, holdsEdits)
    await recordReply(turn, reply)
    await recordEdits(turn, edits)
    const end = endAfter(reply, failure, turn.signal.aborted)
    for (const call of reply.calls) {
      const obstacle = turn.signal.aborted ? STOPPED_BY_USER : whyNotExecuted(end)
      if (obstacle === null) await carryOut(turn, call, lineage)
      else await refuse(turn, call, obstacle)
    }
    if (turn.signal.aborted) return stoppedIn(reply)
    if (end?.kind === 'done' && isAtLimit(round)) return AT_LIMIT
    if (end !== null) return end
  }
  return AT_LIMIT
}

const AT_LIMIT: End = {
  kind: 'limit',
  reason: `The model used its tools ${MAX_ROUNDS} times, the most in one turn. It was asked to write down where it is. Continue, and it goes on from there.`,
  next: ['continue', 'new-conversation'],
}

/**
 * Receives one answer, announcing its text and the context edits as they arrive. A failure is returned with what
 * arrived before it.
 */
async function receiveReply(
  turn: TurnContext,
  holdsEdits: boolean,
): Promise<{ readonly reply: Reply; readonly edits: readonly ContextEdit[]; readonly failure: End | null }> {
  const { log, started, provider, prompt, tuning, emit, signal } = turn
  const messages = messagesOf(log.lines(), started)
  const request = { model: started.model, prompt, messages, tuning, holdsEdits }
  let arrived = NOTHING_ARRIVED
  let failure: End | null = null
  let marked = 0
  try {
    for await (const event of provider.stream(request, signal)) {
      if (signal.aborted) break
      const { reply, piece } = receive(arrived, event)
      arrived = reply
      // Edits reported before the first words are recorded before them, later ones after the answer.
      if (log.arriving().length === 0) {
        await recordEdits(turn, editsOf(arrived).slice(marked))
        marked = editsOf(arrived).length
      }
      if (piece.text === '') continue
      log.arrive(piece)
      emit(streamed(piece, started))
    }
  } catch (error) {
    failure = failedBy(error)
  }
  // A failure after the complete answer does not affect it.
  return {
    reply: finishReply(arrived, newUlid),
    edits: editsOf(arrived).slice(marked),
    failure: arrived.isWhole ? null : failure,
  }
}

const CUT_OFF =
  'The model was cut off in the middle of its answer. What arrived is kept and no memory was half-written. Retry, or if part of it arrived, Continue resumes there.'

/** How an answer ends the turn; `null` when the turn continues. */
function endAfter(reply: Reply, failure: End | null, isStopped: boolean): End | null {
  if (isStopped) return stoppedIn(reply)
  if (failure !== null) return { ...failure, next: orContinue(reply, failure.next) }
  if (!reply.isWhole) return { kind: 'failed', reason: CUT_OFF, next: orContinue(reply, ['retry']) }
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
        next: ['new-conversation'],
      }
    case 'refusal':
      return {
        kind: 'refused',
        reason:
          'The model declined to answer. This message is not sent to it again; rephrase it, or ask something else.',
        next: ['retry'],
      }
    case 'pause_turn':
    case 'compaction':
      return null
    default:
      return reply.calls.length > 0 ? null : { kind: 'done', reason: null, next: [] }
  }
}

function stoppedIn(reply: Reply): End {
  return { kind: 'stopped', reason: null, next: orContinue(reply, ['retry']) }
}

/** If part of the answer arrived, continuing it comes first. */
function orContinue({ content, isWhole, stopReason }: Reply, next: readonly NextStep[]): readonly NextStep[] {
  return content.length > 0 && (!isWhole || stopReason === 'max_tokens') ? ['continue', ...next] : next
}

const STOPPED_BY_USER = 'Not executed: stopped by the user.'

function whyNotExecuted(end: End | null): string | null {
  switch (end?.kind) {
    case undefined:
      return null
    case 'stopped':
      return STOPPED_BY_USER
    case 'max_tokens':
      return 'Not executed: the answer reached its maximum length.'
    default:
      return 'Not executed: the answer did not arrive completely.'
  }
}

/** Carries out one call. It is logged before the store runs it, so that a crash in between can be settled. */
async function carryOut(turn: TurnContext, requested: RequestedCall, lineage: Lineage): Promise<void> {
  const call = asToolCall(requested, turn.redactor)
  const called = { type: 'tool.called', ...inTurn(turn), call } as const
  await turn.log.append(called)
  turn.emit(called)
  await recordReturn(turn, call, await answer(turn, requested, lineage))
}

/** Answers a call without carrying it out: a request with an unanswered call is invalid. */
async function refuse(turn: TurnContext, requested: RequestedCall, content: string): Promise<void> {
  await recordReturn(turn, asToolCall(requested, turn.redactor), failedCall(content))
}

async function answer(
  { started, provider, memory }: TurnContext,
  requested: RequestedCall,
  lineage: Lineage,
): Promise<ToolResult> {
  if (requested.name !== 'memory')
    return failedCall(`Error: There is no tool named ${requested.name}. The one tool is named memory.`)
  if (requested.isBroken)
    return failedCall("Error: Not executed: the call's input was not a JSON object. Send the call again.")
  const { turn, message, model } = started
  const { call, toolUse, input } = requested
  return memory.run(input, { turn, message, call, toolUse, provider: provider.id, model, lineage })
}

function failedCall(content: string): ToolResult {
  return { content, isError: true, commit: null, lineage: 'agent', saw: {} }
}

/** Known failures have their own message; the message of any other is dropped, since it may name a host path. */
function failedBy(error: unknown): End {
  const known = error instanceof AppError ? error : null
  const reason =
    known?.message ??
    'An internal error ended the answer. What was written before it is kept. Send the message again; if it happens again, report it.'
  return { kind: 'failed', reason, next: known?.data.next ?? ['retry'] }
}
