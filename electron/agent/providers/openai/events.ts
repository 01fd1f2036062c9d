import { FaultError } from '../fault.ts'
import { type ArrivingCall, continuedBy } from './calls.ts'
import { type CallPiece, Chunk, type Part, type Piece, type Usage } from './chunk.ts'
import { type Said, splitThoughts } from './split-thoughts.ts'

const START = { type: 'message_start', message: {} }
const STOP_REASONS: Readonly<Record<string, string>> = {
  length: 'max_tokens',
  // Mistral's name for a conversation that has become too long.
  model_length: 'model_context_window_exceeded',
  content_filter: 'refusal',
  // Z.ai's name for the same.
  sensitive: 'refusal',
}

/** Turns the pieces of one answer into events of the Messages format (wire.ts). */
export class Translator {
  readonly #thoughts: ReturnType<typeof splitThoughts> | null
  #calls: readonly ArrivingCall[] = []
  /** The text or thought that is being written. */
  #open: { readonly index: number; readonly kind: Said['kind'] } | null = null
  #blocks = 0
  #finish: string | null = null
  #isBegun = false
  #isRefusal = false
  #isCounted = false

  constructor({ thinksInText }: { readonly thinksInText: boolean }) {
    this.#thoughts = thinksInText ? splitThoughts() : null
  }

  /** The server said why the answer ends, or counted it, which comes last. */
  get isWhole(): boolean {
    return this.#finish !== null || this.#isCounted
  }

  /** @param received one piece, unchecked */
  take(received: unknown): readonly unknown[] {
    const parsed = Chunk.safeParse(received)
    if (!parsed.success) return []
    const { choices, usage } = parsed.data
    const [choice] = choices
    const events: unknown[] = this.#isBegun ? [] : [START]
    this.#isBegun = true
    const piece = choice?.delta ?? choice?.message
    if (piece) events.push(...this.#takePiece(piece))
    if (isNamed(choice?.finish_reason)) this.#finish = choice.finish_reason
    if (!usage) return events
    this.#isCounted ||= choices.length === 0
    return [...events, { type: 'message_delta', delta: {}, usage: usageOf(usage) }]
  }

  /** What is left when the stream has ended. */
  end(): readonly unknown[] {
    const rest = (this.#thoughts?.rest() ?? []).flatMap(({ kind, text }) => this.#say(kind, text))
    if (!this.isWhole) return rest
    if (this.#finish === 'error') throw new FaultError({ kind: 'broken-answer' })
    const stops = this.#calls.map(({ block }) => ({ type: 'content_block_stop', index: block }))
    const usual = this.#calls.length > 0 ? 'tool_use' : this.#isRefusal ? 'refusal' : 'end_turn'
    const reason = STOP_REASONS[this.#finish ?? ''] ?? usual
    return [
      ...rest,
      ...this.#close(),
      ...stops,
      { type: 'message_delta', delta: { stop_reason: reason } },
      { type: 'message_stop' },
    ]
  }

  #takePiece(piece: Piece): readonly unknown[] {
    const parts = typeof piece.content === 'string' ? this.#split(piece.content) : (piece.content ?? []).map(saidIn)
    this.#isRefusal ||= Boolean(piece.refusal)
    const said: readonly Said[] = [
      { kind: 'thinking', text: reasoningOf(piece) },
      ...parts,
      { kind: 'text', text: piece.refusal ?? '' },
    ]
    const older: readonly CallPiece[] = piece.function_call ? [{ index: 0, function: piece.function_call }] : []
    return [
      ...said.flatMap(({ kind, text }) => this.#say(kind, text)),
      ...[...piece.tool_calls, ...older].flatMap((call) => this.#call(call)),
    ]
  }

  #split(text: string): readonly Said[] {
    return this.#thoughts?.feed(text) ?? [{ kind: 'text', text }]
  }

  #say(kind: Said['kind'], text: string): readonly unknown[] {
    if (text === '') return []
    const events: unknown[] = []
    if (this.#open?.kind !== kind) {
      const block = kind === 'text' ? { type: kind, text: '' } : { type: kind, thinking: '', signature: '' }
      const begun = this.#begin(block)
      this.#open = { index: begun.index, kind }
      events.push(...begun.events)
    }
    const delta = kind === 'text' ? { type: 'text_delta', text } : { type: 'thinking_delta', thinking: text }
    return [...events, { type: 'content_block_delta', index: this.#open.index, delta }]
  }

  #call(piece: CallPiece): readonly unknown[] {
    const events: unknown[] = []
    let call = continuedBy(piece, this.#calls)
    if (call === null) {
      const signature = piece.extra_content?.google.thought_signature
      if (signature !== undefined) events.push(...this.#sign(signature))
      const id = piece.id ?? ''
      const begun = this.#begin({ type: 'tool_use', id, name: piece.function.name ?? '', input: {} })
      events.push(...begun.events)
      call = { block: begun.index, id, index: piece.index ?? null, arguments: '' }
      this.#calls = [...this.#calls, call]
    }
    const json = piece.function.arguments ?? ''
    if (json === '') return events
    const { block } = call
    this.#calls = this.#calls.map((other) =>
      other.block === block ? { ...other, arguments: other.arguments + json } : other,
    )
    const delta = { type: 'input_json_delta', partial_json: json }
    return [...events, { type: 'content_block_delta', index: block, delta }]
  }

  /** A thought without words before its call: the signature goes back to the server with it. */
  #sign(signature: string): readonly unknown[] {
    const { index, events } = this.#begin({ type: 'thinking', thinking: '', signature })
    return [...events, { type: 'content_block_stop', index }]
  }

  #begin(block: object): { readonly index: number; readonly events: readonly unknown[] } {
    const events = this.#close()
    const index = this.#blocks
    this.#blocks += 1
    return { index, events: [...events, { type: 'content_block_start', index, content_block: block }] }
  }

  #close(): readonly unknown[] {
    if (this.#open === null) return []
    const { index } = this.#open
    this.#open = null
    return [{ type: 'content_block_stop', index }]
  }
}

function saidIn(part: Part): Said {
  if (part.type === 'text') return { kind: 'text', text: part.text }
  const { thinking } = part
  return { kind: 'thinking', text: typeof thinking === 'string' ? thinking : thinking.map(({ text }) => text).join('') }
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
