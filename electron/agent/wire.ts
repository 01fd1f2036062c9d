import { z } from 'zod'

/**
 * The Messages format, as far as it is used here: what is sent to a model, and the events of its streamed answer.
 * Fields and kinds that are not named are dropped on arrival, so that a newer server does no harm.
 */

const TextBlock = z.object({ type: z.literal('text'), text: z.string() })
const ThinkingBlock = z.object({ type: z.literal('thinking'), thinking: z.string().default(''), signature: z.string().default('') })
const RedactedThinkingBlock = z.object({ type: z.literal('redacted_thinking'), data: z.string() })
const ToolUseBlock = z.object({ type: z.literal('tool_use'), id: z.string().default(''), name: z.string(), input: z.record(z.string(), z.unknown()).default({}) })

/** A block of a model's answer. */
export const ReplyBlock = z.discriminatedUnion('type', [TextBlock, ThinkingBlock, RedactedThinkingBlock, ToolUseBlock])
export type ReplyBlock = z.infer<typeof ReplyBlock>
export type ToolUseBlock = z.infer<typeof ToolUseBlock>

export interface ToolResultBlock {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  readonly content: string
  readonly is_error: boolean
}

export type UserBlock = { readonly type: 'text'; readonly text: string } | ToolResultBlock

export type WireMessage =
  | { readonly role: 'user'; readonly content: readonly UserBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly ReplyBlock[] }

const Delta = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text_delta'), text: z.string() }),
  z.object({ type: z.literal('input_json_delta'), partial_json: z.string() }),
  z.object({ type: z.literal('thinking_delta'), thinking: z.string() }),
  z.object({ type: z.literal('signature_delta'), signature: z.string() }),
])

/** The events of a streamed answer that matter here. */
export const StreamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('content_block_start'), index: z.number(), content_block: ReplyBlock }),
  z.object({ type: z.literal('content_block_delta'), index: z.number(), delta: Delta }),
  z.object({ type: z.literal('content_block_stop'), index: z.number() }),
  z.object({ type: z.literal('message_delta'), delta: z.object({ stop_reason: z.string().nullish() }) }),
  z.object({ type: z.literal('message_stop') }),
])
export type StreamEvent = z.infer<typeof StreamEvent>
