import { assertNever } from '../../shared/assert-never.ts'
import type { Ulid } from '../../shared/change.ts'
import type { ContextEdit } from '../../shared/conversation.ts'
import type { RequestUsage } from '../../shared/usage.ts'
import { countsAtStart, latestCounts, usageFrom } from './reply-usage.ts'
import { CLEAR_TOOL_USES, type ReplyBlock, StreamEvent, type ToolUseBlock, type WireUsage } from './wire.ts'

// Assembles a streamed answer. Pure: takes what arrived so far and one event, returns what has arrived then.

interface ArrivingBlock {
  readonly index: number
  readonly block: ReplyBlock
  /** A tool call's input as far as it arrived; parsed only when the block is complete. */
  readonly json: string
  readonly isWhole: boolean
}

export interface ArrivingReply {
  readonly blocks: readonly ArrivingBlock[]
  /** Tokens, as reported so far. */
  readonly counts: WireUsage
  readonly edits: readonly ContextEdit[]
  readonly stopReason: string | null
  readonly refusal: Refusal | null
  /** The server said that the answer is complete. */
  readonly isWhole: boolean
  readonly characters: number
  /** More has arrived than is read of any answer. */
  readonly isTooLarge: boolean
}

/** Why a model declined, if it says. */
export interface Refusal {
  readonly category: string | null
  readonly explanation: string | null
}

const MAX_CHARACTERS = 4 * 1024 ** 2

export const NOTHING_ARRIVED: ArrivingReply = {
  blocks: [],
  counts: {},
  edits: [],
  stopReason: null,
  refusal: null,
  isWhole: false,
  characters: 0,
  isTooLarge: false,
}

/** A piece of the answer to be shown as it arrives. */
export interface ShownPiece {
  readonly kind: 'text' | 'thought'
  readonly text: string
}

const NOTHING: ShownPiece = { kind: 'text', text: '' }

/** @returns what has arrived, and the piece to show; events of an unknown kind change nothing */
export function receive(
  reply: ArrivingReply,
  received: unknown,
): { readonly reply: ArrivingReply; readonly piece: ShownPiece } {
  const parsed = StreamEvent.safeParse(received)
  if (!parsed.success) return { reply, piece: NOTHING }
  const event = parsed.data
  switch (event.type) {
    case 'message_start':
      return {
        reply: {
          ...reply,
          counts: latestCounts(reply.counts, countsAtStart(event.message.usage ?? {})),
          edits: [...reply.edits, ...droppedThoughts(event.message.input_transformations ?? [])],
        },
        piece: NOTHING,
      }
    case 'content_block_start': {
      const started = { index: event.index, block: event.content_block, json: '', isWhole: false }
      const piece = shownAtStart(event.content_block)
      return { reply: grownBy({ ...reply, blocks: [...reply.blocks, started] }, piece.text.length), piece }
    }
    case 'content_block_delta': {
      const grown = grownBy(reply, sizeOf(event.delta))
      const extended = update(grown, event.index, (arriving) => extend(arriving, event.delta))
      return { reply: extended, piece: shownIn(event.delta) }
    }
    case 'content_block_stop':
      return { reply: update(reply, event.index, (arriving) => ({ ...arriving, isWhole: true })), piece: NOTHING }
    case 'message_delta': {
      const edits = (event.context_management?.applied_edits ?? []).flatMap((edit): readonly ContextEdit[] =>
        edit.type === CLEAR_TOOL_USES && edit.cleared_tool_uses
          ? [{ kind: 'cleared', toolUses: edit.cleared_tool_uses, tokens: edit.cleared_input_tokens ?? 0 }]
          : [],
      )
      const stopReason = event.delta.stop_reason ?? reply.stopReason
      const refusal = event.delta.stop_details ?? reply.refusal
      const counts = latestCounts(reply.counts, event.usage ?? {})
      return { reply: { ...reply, stopReason, refusal, counts, edits: [...reply.edits, ...edits] }, piece: NOTHING }
    }
    case 'message_stop':
      return { reply: { ...reply, isWhole: true }, piece: NOTHING }
    default:
      return assertNever(event)
  }
}

function shownAtStart(block: ReplyBlock): ShownPiece {
  if (block.type === 'text') return { kind: 'text', text: block.text }
  return block.type === 'thinking' ? { kind: 'thought', text: block.thinking } : NOTHING
}

function shownIn(delta: Delta): ShownPiece {
  if (delta.type === 'text_delta') return { kind: 'text', text: delta.text }
  return delta.type === 'thinking_delta' ? { kind: 'thought', text: delta.thinking } : NOTHING
}

/** Thoughts that the service removed before the model saw them. Other entries changed nothing. */
function droppedThoughts(transformations: readonly { readonly type: string }[]): readonly ContextEdit[] {
  const thoughts = transformations.filter(({ type }) => type === 'thinking_dropped').length
  return thoughts === 0 ? [] : [{ kind: 'thoughts-dropped', thoughts }]
}

function update(
  reply: ArrivingReply,
  index: number,
  change: (arriving: ArrivingBlock) => ArrivingBlock,
): ArrivingReply {
  return { ...reply, blocks: reply.blocks.map((arriving) => (arriving.index === index ? change(arriving) : arriving)) }
}

type Delta = Extract<StreamEvent, { type: 'content_block_delta' }>['delta']

function extend(arriving: ArrivingBlock, delta: Delta): ArrivingBlock {
  const { block } = arriving
  if (block.type === 'text' && delta.type === 'text_delta')
    return { ...arriving, block: { ...block, text: block.text + delta.text } }
  if (block.type === 'thinking' && delta.type === 'thinking_delta')
    return { ...arriving, block: { ...block, thinking: block.thinking + delta.thinking } }
  if (block.type === 'thinking' && delta.type === 'signature_delta')
    return { ...arriving, block: { ...block, signature: block.signature + delta.signature } }
  if (block.type === 'tool_use' && delta.type === 'input_json_delta')
    return { ...arriving, json: arriving.json + delta.partial_json }
  if (block.type === 'compaction' && delta.type === 'compaction_delta') {
    const { type: _, ...fields } = delta
    return {
      ...arriving,
      block: { ...block, ...fields, encrypted_content: delta.encrypted_content ?? block.encrypted_content },
    }
  }
  return arriving
}

function grownBy(reply: ArrivingReply, more: number): ArrivingReply {
  const characters = reply.characters + more
  return { ...reply, characters, isTooLarge: characters > MAX_CHARACTERS }
}

function sizeOf(delta: Extract<StreamEvent, { type: 'content_block_delta' }>['delta']): number {
  switch (delta.type) {
    case 'text_delta':
      return delta.text.length
    case 'input_json_delta':
      return delta.partial_json.length
    case 'thinking_delta':
      return delta.thinking.length
    case 'signature_delta':
      return delta.signature.length
    case 'compaction_delta':
      return delta.content?.length ?? 0
    default:
      return assertNever(delta)
  }
}

/** A tool call that arrived completely. */
export interface RequestedCall {
  /** Our own id; servers repeat theirs. */
  readonly call: Ulid
  readonly toolUse: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  /** The input is not a JSON object, so the call must not be carried out. */
  readonly isBroken: boolean
  /** Something of it is kept in another form than the model wrote, since services would refuse that. */
  readonly isMended: boolean
}

export interface Reply {
  /** What is stored and sent back to the model: text as far as it arrived, everything else only if complete. */
  readonly content: readonly ReplyBlock[]
  readonly calls: readonly RequestedCall[]
  readonly usage: RequestUsage
  readonly stopReason: string | null
  readonly refusal: Refusal | null
  /** The server said that it is complete, or why the model stopped: what breaks after that takes nothing away. */
  readonly isWhole: boolean
  readonly isTooLarge: boolean
}

/** Context edits reported so far, in arrival order. */
export function editsOf({ blocks, edits }: ArrivingReply): readonly ContextEdit[] {
  const summaries = blocks.flatMap(({ block, isWhole }): readonly ContextEdit[] =>
    isWhole && block.type === 'compaction' ? [{ kind: 'compacted', summary: block.content }] : [],
  )
  return [...summaries, ...edits]
}

export function finishReply(arrived: ArrivingReply, newId: () => Ulid): Reply {
  const content: ReplyBlock[] = []
  const calls: RequestedCall[] = []
  let isMended = false
  for (const { block, json, isWhole } of arrived.blocks) {
    if (block.type === 'text') {
      if (block.text !== '') content.push(block)
    } else if (block.type === 'tool_use') {
      if (!isWhole) continue
      const call = readCall(block, json, newId(), calls)
      isMended ||= call.isMended
      if (block.name === '') continue // nobody can answer it, and services refuse it when it is sent back
      calls.push(call)
      content.push({ type: 'tool_use', id: call.toolUse, name: call.name, input: { ...call.input } })
    } else if (isWhole && !isMended) content.push(block)
    else content.push(...shownOnly(block))
  }
  const { counts, stopReason, refusal, isTooLarge } = arrived
  const isWhole = !isTooLarge && (arrived.isWhole || stopReason !== null)
  return { content, calls, usage: usageFrom(counts), stopReason, refusal, isWhole, isTooLarge }
}

/** A block that cannot be sent back: a thought must be whole, and come after exactly what it was written after. */
export function shownOnly(block: ReplyBlock): readonly ReplyBlock[] {
  return block.type === 'thinking' && block.thinking !== ''
    ? [{ type: 'shown_thinking', thinking: block.thinking }]
    : []
}

/** As OpenAI has it; others allow more. */
const MAX_NAME_CHARACTERS = 64

function readCall(block: ToolUseBlock, json: string, call: Ulid, earlier: readonly RequestedCall[]): RequestedCall {
  const isUsableId = /^[\w-]+$/.test(block.id) && !earlier.some((other) => other.toolUse === block.id)
  const input = json.trim() === '' ? block.input : parseObject(json)
  // Services refuse any other name when it is sent back.
  const name = block.name.replace(/[^\w-]/g, '_').slice(0, MAX_NAME_CHARACTERS)
  return {
    call,
    toolUse: isUsableId ? block.id : `toolu_${call}`,
    name,
    input: input ?? {},
    isBroken: input === null,
    isMended: !isUsableId || name !== block.name || name === '' || input === null,
  }
}

function parseObject(json: string): Readonly<Record<string, unknown>> | null {
  try {
    // The one key that changes an object when it is assigned; it is not read back from the file.
    const value: unknown = JSON.parse(json, (key, item: unknown) => (key === '__proto__' ? undefined : item))
    return isRecord(value) ? value : null
  } catch {
    return null // reported to the model as the call's result
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
