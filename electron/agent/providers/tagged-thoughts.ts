import { z } from 'zod'
import { orPing } from './event-stream.ts'

// Thoughts that arrive in the text, between tags: of servers that do not take them out, or not all of them.

/** What models write: Qwen, DeepSeek and most others; EXAONE; Reka; Seed; Magistral; Kimi. */
const TAGS: readonly (readonly [open: string, close: string])[] = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'seed:think'].map(
    (name) => [`<${name}>`, `</${name}>`] as const,
  ),
  ['[think]', '[/think]'],
  ['◁think▷', '◁/think▷'],
]
const CLOSING: ReadonlyMap<string, string> = new Map(TAGS)
const ANY_TAG = new RegExp(TAGS.flat().join('|').replaceAll(/[[\]]/g, '\\$&'), 'i')
const MAX_TAG_CHARACTERS = Math.max(...TAGS.flat().map(({ length }) => length))
/** So much blank text at the beginning may come before a tag. */
const MAX_BLANK_CHARACTERS = 1000

type Events = readonly object[]

/**
 * Tells thoughts from text, in events of the Messages format. A tag opens a thought where a line begins. One that closes
 * a thought which no tag opened (the template of many models opens it) makes all text before it a thought, once, unless
 * a fence or backticks mark it as something that is written about. Tags may arrive in pieces.
 */
export class TaggedThoughts {
  #state: 'beginning' | 'text' | 'thought' | 'after-thought' = 'beginning'
  #closing = ''
  /** What may be the beginning of a tag, or blank text before one. */
  #held = ''
  #line = new LineOfText()
  /** A thought has come, or a tag that is text: one that closes nothing is text from then on. */
  #isSettled = false
  /** The server takes thoughts out itself: it may leave a tag behind, but no thought. */
  #areApart = false

  take(event: unknown): Events {
    const text = textIn(event)
    if (text !== null) return this.#feed(text, false)
    this.#areApart ||= ThoughtEvent.safeParse(event).success
    return isContent(event) ? [...this.rest(), ...asEvents(event)] : asEvents(event)
  }

  /** What is left when the text has ended. */
  rest(): Events {
    return this.#feed('', true)
  }

  #feed(text: string, isEnd: boolean): Events {
    this.#held += text
    const events: object[] = []
    for (let isMore = this.#held !== ''; isMore;) isMore = this.#step(events, isEnd)
    return events
  }

  /** @returns whether more may be made of what is held */
  #step(events: object[], isEnd: boolean): boolean {
    switch (this.#state) {
      case 'thought':
        return this.#think(events, isEnd)
      case 'text':
        return this.#write(events, isEnd)
      default:
        return this.#begin(events, isEnd)
    }
  }

  /** Where the answer or its text begins: blank text before a tag, and after a thought, belongs to neither. */
  #begin(events: object[], isEnd: boolean): boolean {
    const start = this.#held.trimStart()
    const isBlank = start === '' && this.#held.length < MAX_BLANK_CHARACTERS
    if (!isEnd && (isBlank || (start !== '' && isBeginningOfTag(start)))) return false
    const tag = ANY_TAG.exec(start)
    if (tag?.index === 0 && this.#opensOrCloses(tag[0], events)) {
      this.#held = start.slice(tag[0].length)
      return this.#held !== ''
    }
    if (this.#state === 'after-thought') this.#held = start
    this.#state = 'text'
    return this.#held !== ''
  }

  #think(events: object[], isEnd: boolean): boolean {
    const end = this.#held.toLowerCase().indexOf(this.#closing)
    const ready = end < 0 ? this.#held.length - (isEnd ? 0 : heldBack(this.#held)) : end
    events.push(...saying('thinking', this.#held.slice(0, ready)))
    this.#held = this.#held.slice(end < 0 ? ready : end + this.#closing.length)
    if (end < 0) return false
    this.#state = 'after-thought'
    return this.#held !== ''
  }

  #write(events: object[], isEnd: boolean): boolean {
    const tag = ANY_TAG.exec(this.#held)
    const ready = tag?.index ?? this.#held.length - (isEnd ? 0 : heldBack(this.#held))
    const before = this.#held.slice(0, ready)
    this.#line.add(before)
    this.#held = this.#held.slice(ready)
    if (tag !== null && this.#opensOrCloses(tag[0], events, before)) {
      this.#held = this.#held.slice(tag[0].length)
      return this.#held !== ''
    }
    const written = tag === null ? before : before + tag[0]
    events.push(...saying('text', written))
    if (tag === null) return false
    this.#line.add(tag[0])
    this.#isSettled = true
    this.#held = this.#held.slice(tag[0].length)
    return this.#held !== ''
  }

  /** @param before the text between the last of the events and the tag */
  #opensOrCloses(tag: string, events: object[], before = ''): boolean {
    const closing = CLOSING.get(tag.toLowerCase())
    const isText = this.#areApart && this.#state === 'text'
    if (closing !== undefined && this.#line.isBlank && !this.#line.isFenced) {
      events.push(...saying('text', before))
      this.#closing = closing
      this.#state = 'thought'
    } else if (closing === undefined && !this.#isSettled && !this.#line.isQuoting && !isText) {
      events.push({ type: 'text_was_thought' }, ...saying('thinking', before))
      this.#state = 'after-thought'
    } else return false
    this.#isSettled = true
    this.#line = new LineOfText()
    return true
  }
}

/** What the text says about the place where it stands. */
class LineOfText {
  isFenced = false
  isBlank = true
  #start = ''
  #last = ''
  #ticks = 0

  add(text: string): void {
    for (const character of text) {
      if (character === '\n') this.#endLine()
      else this.#take(character)
    }
  }

  /** Whether what comes next is something that is written about. */
  get isQuoting(): boolean {
    return this.isFenced || this.#ticks % 2 === 1 || /["'“‘«„]/.test(this.#last)
  }

  #take(character: string): void {
    if (this.#start.length < 3) this.#start = (this.#start + character).trimStart()
    if (character === '`') this.#ticks += 1
    this.isBlank &&= character.trim() === ''
    this.#last = character
  }

  #endLine(): void {
    if (this.#start === '```' || this.#start === '~~~') this.isFenced = !this.isFenced
    ;[this.isBlank, this.#start, this.#last, this.#ticks] = [true, '', '', 0]
  }
}

/** How much of the end may be the beginning of a tag. */
function heldBack(text: string): number {
  for (let length = Math.min(text.length, MAX_TAG_CHARACTERS - 1); length > 0; length -= 1)
    if (isBeginningOfTag(text.slice(-length))) return length
  return 0
}

function isBeginningOfTag(text: string): boolean {
  const lower = text.toLowerCase()
  return TAGS.some((pair) => pair.some((tag) => tag.length > lower.length && tag.startsWith(lower)))
}

function saying(kind: 'text' | 'thinking', text: string): Events {
  if (text === '') return []
  const delta = kind === 'text' ? { type: 'text_delta', text } : { type: 'thinking_delta', thinking: text }
  return [{ type: 'content_block_delta', delta }]
}

const TextEvent = z.union([
  z
    .object({
      type: z.literal('content_block_start'),
      content_block: z.object({ type: z.literal('text'), text: z.string().catch('') }),
    })
    .transform(({ content_block: { text } }) => text),
  z
    .object({
      type: z.literal('content_block_delta'),
      delta: z.object({ type: z.literal('text_delta'), text: z.string().catch('') }),
    })
    .transform(({ delta: { text } }) => text),
])

function textIn(event: unknown): string | null {
  return TextEvent.safeParse(event).data ?? null
}

/** What comes after text, or ends the answer: the text before it is complete. */
const ContentEvent = z.union([
  z.object({ type: z.enum(['content_block_start', 'content_block_delta', 'call_piece', 'message_stop']) }),
  z.object({ type: z.literal('message_delta'), delta: z.object({ stop_reason: z.string() }) }),
])
const isContent = (event: unknown): boolean => ContentEvent.safeParse(event).success

const ThoughtEvent = z.object({
  type: z.literal('content_block_delta'),
  delta: z.object({ type: z.literal('thinking_delta'), thinking: z.string().min(1) }),
})

const asEvents = (event: unknown): Events => (typeof event === 'object' && event !== null ? [event] : [])

/** The events of an answer, with the thoughts in its text told from the text. */
export async function* withTaggedThoughts(events: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  const thoughts = new TaggedThoughts()
  try {
    for await (const event of events) yield* orPing(thoughts.take(event))
  } catch (error) {
    yield* thoughts.rest()
    throw error
  }
  yield* thoughts.rest()
}
