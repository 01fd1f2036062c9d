import type { ContextEdit, Waiting } from '../../shared/conversation.ts'
import { withTexts } from '../../shared/messages/message.ts'
import type { Lineage } from '../../shared/origin.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { ask } from './ask.ts'
import { makesRoom } from './context.ts'
import { isWrapUp } from './conversation/follow.ts'
import type { LineOf } from './conversation/lines.ts'
import { messagesOf, picturesIn, thoughtsIn } from './conversation/messages.ts'
import { streamed } from './conversation/replay.ts'
import { MAX_GROWN_BYTES } from './conversation/sizes.ts'
import { finishReply, type Reply, type RequestedCall } from './finish-reply.ts'
import { endAsAsked, nextLimitStep, type Terms } from './limits.ts'
import type { ToolResult } from './memory-tool/memory-tool.ts'
import { isAskedToSave, SKIPPED } from './notes.ts'
import { ProviderError } from './provider.ts'
import {
  asToolCall,
  dropPictures,
  dropThoughts,
  inTurn,
  makeRoom,
  recordEdits,
  recordReply,
  recordReturn,
  rethink,
  tell,
  tellLimit,
} from './record.ts'
import { ArrivingReply } from './reply.ts'
import type { TurnContext, TurnStart } from './turn-context.ts'
import {
  type End,
  endAfter,
  failedBy,
  grownTooLarge,
  isOnlyPause,
  MAX_PAUSES,
  pausedFor,
  stoppedIn,
  whyNotExecuted,
} from './turn-ends.ts'
import type { WireMessage } from './wire.ts'

/**
 * The agent's loop: the model answers, its tool calls are carried out in order, and it is asked again until it ends its
 * turn. Everything is written to the log before it is announced, and every request is derived from the log, so a
 * restart resumes exactly where this stopped.
 */

/** Runs a turn to its end. Never throws. The end is on disk; the caller announces it after closing the log. */
export async function runTurn(turn: TurnStart): Promise<LineOf<'turn.ended'>> {
  const { conversation, turn: number } = turn.started
  const { kind, reason, next } = await turn
    .prepare(turn.signal)
    .then((prepared) => runRounds({ ...turn, ...prepared }))
    .catch(failedBy)
  const ended = {
    type: 'turn.ended',
    conversation,
    turn: number,
    kind,
    // It may quote a service, and a service what it was sent.
    reason: reason === null ? null : withTexts(reason, (text) => turn.redactor.redact(text)),
    next,
    time: new Date().toISOString(),
  } as const
  return turn.log.append(ended).then(
    () => ended,
    (error) => ({ ...ended, ...failedBy(error) }),
  )
}

async function runRounds(turn: TurnContext): Promise<End> {
  let pauses = 0
  for (;;) {
    if (turn.log.bytes() > MAX_GROWN_BYTES) return grownTooLarge(turn.log.bytes())
    // Calls of one answer were written before any of them was carried out.
    const lineage = turn.memory.lineage()
    await turn.job?.refresh()
    const limits = nextLimitStep(turn.log.lines(), turn.started.turn, termsOf(turn))
    if (limits.end !== null) return limits.end
    for (const limit of limits.tell) await tellLimit(turn, limit)
    const holdsEdits = await makeRoom(turn)
    const { reply, edits, failure, refused, isSkipped } = await receiveReply(turn, holdsEdits)
    if (refused.thoughts > 0) await dropThoughts(turn, refused.thoughts)
    if (refused.pictures > 0) await dropPictures(turn, refused.pictures)
    if (refused.thoughts + refused.pictures > 0) continue
    await recordReply(turn, reply)
    await recordEdits(turn, edits)
    if (isSkipped) {
      const end = await skipSaving(turn, reply)
      if (end !== null) return end
      continue
    }
    pauses = isOnlyPause(reply) ? pauses + 1 : 0
    const hasShown = turn.log.lines().some((line) => line.type === 'tool.called' && line.turn === turn.started.turn)
    const end =
      pauses === MAX_PAUSES ? pausedFor(reply) : endAfter(reply, failure, { isStopped: turn.signal.aborted, hasShown })
    for (const call of reply.calls) {
      const obstacle = whyNotExecuted(end, turn.signal.aborted)
      if (obstacle === null) await carryOut(turn, call, lineage)
      else await refuse(turn, call, obstacle)
    }
    if (turn.signal.aborted) return stoppedIn(reply)
    if (end?.kind === 'done') return endAsAsked(turn.log.lines(), turn.started.turn, termsOf(turn)) ?? endOf(turn, end)
    if (end !== null) return end
  }
}

function termsOf({ terms, job, tuning }: TurnContext): Terms {
  return { ...terms(), job, maxInput: makesRoom(tuning) ? null : tuning.maxInput }
}

/** A turn that wrapped up leaves three choices. */
function endOf({ log, started }: TurnContext, end: End): End {
  return isWrapUp(log.lines(), started) ? { ...end, next: ['continue', 'fresh', 'stop'] } : end
}

/** The user skipped the round in which the agent was to write down where it is. @returns the end of the turn, if it had to end */
async function skipSaving(turn: TurnContext, reply: Reply): Promise<End | null> {
  for (const call of reply.calls) await refuse(turn, call, 'Not executed: the user skipped this.')
  const end = endAsAsked(turn.log.lines(), turn.started.turn, termsOf(turn))
  if (end === null) await tell(turn, SKIPPED)
  return end
}

interface Refused {
  readonly thoughts: number
  readonly pictures: number
}

interface Received {
  readonly reply: Reply
  readonly edits: readonly ContextEdit[]
  readonly failure: End | null
  /** How many were sent of what the service refused the request for. */
  readonly refused: Refused
  /** The agent was writing down where it is, and the user skipped that. */
  readonly isSkipped: boolean
}

/**
 * Receives one answer, announcing its text and the context edits as they arrive. A failure is returned with what
 * arrived before it.
 */
async function receiveReply(turn: TurnContext, holdsEdits: boolean): Promise<Received> {
  const { log, started, provider, prompt, tuning, emit, patience, round } = turn
  const isSaving = isAskedToSave(log.lines(), started.turn)
  const signal = isSaving ? AbortSignal.any([turn.signal, round.begin()]) : turn.signal
  const messages = messagesOf(log.lines(), started)
  const request = { model: started.model, prompt, messages, tuning, holdsEdits }
  const arriving = new ArrivingReply()
  let failure: End | null = null
  let refused: Refused = { thoughts: 0, pictures: 0 }
  let marked = 0
  try {
    const waiting = (wait: Waiting | null): void => {
      log.wait(wait)
      emit({ type: 'turn.waiting', ...inTurn(turn), waiting: wait })
    }
    for await (const event of ask(provider, request, { signal, patience, waiting, arriving })) {
      const { piece, wasThought } = arriving.take(event)
      // Edits reported before the first words are recorded before them, later ones after the answer.
      if (log.arriving().length === 0) {
        await recordEdits(turn, arriving.edits.slice(marked))
        marked = arriving.edits.length
      }
      if (wasThought) rethink(turn)
      if (arriving.excess !== null) break
      if (piece === null) continue
      log.arrive(piece)
      emit(streamed(piece, started))
    }
  } catch (error) {
    failure = failedBy(error)
    refused = refusedIn(messages, error)
  }
  round.end()
  // A failure after the complete answer does not affect it.
  const reply = finishReply(arriving, newUlid)
  return {
    reply,
    edits: arriving.edits.slice(marked),
    failure: reply.isWhole ? null : failure,
    refused,
    isSkipped: signal.aborted && !turn.signal.aborted,
  }
}

function refusedIn(messages: readonly WireMessage[], error: unknown): Refused {
  const problem = error instanceof ProviderError ? error.explanation.problem : undefined
  return {
    thoughts: problem === 'thoughts-refused' ? thoughtsIn(messages) : 0,
    pictures: problem === 'pictures-refused' ? picturesIn(messages) : 0,
  }
}

/** Carries out one call. It is logged before the store runs it, so that a crash in between can be settled. */
async function carryOut(turn: TurnContext, requested: RequestedCall, lineage: Lineage): Promise<void> {
  const call = asToolCall(requested, turn.redactor)
  turn.originals.keep(requested.call, requested.input)
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
  if (requested.refusal !== null) return failedCall(requested.refusal)
  if (requested.name !== 'memory')
    return failedCall(`Error: There is no tool named ${requested.name}. The one tool is named memory.`)
  const { turn, message, model } = started
  const { call, toolUse, input } = requested
  return memory.run(input, { turn, message, call, toolUse, provider: provider.id, model, lineage })
}

function failedCall(content: string): ToolResult {
  return { content, isError: true, commit: null, lineage: 'agent', saw: {} }
}
