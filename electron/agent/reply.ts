import { assertNever } from '../../shared/assert-never.ts'
import type { ContextEdit } from '../../shared/conversation.ts'
import { type ArrivingCall, ArrivingCalls, type CallPiece } from './arriving-calls.ts'
import { clearedResults, droppedThoughts } from './reply-edits.ts'
import { countsAtStart, latestCounts } from './reply-usage.ts'
import { type BeginningBlock, type Delta, type ReplyBlock, StreamEvent, type WireUsage } from './wire.ts'

/** A piece of the answer to be shown as it arrives. */
export interface ShownPiece {
  readonly kind: 'text' | 'thought'
  readonly text: string
}

/** Why a model declined, if it says. */
export interface Refusal {
  readonly category: string | null
  readonly explanation: string | null
}

interface ArrivingWords {
  kind: ShownPiece['kind']
  readonly index: number | null
  text: string
  signature: string
  /** Its start did not come, or has not yet. */
  isBegunByPiece: boolean
  isOver: boolean
}

interface ArrivingBlock {
  readonly kind: 'block'
  readonly index: number | null
  block: Extract<ReplyBlock, { type: 'redacted_thinking' | 'compaction' }>
  isOver: boolean
}

interface UnknownBlock {
  readonly kind: 'unknown'
  readonly index: number | null
  isOver: boolean
}

type OpenPart = ArrivingWords | ArrivingBlock | UnknownBlock
export type ArrivingPart = OpenPart | { readonly kind: 'call'; readonly call: ArrivingCall }

/** A limit that an answer went beyond. */
export type Excess = 'size' | 'blocks'

/** Of all that is kept of an answer, names and ids too: as much as no model writes. */
const MAX_CHARACTERS = 4 * 1024 ** 2
/** Of the longest answers, each call and each text between them is one. */
export const MAX_BLOCKS = 1000
const MAX_EDITS = 100

/** What an event brings to be shown. */
export interface Taken {
  readonly piece: ShownPiece | null
  /** All text of the answer so far turned out to be a thought. */
  readonly wasThought: boolean
}

const NOTHING: Taken = { piece: null, wasThought: false }

/**
 * One answer as it arrives, in events of the Messages format. Servers leave events out, repeat them and number them in
 * ways of their own; what each of them means is decided here.
 *
 * Contract: what is shown of text and thoughts is what is kept. A block lasts until its end, until another begins under
 * its index, or until the answer ends; a piece of no block begins one. An answer is whole once the server says so after
 * the last of it: with `message_stop`, or with the reason why it stopped. Either is enough: gateways give no reason where
 * the server behind them gave none. What goes beyond the limits is neither shown nor kept.
 */
export class ArrivingReply {
  readonly parts: ArrivingPart[] = []
  /** Tokens, as reported so far. */
  counts: WireUsage = {}
  /** Context edits reported so far. */
  readonly edits: ContextEdit[] = []
  stopReason: string | null = null
  refusal: Refusal | null = null
  excess: Excess | null = null
  #isEnded = false
  #characters = 0
  readonly #calls = new ArrivingCalls()
  /** The last text or thought to begin. */
  #words: ArrivingWords | null = null
  /** By kind and index. */
  readonly #open = new Map<string, OpenPart>()

  /** Grows with what arrives of the answer itself, and with nothing else. */
  get size(): number {
    return this.#characters + this.#calls.size + this.parts.length
  }

  get isWhole(): boolean {
    return this.#isEnded && this.excess === null
  }

  /** @param received an event, unchecked; those of an unknown kind change nothing */
  take(received: unknown): Taken {
    const parsed = StreamEvent.safeParse(received)
    if (!parsed.success) return NOTHING
    const before = this.size
    const taken = this.#take(parsed.data)
    if (this.size > before) this.#isEnded = false
    return taken
  }

  #take(event: StreamEvent): Taken {
    switch (event.type) {
      case 'message_start':
        this.counts = latestCounts(this.counts, countsAtStart(event.message.usage ?? {}))
        this.#addEdits(droppedThoughts(event.message.input_transformations ?? []))
        return NOTHING
      case 'content_block_start':
        return this.#begin(event.content_block, event.index)
      case 'content_block_delta':
        return this.#continue(event.delta, event.index)
      case 'content_block_stop':
        this.#close(event.index)
        this.#calls.stop(event.index)
        return NOTHING
      case 'call_piece':
        return this.#call(event)
      case 'text_was_thought':
        return this.#rethink()
      case 'message_delta':
        this.counts = latestCounts(this.counts, event.usage ?? {})
        this.#addEdits(clearedResults(event.context_management?.applied_edits ?? []))
        this.refusal = event.delta.stop_details ?? this.refusal
        if (event.delta.stop_reason != null) this.#end(event.delta.stop_reason)
        return NOTHING
      case 'message_stop':
        this.#end(this.stopReason)
        return NOTHING
      default:
        return assertNever(event)
    }
  }

  #begin(block: BeginningBlock, index: number | null): Taken {
    switch (block.type) {
      case 'text':
        return this.#say({ kind: 'text', text: block.text }, index, true)
      case 'thinking': {
        const taken = this.#say({ kind: 'thought', text: block.thinking }, index, true)
        this.#sign(block.signature, index)
        return taken
      }
      case 'tool_use': {
        const { id, name, input } = block
        this.#close(index)
        const given = typeof input === 'string' ? input : JSON.stringify(input)
        return this.#call({ index, id, name, text: '', given }, true)
      }
      case 'unknown':
        this.#add({ kind: 'unknown', index, isOver: false }, 0)
        return NOTHING
      default:
        this.#add({ kind: 'block', index, block, isOver: false }, JSON.stringify(block).length)
        return NOTHING
    }
  }

  #continue(delta: Delta, index: number | null): Taken {
    if (this.#openAt('unknown', index) !== null) return NOTHING
    switch (delta.type) {
      case 'text_delta':
        return this.#say({ kind: 'text', text: delta.text }, index)
      case 'thinking_delta':
        return this.#say({ kind: 'thought', text: delta.thinking }, index)
      case 'signature_delta':
        this.#sign(delta.signature, index)
        return NOTHING
      case 'input_json_delta':
        return this.#call({ index, id: '', name: '', text: delta.partial_json })
      case 'compaction_delta': {
        const part = this.#openAt('block', index)
        if (part?.kind !== 'block' || part.block.type !== 'compaction') return NOTHING
        if (!this.#makeRoom(JSON.stringify(delta).length)) return NOTHING
        const { type: _, ...fields } = delta
        const encrypted_content = delta.encrypted_content ?? part.block.encrypted_content
        part.block = { ...part.block, ...fields, encrypted_content }
        return NOTHING
      }
      default:
        return assertNever(delta)
    }
  }

  /**
   * Goes on with the last text or thought, or begins another, so that what is kept has the order of what was shown.
   * @param begins a block begins with it, unless its pieces came before its start
   */
  #say(piece: ShownPiece, index: number | null, begins = false): Taken {
    const { kind, text } = piece
    const last = this.#words
    const isThere = last?.kind === kind && !last.isOver && (index === null || last.index === index)
    if (last !== null && isThere && (!begins || last.isBegunByPiece)) {
      if (!this.#makeRoom(text.length)) return NOTHING
      last.text += text
      if (begins) last.isBegunByPiece = false
    } else if (text !== '' || begins) {
      const words = { kind, index, text, signature: '', isBegunByPiece: !begins, isOver: false }
      if (!this.#add(words, text.length)) return NOTHING
      this.#words = words
    }
    return text === '' ? NOTHING : { piece, wasThought: false }
  }

  #sign(signature: string, index: number | null): void {
    const there = this.#openAt('thought', index)
    if (there?.kind === 'thought' && this.#makeRoom(signature.length)) there.signature += signature
  }

  /** @param begins the format says that a call begins */
  #call(piece: CallPiece, begins = false): Taken {
    if (this.excess !== null) return NOTHING
    const call = begins ? this.#calls.start(piece) : this.#calls.take(piece)
    if (call !== null) this.#add({ kind: 'call', call }, 0)
    this.#makeRoom(0)
    return NOTHING
  }

  #rethink(): Taken {
    for (const part of this.parts) {
      if (part.kind !== 'text') continue
      this.#open.delete(`text ${part.index}`)
      part.kind = 'thought'
    }
    return { piece: null, wasThought: true }
  }

  /** Without an index, what began last. */
  #openAt(kind: OpenPart['kind'], index: number | null): OpenPart | null {
    if (index !== null) return this.#open.get(`${kind} ${index}`) ?? null
    const last = this.parts.at(-1)
    return last?.kind === kind && !last.isOver ? last : null
  }

  /** @returns false where there is no room for it */
  #add(part: ArrivingPart, characters: number): boolean {
    if (this.parts.length === MAX_BLOCKS) this.excess ??= 'blocks'
    if (!this.#makeRoom(characters)) return false
    if (part.kind !== 'call') {
      if (part.kind === 'unknown' || part.kind === 'block' || !part.isBegunByPiece) this.#close(part.index)
      if (part.index !== null) this.#open.set(`${part.kind} ${part.index}`, part)
    }
    this.parts.push(part)
    return true
  }

  #makeRoom(characters: number): boolean {
    if (this.#characters + this.#calls.size + characters > MAX_CHARACTERS) this.excess ??= 'size'
    if (this.excess === null) this.#characters += characters
    return this.excess === null
  }

  #addEdits(edits: readonly ContextEdit[]): void {
    this.edits.push(...edits.slice(0, MAX_EDITS - this.edits.length))
  }

  /** Ends what is open under an index; without one, all of it. */
  #close(index: number | null): void {
    for (const [key, part] of this.#open) {
      if (index !== null && part.index !== index) continue
      this.#open.delete(key)
      part.isOver = true
      if (part.kind === 'block' && part.block.type === 'compaction')
        this.#addEdits([{ kind: 'compacted', summary: part.block.content }])
    }
  }

  #end(reason: string | null): void {
    this.#close(null)
    this.stopReason = reason
    this.#isEnded = true
  }
}
