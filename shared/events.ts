import { z } from 'zod'
import { StorePath, Ulid } from './change.ts'
import { Actor, Commit, ConversationId } from './commit.ts'
import { ContextEdit, Follows, NextStep, ToolCall, TurnEnd } from './conversation.ts'
import { TurnUsage } from './usage.ts'

const inTurn = {
  conversation: ConversationId,
  turn: z.number().int().positive(),
  /** Which event of its conversation it is since the core was opened; only those that are told have it. */
  seq: z.number().int().positive().optional(),
}

export const TurnStarted = z
  .object({
    type: z.literal('turn.started'),
    ...inTurn,
    message: Ulid,
    text: z.string(),
    provider: z.string(),
    model: z.string(),
    time: z.string(),
    follows: Follows.optional(),
  })
  .readonly()

/** A piece of the model's answer; pieces follow one another without anything between them. */
export const TextStreamed = z.object({ type: z.literal('text.streamed'), ...inTurn, text: z.string() }).readonly()

/** The call arrived whole and is about to run (`state` is "running"). */
export const ToolCalled = z.object({ type: z.literal('tool.called'), ...inTurn, call: ToolCall }).readonly()

/** The call ran (`state` is "done" or "failed"). */
export const ToolReturned = z.object({ type: z.literal('tool.returned'), ...inTurn, call: ToolCall }).readonly()

export const TurnEnded = z
  .object({
    type: z.literal('turn.ended'),
    ...inTurn,
    kind: TurnEnd,
    reason: z.string().nullable(),
    next: z.array(NextStep).readonly().default([]),
    time: z.string(),
    /** Missing where the server counted nothing. */
    usage: TurnUsage.optional(),
  })
  .readonly()

/** From here on the model was sent less than the whole conversation. */
export const ContextEdited = z
  .object({ type: z.literal('context.edited'), ...inTurn, edit: ContextEdit, time: z.string() })
  .readonly()

/** What happens inside a turn: streamed to the page, printed by `chat --json`. */
export const TurnEvent = z.discriminatedUnion('type', [
  TurnStarted,
  TextStreamed,
  ToolCalled,
  ToolReturned,
  ContextEdited,
  TurnEnded,
])
export type TurnEvent = z.infer<typeof TurnEvent>

/** What may take long enough to be told of and cancelled: looking whether the history is whole, reading it into the index. */
export const LongWork = z.enum(['check', 'history'])
export type LongWork = z.infer<typeof LongWork>

/** Everything the core announces, in the past tense. Each is told once it is durable. */
export const AppEvent = z.discriminatedUnion('type', [
  TurnStarted,
  TextStreamed,
  ToolCalled,
  ToolReturned,
  ContextEdited,
  TurnEnded,
  /** A conversation was made, renamed, deleted, or written by another process: ask again. */
  z.object({ type: z.literal('conversation.changed'), conversation: ConversationId }).readonly(),
  z.object({ type: z.literal('memory.committed'), commit: Commit }).readonly(),
  /** More happened than is worth telling one by one (another branch, a pull): ask again. */
  z.object({ type: z.literal('memory.moved') }).readonly(),
  z
    .object({
      type: z.literal('memory.viewed'),
      path: z.union([StorePath, z.literal('')]),
      actor: Actor,
      conversation: ConversationId.optional(),
    })
    .readonly(),
  /** Something about the store changed (git busy, files left out or withheld, what expires, damage found): ask for its status. */
  z.object({ type: z.literal('store.changed') }).readonly(),
  /** Another store is open: everything is another one's. */
  z.object({ type: z.literal('store.opened') }).readonly(),
  z.object({ type: z.literal('store.damaged'), found: z.string(), done: z.string() }).readonly(),
  /** `total` is 0 as long as nobody knows how much there is; it is over when `done` has reached it, at its end or not. */
  z.object({ type: z.literal('work.progressed'), work: LongWork, done: z.number(), total: z.number() }).readonly(),
  z.object({ type: z.literal('settings.changed') }).readonly(),
  /** Other policies are in force: their text, as the store keeps it; null while the defaults are. */
  z.object({ type: z.literal('policies.changed'), inForce: z.string().nullable() }).readonly(),
])
export type AppEvent = z.infer<typeof AppEvent>
