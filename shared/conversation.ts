import { z } from 'zod'
import { Ulid } from './change.ts'
import { Commit, type ConversationId } from './commit.ts'
import type { TurnUsage } from './usage.ts'

/** How a turn ended. */
export const TurnEnd = z.enum(['done', 'stopped', 'failed', 'interrupted', 'max_tokens', 'refused'])
export type TurnEnd = z.infer<typeof TurnEnd>

/** What can be done where a turn did not end well, the most useful first. */
export const NextStep = z.enum(['continue', 'retry', 'settings', 'new-conversation'])
export type NextStep = z.infer<typeof NextStep>

/** A tool call as it stands in the thread. `result` is what the model was told. */
export const ToolCall = z
  .object({
    call: Ulid,
    tool: z.string(),
    /** The model's input, as JSON; for the memory tool `{ command, path, … }`. Shown, never trusted. */
    input: z.record(z.string(), z.unknown()),
    state: z.enum(['running', 'done', 'failed']),
    result: z.string().nullable(),
    /** The commit the call made; `null` for views and failures. */
    commit: Commit.nullable(),
    time: z.string(),
  })
  .readonly()
export type ToolCall = z.infer<typeof ToolCall>

/** How the context was made smaller: old tool results left out, or all that came before summed up. */
export const ContextEdit = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('cleared'), toolUses: z.number(), tokens: z.number() }),
    z.object({ kind: z.literal('compacted'), summary: z.string().nullable() }),
  ])
  .readonly()
export type ContextEdit = z.infer<typeof ContextEdit>

/** A turn that the user began without a message of its own. */
export const Follows = z.object({ kind: z.enum(['retry', 'continue']), turn: z.number().int().positive() }).readonly()
export type Follows = z.infer<typeof Follows>

export type TurnPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'edit'; readonly edit: ContextEdit }
  | { readonly kind: 'call'; readonly call: ToolCall }

export interface Turn {
  readonly number: number
  readonly message: Ulid
  readonly text: string
  readonly startedAt: string
  readonly provider: string
  readonly model: string
  readonly parts: readonly TurnPart[]
  /** `null` while the turn runs. `reason` is a sentence for people. */
  readonly end: {
    readonly kind: TurnEnd
    readonly reason: string | null
    readonly next: readonly NextStep[]
    readonly at: string
  } | null
  /** Set when it answers an earlier turn's message again, or goes on with its answer. */
  readonly follows?: Follows | undefined
  /** Set when it has ended and the server counted. */
  readonly usage?: TurnUsage | undefined
}

export interface ConversationSummary {
  readonly id: ConversationId
  /** The user's own title, else the first words of the first message. */
  readonly title: string
  readonly store: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly turns: number
  /** How many commits its turns made. */
  readonly changes: number
  readonly running: boolean
}

export interface Conversation extends ConversationSummary {
  readonly transcript: readonly Turn[]
  /** The `seq` of the last event that the transcript holds; 0 where none was told. */
  readonly seq: number
}
