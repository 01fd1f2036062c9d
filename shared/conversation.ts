import { z } from 'zod'
import type { Budget, Measure } from './budget.ts'
import { Ulid } from './change.ts'
import { Commit, CommitName } from './commit.ts'
import type { JobSessionRef } from './jobs/names.ts'
import { Message } from './messages/message.ts'
import { type ConversationId } from './origin.ts'
import type { Picture } from './pictures.ts'
import type { Saving } from './saving.ts'
import type { RequestUsage } from './usage.ts'

/** How a turn ended. */
export const TurnEnd = z.enum(['done', 'stopped', 'failed', 'interrupted', 'max_tokens', 'refused', 'limit'])
export type TurnEnd = z.infer<typeof TurnEnd>

/**
 * Next steps after a turn that did not end well, or that wrapped up, most useful first. `fresh` begins a conversation
 * that gets only the memory; `stop` is done with this one.
 */
export const NextStep = z.enum(['continue', 'retry', 'edit', 'settings', 'new-conversation', 'fresh', 'stop'])
export type NextStep = z.infer<typeof NextStep>

/** A tool call as the thread shows it. `result` is what the model received. */
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

/**
 * What happened to the context: old tool results left out, or everything before summarised; the agent asked to save
 * before that; thoughts that the service did not show the model again; or pictures that it does not take.
 */
export const ContextEdit = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('cleared'), toolUses: z.number(), tokens: z.number() }),
    z.object({ kind: z.literal('compacted'), summary: z.string().nullable() }),
    z.object({ kind: z.literal('saving') }),
    z.object({ kind: z.literal('thoughts-dropped'), thoughts: z.number() }),
    z.object({ kind: z.literal('pictures-dropped'), pictures: z.number() }),
  ])
  .readonly()
export type ContextEdit = z.infer<typeof ContextEdit>

/**
 * A turn that follows from an earlier one: answered again after a failure, continued, its answer regenerated, or
 * with its message changed (`edit`). The last two replace that turn and all after it. In a `wrap-up` the agent was asked
 * to write down where it is.
 */
export const Follows = z
  .object({ kind: z.enum(['retry', 'continue', 'regenerate', 'edit', 'wrap-up']), turn: z.number().int().positive() })
  .readonly()
export type Follows = z.infer<typeof Follows>

/** Whether a turn's text is the user's own. That of one that only goes on, or wraps up, is the app's. */
export const isUsersText = ({ follows }: { readonly follows?: Follows | undefined }): boolean =>
  follows?.kind !== 'continue' && follows?.kind !== 'wrap-up'

/** Why nothing of an answer arrives for now. */
export const Waiting = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('again'),
      /** What happened, as a short sentence. */
      what: Message,
      /** The attempt that comes next, and how many there are. */
      attempt: z.number(),
      of: z.number(),
      until: z.string(),
    }),
    /** The model was asked and has not failed, but nothing of its answer has come for minutes. */
    z.object({ kind: z.literal('quiet'), since: z.string() }),
  ])
  .readonly()
export type Waiting = z.infer<typeof Waiting>

/** What the user was told of a limit: see the event `limit.told`. */
export interface ToldLimit extends Measure {
  readonly state: 'near' | 'used-up' | 'unknown'
}

export type TurnPart =
  | { readonly kind: 'text'; readonly text: string }
  /** What the model thought, as far as it shows it. */
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'edit'; readonly edit: ContextEdit }
  | { readonly kind: 'limit'; readonly told: ToldLimit }
  | { readonly kind: 'call'; readonly call: ToolCall }

export interface Turn {
  readonly number: number
  readonly message: Ulid
  readonly text: string
  readonly pictures?: readonly Picture[] | undefined
  /** With its message the user asked to save something. */
  readonly remember?: true | undefined
  readonly startedAt: string
  readonly provider: string
  readonly model: string
  readonly parts: readonly TurnPart[]
  /** Set while nothing arrives; not kept. */
  readonly waiting?: Waiting | undefined
  /** `null` while the turn runs. `reason` is a sentence for people. */
  readonly end: {
    readonly kind: TurnEnd
    readonly reason: Message | null
    readonly next: readonly NextStep[]
    readonly at: string
  } | null
  readonly follows?: Follows | undefined
  /** The turn that replaced it: the model is not sent this one any more. */
  readonly replacedBy?: number | undefined
  /** What the server counted for each answer so far. */
  readonly requests: readonly RequestUsage[]
}

/** The state of the memory that a conversation looks at instead of the present one, and cannot change. */
export const PastPoint = z.object({ commit: CommitName, time: z.string() }).readonly()
export type PastPoint = z.infer<typeof PastPoint>

/** A conversation that is a session of a job. */
export interface ConversationJob extends JobSessionRef {
  /** Whether the job's log was written after everything else that the session wrote. */
  readonly isWrappedUp: boolean
}

export interface ConversationSummary {
  readonly id: ConversationId
  /** The user's title, else a few words of the first message; empty if that has none. */
  readonly title: string
  readonly store: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly turns: number
  /** How many commits its turns made. */
  readonly changes: number
  readonly running: boolean
  /** Above the others in the list. */
  readonly pinned: boolean
  /** Out of the list, until it is asked for. */
  readonly archived: boolean
  /** `null` for the present memory. */
  readonly at: PastPoint | null
  /** It reads the memory, writes nothing, and is gone when it is closed or the app is. */
  readonly temporary: boolean
  /** `null` for the one in Settings, or the job's. */
  readonly budget: Budget | null
  /** What becomes of what the agent writes; `null` for what Settings say. */
  readonly saving: Saving | null
  readonly job: ConversationJob | null
}

export interface Conversation extends ConversationSummary {
  readonly transcript: readonly Turn[]
  /** The `seq` of the last event in the transcript; 0 if there was none. */
  readonly seq: number
}

/** Words to find in titles and messages: all of them, ignoring case. */
export const ConversationQuery = z
  .object({ words: z.string().max(1_000), limit: z.number().int().min(1).max(100).optional() })
  .readonly()
export type ConversationQuery = z.infer<typeof ConversationQuery>

/** A conversation with the words: its first message that has them all; `null` if the title has them. */
export interface ConversationHit extends Pick<ConversationSummary, 'id' | 'title' | 'updatedAt'> {
  readonly message: { readonly turn: number; readonly by: 'user' | 'agent'; readonly text: string } | null
}

/** Newest first. `isComplete` is false if there may be more. */
export interface ConversationSearch {
  readonly hits: readonly ConversationHit[]
  readonly isComplete: boolean
}
