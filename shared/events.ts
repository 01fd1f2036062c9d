import { z } from 'zod'
import { LimitName } from './budget.ts'
import { StorePath, Ulid } from './change.ts'
import { Commit } from './commit.ts'
import { ContextEdit, Follows, NextStep, ToolCall, TurnEnd, Waiting } from './conversation.ts'
import { Said } from './messages/said.ts'
import { Actor, ConversationId } from './origin.ts'
import { Pictures } from './pictures.ts'
import { RequestUsage } from './usage.ts'

const inTurn = {
  conversation: ConversationId,
  turn: z.number().int().positive(),
  /** The event's number in its conversation since the core was opened; set when it is announced. */
  seq: z.number().int().positive().optional(),
}

export const TurnStarted = z
  .object({
    type: z.literal('turn.started'),
    ...inTurn,
    message: Ulid,
    text: z.string(),
    /** Those that go with the message. */
    pictures: Pictures.optional(),
    /** With the message the user asked to save something: where only that is saved, this turn may write. */
    remember: z.literal(true).optional(),
    provider: z.string(),
    model: z.string(),
    time: z.string(),
    follows: Follows.optional(),
  })
  .readonly()

/** A piece of the model's answer; pieces are concatenated without separators. */
export const TextStreamed = z.object({ type: z.literal('text.streamed'), ...inTurn, text: z.string() }).readonly()

/** A piece of the model's thoughts; pieces are concatenated like text. */
export const ThoughtStreamed = z.object({ type: z.literal('thought.streamed'), ...inTurn, text: z.string() }).readonly()

/**
 * What is kept of the answer that has just streamed is not what was streamed: the policies redact it, or text turned out
 * to be thoughts. The last `replaced` characters shown are replaced by the pieces.
 */
export const AnswerRedacted = z
  .object({
    type: z.literal('answer.redacted'),
    ...inTurn,
    replaced: z.number().int().nonnegative(),
    pieces: z.array(z.object({ kind: z.enum(['text', 'thought']), text: z.string() }).readonly()).readonly(),
  })
  .readonly()

/** The model answered a request, and this is what the server counted for it. */
export const RequestCounted = z
  .object({ type: z.literal('request.counted'), ...inTurn, usage: RequestUsage })
  .readonly()

/** The turn waits for the model, or does no longer (`null`). Not written to the conversation's file. */
export const TurnWaiting = z
  .object({ type: z.literal('turn.waiting'), ...inTurn, waiting: Waiting.nullable() })
  .readonly()

/** The call arrived completely and is about to run (`state` is "running"). */
export const ToolCalled = z.object({ type: z.literal('tool.called'), ...inTurn, call: ToolCall }).readonly()

/** The call ran (`state` is "done" or "failed"). */
export const ToolReturned = z.object({ type: z.literal('tool.returned'), ...inTurn, call: ToolCall }).readonly()

export const TurnEnded = z
  .object({
    type: z.literal('turn.ended'),
    ...inTurn,
    kind: TurnEnd,
    reason: Said.nullable(),
    next: z.array(NextStep).readonly().default([]),
    time: z.string(),
  })
  .readonly()

/** From here on, the model was sent less than the whole conversation. */
export const ContextEdited = z
  .object({ type: z.literal('context.edited'), ...inTurn, edit: ContextEdit, time: z.string() })
  .readonly()

/**
 * The user was told how much of a limit is used: from a share of it on (`near`), or all of it (`used-up`); or that it
 * cannot be kept, because the price is not known (`unknown`).
 */
export const LimitTold = z
  .object({
    type: z.literal('limit.told'),
    ...inTurn,
    limit: LimitName,
    state: z.enum(['near', 'used-up', 'unknown']),
    used: z.number(),
    most: z.number(),
    time: z.string(),
  })
  .readonly()

/** What happens inside a turn: streamed to the page, printed by `chat --json`. */
export const TurnEvent = z.discriminatedUnion('type', [
  TurnStarted,
  TextStreamed,
  ThoughtStreamed,
  AnswerRedacted,
  RequestCounted,
  TurnWaiting,
  ToolCalled,
  ToolReturned,
  ContextEdited,
  LimitTold,
  TurnEnded,
])
export type TurnEvent = z.infer<typeof TurnEvent>

/** Work long enough to report progress and be cancelled: checking the history, indexing it, and copying it. */
export const LongWork = z.enum(['check', 'history', 'bundle', 'sync'])
export type LongWork = z.infer<typeof LongWork>

/** Everything the core announces, in the past tense. Each event is announced once it is durable. */
export const AppEvent = z.discriminatedUnion('type', [
  TurnStarted,
  TextStreamed,
  ThoughtStreamed,
  AnswerRedacted,
  RequestCounted,
  TurnWaiting,
  ToolCalled,
  ToolReturned,
  ContextEdited,
  LimitTold,
  TurnEnded,
  /** A conversation was created, renamed, deleted, or written by another process: read it again. */
  z.object({ type: z.literal('conversation.changed'), conversation: ConversationId }).readonly(),
  z.object({ type: z.literal('memory.committed'), commit: Commit }).readonly(),
  /** Too much happened to announce one by one (another branch, a pull): read everything again. */
  z.object({ type: z.literal('memory.moved') }).readonly(),
  z
    .object({
      type: z.literal('memory.viewed'),
      path: z.union([StorePath, z.literal('')]),
      actor: Actor,
      conversation: ConversationId.optional(),
    })
    .readonly(),
  /** The store's status changed (git busy, files left out or withheld, what expires, damage found): read it again. */
  z.object({ type: z.literal('store.changed') }).readonly(),
  /** What waits for the user under Review changed without a commit. */
  z.object({ type: z.literal('review.changed') }).readonly(),
  /** A job changed without a commit: its plan was approved, its budget, a verdict. */
  z.object({ type: z.literal('jobs.changed') }).readonly(),
  /** What is under Upkeep changed without a commit: something was dismissed, or the state of tidying. */
  z.object({ type: z.literal('upkeep.changed') }).readonly(),
  /** A round with the remote began or ended, or the devices that share the store changed. */
  z.object({ type: z.literal('devices.changed') }).readonly(),
  /** Another store is open: read everything again. */
  z.object({ type: z.literal('store.opened') }).readonly(),
  /** `total` is 0 while unknown; the work is over, complete or not, when `done` equals it. */
  z.object({ type: z.literal('work.progressed'), work: LongWork, done: z.number(), total: z.number() }).readonly(),
  z.object({ type: z.literal('settings.changed') }).readonly(),
  /** A store that is kept besides the open one changed, or can be read from now on. */
  z.object({ type: z.literal('kept.changed') }).readonly(),
  /**
   * Other policies are in force: their text, as the store keeps it. `null` when none were ever put in force; then
   * `found` is the text of the file in the folder, if there is one, and the defaults apply unless they are weaker. Also
   * announced when the user settles a value on this device; the values themselves are in no event.
   */
  z
    .object({
      type: z.literal('policies.changed'),
      store: z.string(),
      inForce: z.string().nullable(),
      found: z.string().nullable(),
    })
    .readonly(),
])
export type AppEvent = z.infer<typeof AppEvent>
