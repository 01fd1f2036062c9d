import { DONE } from '../event-stream.ts'
import { FaultError } from '../fault.ts'
import { type CallPiece, Chunk, type Part, type Piece, type Usage } from './chunk.ts'

const START = { type: 'message_start', message: {} }
const STOP = { type: 'message_stop' }
const STOP_REASONS: Readonly<Record<string, string>> = {
  length: 'max_tokens',
  // Mistral's name for a conversation that has become too long.
  model_length: 'model_context_window_exceeded',
  content_filter: 'refusal',
  // Z.ai's name for the same.
  sensitive: 'refusal',
}

/**
 * Turns the pieces of one answer into events of the Messages format (wire.ts). What a piece belongs to is decided there:
 * text and thoughts have no index, and pieces of calls are passed on as they came. An answer is whole when a reason to
 * stop came, or `[DONE]`; counts are no end, since some servers send them first.
 */
export class Translator {
  #isBegun = false
  #hasText = false
  #hasThoughts = false
  #hasCalls = false
  #isRefusal = false

  /** @param received one piece, unchecked */
  take(received: unknown): readonly unknown[] {
    if (received === DONE) return [STOP]
    const parsed = Chunk.safeParse(received)
    if (!parsed.success) return []
    const { choices, usage } = parsed.data
    const before = this.#told()
    // One answer is asked for, so each choice is a part of it: GitHub Copilot and LiteLLM put the text into one and the
    // calls into another.
    const pieces = choices.map(({ delta, message }) => delta ?? (message ? { ...message, ...before } : null))
    const events = [
      ...(this.#isBegun ? [] : [START]),
      ...pieces.flatMap((piece) => (piece ? this.#takePiece(piece) : [])),
    ]
    this.#isBegun = true
    const finish = choices.map(({ finish_reason: reason }) => reason).findLast(isNamed)
    if (finish === 'error') throw new FaultError({ kind: 'broken-answer' })
    const delta = isNamed(finish) ? { stop_reason: this.#stopReason(finish) } : {}
    return usage || isNamed(finish)
      ? [...events, { type: 'message_delta', delta, usage: usage ? usageOf(usage) : undefined }]
      : events
  }

  #stopReason(finish: string): string {
    return STOP_REASONS[finish] ?? (this.#hasCalls ? 'tool_use' : this.#isRefusal ? 'refusal' : 'end_turn')
  }

  /** What a message would say once more: it holds all that came in pieces. */
  #told(): Partial<Piece> {
    return {
      ...(this.#hasText && { content: '', refusal: '' }),
      ...(this.#hasThoughts && { reasoning_content: '', reasoning: '', reasoning_details: [] }),
      ...(this.#hasCalls && { tool_calls: [], function_call: null }),
    }
  }

  #takePiece(piece: Piece): readonly unknown[] {
    const { content, refusal, tool_calls: calls, function_call: called } = piece
    const parts = typeof content === 'string' ? saidText(content) : (content ?? []).flatMap(saidIn)
    const thought = reasoningOf(piece)
    this.#hasText ||= parts.length > 0
    this.#hasThoughts ||= thought !== ''
    // Of several with a name in one piece, each is another call.
    const areSeveral = calls.length > 1 && calls.every((call) => call.function?.name)
    this.#isRefusal ||= Boolean(refusal)
    this.#hasCalls ||= calls.length > 0 || Boolean(called)
    return [
      ...saidThought(thought),
      ...parts,
      ...saidText(refusal ?? ''),
      ...calls.map((call, at) => calledIn(areSeveral ? { ...call, index: call.index ?? at } : call)),
      ...(called ? [calledIn({ index: 0, function: called })] : []),
    ]
  }
}

type Events = readonly object[]

const said = (delta: object): Events => [{ type: 'content_block_delta', delta }]
const saidText = (text: string): Events => (text === '' ? [] : said({ type: 'text_delta', text }))
const saidThought = (thinking: string): Events => (thinking === '' ? [] : said({ type: 'thinking_delta', thinking }))

function saidIn(part: Part): Events {
  if (part.type === 'text') return saidText(part.text)
  const { thinking } = part
  return saidThought(typeof thinking === 'string' ? thinking : thinking.map(({ text }) => text).join(''))
}

function calledIn({ index, id, function: called, extra_content: extra }: CallPiece): object {
  return {
    type: 'call_piece',
    index,
    id,
    name: called?.name,
    text: called?.arguments,
    signature: extra?.google.thought_signature,
  }
}

/** Each server has its own name for thoughts; some send them under two at once. */
function reasoningOf({ reasoning_content: content, reasoning, reasoning_details: details }: Piece): string {
  return content || reasoning || details.map(({ text, summary }) => text ?? summary ?? '').join('')
}

/** Some servers write "" or "null" until the answer ends. */
function isNamed(reason: string | null | undefined): reason is string {
  return reason !== null && reason !== undefined && reason !== '' && reason !== 'null'
}

/**
 * The prompt's tokens include those from the cache. Thoughts are part of the output, except for xAI and Gemini, which
 * count them in the total alone.
 */
function usageOf(usage: Usage): object {
  const prompt = usage.prompt_tokens ?? 0
  const details = usage.prompt_tokens_details
  const cached = details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? 0
  const written = details?.cache_write_tokens ?? 0
  const output = Math.max(usage.completion_tokens ?? 0, (usage.total_tokens ?? 0) - prompt)
  const thinking = usage.completion_tokens_details?.reasoning_tokens
  return {
    input_tokens: Math.max(0, prompt - cached - written),
    output_tokens: output,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: written,
    ...(thinking ? { output_tokens_details: { thinking_tokens: thinking } } : {}),
  }
}
