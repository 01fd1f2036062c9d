import { z } from 'zod'
import type { Picture } from '../../shared/pictures.ts'

// The part of the Messages format used here: what is sent to a model, and the events of its streamed answer. Unknown
// fields and kinds are dropped on arrival, so that a newer server does no harm; a field that is missing, or of another
// kind, counts as empty, and what that means is decided in reply.ts.

const text = z.string().catch('')
/** Some servers number their ids. */
const id = z.union([z.string(), z.number().transform(String)]).catch('')
/** Some servers write it as text. */
const index = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .nullable()
  .catch(null)

const TextBlock = z.object({ type: z.literal('text'), text })
const ThinkingBlock = z.object({ type: z.literal('thinking'), thinking: text, signature: text })
const RedactedThinkingBlock = z.object({ type: z.literal('redacted_thinking'), data: z.string() })
const ToolUseBlock = z.object({
  type: z.literal('tool_use'),
  id,
  name: text,
  input: z.record(z.string(), z.unknown()).catch({}),
})

/** A thought that is only shown: it held a secret, so it cannot be sent back as it was. */
const ShownThinkingBlock = z.object({ type: z.literal('shown_thinking'), thinking: z.string() })

/** The service's summary of what came before; sent back unchanged, with fields that are unknown here. */
const CompactionBlock = z.looseObject({
  type: z.literal('compaction'),
  content: z.string().nullable().default(null),
  encrypted_content: z.string().nullable().default(null),
  signature: z.string().nullish(),
})

/** A block of a model's answer. */
export const ReplyBlock = z.discriminatedUnion('type', [
  TextBlock,
  ThinkingBlock,
  RedactedThinkingBlock,
  ToolUseBlock,
  CompactionBlock,
  ShownThinkingBlock,
])
export type ReplyBlock = z.infer<typeof ReplyBlock>
/** A block that can be sent back. */
export type SentBlock = Exclude<ReplyBlock, z.infer<typeof ShownThinkingBlock>>
export interface ToolResultBlock {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  readonly content: string
  readonly is_error: boolean
}

export interface ImageBlock {
  readonly type: 'image'
  readonly source: { readonly type: 'base64'; readonly media_type: Picture['type']; readonly data: string }
}

export type UserBlock = { readonly type: 'text'; readonly text: string } | ImageBlock | ToolResultBlock

export type WireMessage =
  | { readonly role: 'user'; readonly content: readonly UserBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly SentBlock[] }

/** A block as it begins. Its input may be the text of one; the pieces of one that nobody here knows are not for others. */
const BeginningBlock = z.union([
  TextBlock,
  ThinkingBlock,
  RedactedThinkingBlock,
  ToolUseBlock.extend({ input: z.union([z.string(), ToolUseBlock.shape.input]) }),
  CompactionBlock,
  z.object({ type: z.string() }).transform(() => ({ type: 'unknown' as const })),
])
export type BeginningBlock = z.infer<typeof BeginningBlock>

const Delta = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text_delta'), text }),
  z.object({ type: z.literal('input_json_delta'), partial_json: text }),
  z.object({ type: z.literal('thinking_delta'), thinking: text }),
  z.object({ type: z.literal('signature_delta'), signature: text }),
  z.looseObject({
    type: z.literal('compaction_delta'),
    content: z.string().nullable(),
    encrypted_content: z.string().nullish(),
  }),
])
export type Delta = z.infer<typeof Delta>

/**
 * Not of the Messages format: a piece of a call, as the OpenAI format has it. Each of its fields may be empty; which call
 * it belongs to is decided in arriving-calls.ts.
 */
export const CallPiece = z.object({
  type: z.literal('call_piece'),
  index,
  id,
  name: text,
  /** Some more of the arguments. */
  text,
  /** The mark of the thoughts that led to the call. */
  signature: text,
})
export type CallPiece = z.infer<typeof CallPiece>

const count = z.number().min(0).nullish().catch(undefined)

const counts = {
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  cache_creation: z.object({ ephemeral_1h_input_tokens: count }).nullish().catch(undefined),
}
const WireCounts = z.object(counts)
export type WireCounts = z.infer<typeof WireCounts>

/**
 * Tokens; later counts of the same answer replace earlier ones. Entries of the kind `compaction` are not included in the
 * other counts; those of the kind `message` add up to them.
 */
const WireUsage = z
  .object({
    ...counts,
    output_tokens_details: z.object({ thinking_tokens: count }).nullish().catch(undefined),
    iterations: z
      .array(z.object({ type: z.string(), ...counts }))
      .nullish()
      .catch(undefined),
  })
  .nullish()
  .catch(undefined)
export type WireUsage = NonNullable<z.infer<typeof WireUsage>>

export const CLEAR_TOOL_USES = 'clear_tool_uses_20250919'
const AppliedEdit = z.object({ type: z.string(), cleared_tool_uses: count, cleared_input_tokens: count })
const ContextManagement = z
  .object({ applied_edits: z.array(AppliedEdit) })
  .nullish()
  .catch(undefined)

/** Whether an answer with this reason to stop is only paused: the model is asked to go on. */
export function isPause(stopReason: string | null): boolean {
  return stopReason === 'pause_turn' || stopReason === 'compaction'
}

const MAX_EXPLANATION_CHARACTERS = 2000
const words = z.string().transform((text) => text.slice(0, MAX_EXPLANATION_CHARACTERS))

/** Why the model declined to answer. */
const StopDetails = z
  .object({ category: words.nullish(), explanation: words.nullish() })
  .transform(({ category = null, explanation = null }) => ({ category, explanation }))
  .nullish()
  .catch(undefined)

/** Blocks that failed one of the service's checks and were not shown to the model, or shown all the same. */
const InputTransformations = z
  .array(z.object({ type: z.string(), reason: z.string().default('') }))
  .nullish()
  .catch(undefined)

const MAX_REASON_CHARACTERS = 100

/** Some servers write "" or "null" until they know it. */
const stopReason = z
  .string()
  .transform((reason) => (reason === '' || reason === 'null' ? null : reason.slice(0, MAX_REASON_CHARACTERS)))
  .nullish()
  .catch(null)

/** The events of a streamed answer that are used here. */
export const StreamEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message_start'),
    message: z.object({ usage: WireUsage, input_transformations: InputTransformations }),
  }),
  z.object({ type: z.literal('content_block_start'), index, content_block: BeginningBlock }),
  z.object({ type: z.literal('content_block_delta'), index, delta: Delta }),
  z.object({ type: z.literal('content_block_stop'), index }),
  CallPiece,
  /** Not of the Messages format: the text that has arrived was a thought (tagged-thoughts.ts). */
  z.object({ type: z.literal('text_was_thought') }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: stopReason, stop_details: StopDetails }).catch({}),
    usage: WireUsage,
    context_management: ContextManagement,
  }),
  z.object({ type: z.literal('message_stop') }),
])
export type StreamEvent = z.infer<typeof StreamEvent>
