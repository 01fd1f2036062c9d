import { z } from 'zod'
import { Ulid } from './change.ts'
import { Commit, type ConversationId } from './commit.ts'

/** How a turn ended. */
export const TurnEnd = z.enum(['done', 'stopped', 'failed', 'interrupted', 'max_tokens', 'refused'])
export type TurnEnd = z.infer<typeof TurnEnd>

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

export type TurnPart =
  | { readonly kind: 'text'; readonly text: string }
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
  readonly end: { readonly kind: TurnEnd; readonly reason: string | null; readonly at: string } | null
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
}
