import type { ToolCall } from '../../../shared/conversation.ts'
import { asNote, noteTagOf } from '../notes.ts'
import {
  isPause,
  type ReplyBlock,
  type SentBlock,
  type ToolResultBlock,
  type UserBlock,
  type WireMessage,
} from '../wire.ts'
import { isSetDown } from './follow.ts'
import type { Line, LineOf } from './lines.ts'
import { messageTurnOf, sentLines, turnsOf } from './sent-lines.ts'

// What a model is sent, derived from a conversation's lines. Pure: the running loop and a restart read them the same
// way. A new line only adds to the end of what was sent before, unless it says that something is left out from now on.

export const NOT_EXECUTED = 'Not executed.'
export const CLEARED = '[This old result was left out to make room. Call the tool again if it is needed.]'
const CONTINUE = 'Your last answer was cut off. Continue exactly where it ended; do not repeat what is already there.'
const GO_ON = 'Go on.'

/** The model to be asked. Thoughts and summaries are sent back only to the model that wrote them. */
export interface ModelRef {
  readonly provider: string
  readonly model: string
  /** Unknown in files of earlier versions. */
  readonly server?: string | undefined
}

/**
 * Every call has a result, carried out or not, under a unique id; roles alternate, and the last message is the user's. A
 * retried turn has its message once, without the discarded answer.
 */
export function messagesOf(all: readonly Line[], asked: ModelRef): readonly WireMessage[] {
  const lines = sentLines(all)
  const turns = turnsOf(lines)
  const results = new Map(lines.flatMap((line) => (line.type === 'tool.returned' ? [[line.call.call, line.call]] : [])))
  const cleared = new Set(lines.flatMap((line) => (line.type === 'results.cleared' ? line.calls : [])))
  const discarded = discardedReplies(lines)
  const valid = repliesWithValidThoughts(lines)
  const tag = noteTagOf(all)
  // Of a turn that was replaced, too.
  const takesPictures = !all.some(
    (line) => line.type === 'pictures.dropped' && isSame(turnsOf(all).get(line.turn), asked),
  )
  const usedIds = new Set<string>()
  const messages: WireMessage[] = []
  for (const line of lines) {
    if (line.type === 'model.told') addUser(messages, [{ type: 'text', text: asNote(line.text, tag) }])
    if (line.type === 'turn.started' && messageTurnOf(line, turns) === line.turn)
      addUser(messages, [...picturesOf(line, takesPictures), ...textOf(line, lines)])
    if (line.type === 'model.replied' && !discarded.has(line)) {
      const isOwn = isSame(turns.get(line.turn), asked)
      const content = withUniqueIds(line, usedIds).filter((block) => isSent(block, isOwn, valid.has(line)))
      const answer = withoutTrailingThoughts(content)
      if (answer.length === 0) continue
      messages.push({ role: 'assistant', content: answer })
      if (line.calls.length > 0) addUser(messages, resultsOf(answer, line, { results, cleared }))
      else if (isPause(line.stopReason)) addUser(messages, [{ type: 'text', text: GO_ON }])
    }
  }
  return messages
}

/** How many pictures are sent. */
export function picturesIn(messages: readonly WireMessage[]): number {
  return messages.flatMap(({ content }) => content.filter(({ type }) => type === 'image')).length
}

/** How many thoughts are sent back. */
export function thoughtsIn(messages: readonly WireMessage[]): number {
  const blocks = messages.flatMap(({ content }) => content.map(({ type }) => type))
  return blocks.filter((type) => type === 'thinking' || type === 'redacted_thinking').length
}

/** Pictures come before the text about them, as services advise. */
function picturesOf({ pictures = [] }: LineOf<'turn.started'>, areTaken: boolean): readonly UserBlock[] {
  return pictures.map(({ name, type, data }) =>
    areTaken
      ? { type: 'image', source: { type: 'base64', media_type: type, data } }
      : { type: 'text', text: `[The picture ${name} is left out: this model takes no pictures.]` },
  )
}

/** A message of pictures alone has none: services refuse blank text. */
function textOf({ follows, text }: LineOf<'turn.started'>, lines: readonly Line[]): readonly UserBlock[] {
  const said = follows?.kind !== 'continue' ? text : isSetDown(lines, follows.turn) ? GO_ON : CONTINUE
  return said.trim() === '' ? [] : [{ type: 'text', text: said }]
}

/** The last answer of each retried turn, unless the model was already asked with it: after a call, or a pause. */
function discardedReplies(lines: readonly Line[]): ReadonlySet<Line> {
  const retried = lines.flatMap((line) =>
    line.type === 'turn.started' && line.follows?.kind === 'retry' ? line.follows.turn : [],
  )
  const carriedOut = new Set(lines.flatMap((line) => (line.type === 'tool.called' ? line.call.call : [])))
  return new Set(
    retried.flatMap((turn) => {
      const last = lines.findLast((line) => line.type === 'model.replied' && line.turn === turn)
      if (last?.type !== 'model.replied' || isPause(last.stopReason)) return []
      return last.calls.some((call) => carriedOut.has(call)) ? [] : [last]
    }),
  )
}

/**
 * Replies whose thoughts may be sent back. A thought is valid only after exactly the text it was written after
 * (platform.claude.com/docs/en/build-with-claude/preserved-thinking): not after another prompt, and not after a result
 * that was left out since.
 */
function repliesWithValidThoughts(lines: readonly Line[]): ReadonlySet<Line> {
  const start = lines.findLastIndex((line) => line.type === 'prompt.fixed' || line.type === 'thoughts.dropped')
  const returnedAt = new Map(
    lines.flatMap((line, at) => (line.type === 'tool.returned' ? [[line.call.call, at] as const] : [])),
  )
  const clearings = lines.flatMap((line, at) =>
    line.type === 'results.cleared'
      ? [{ at, first: Math.min(...line.calls.map((call) => returnedAt.get(call) ?? at)) }]
      : [],
  )
  return new Set(
    lines.filter(
      (line, at) =>
        line.type === 'model.replied' &&
        at > start &&
        !clearings.some((clearing) => clearing.first < at && at < clearing.at),
    ),
  )
}

function isSame(one: ModelRef | undefined, other: ModelRef): boolean {
  if (one?.provider !== other.provider || one.model !== other.model) return false
  return one.server === undefined || other.server === undefined || one.server === other.server
}

function isSent(block: ReplyBlock, isOwn: boolean, isValid: boolean): block is SentBlock {
  if (block.type === 'text' || block.type === 'tool_use') return true
  if (!isOwn || block.type === 'shown_thinking') return false
  return block.type === 'compaction' || isValid
}

/** Some servers give every call the same id; others refuse that. */
function withUniqueIds({ content, calls }: LineOf<'model.replied'>, used: Set<string>): readonly ReplyBlock[] {
  let index = -1
  return content.map((block) => {
    if (block.type !== 'tool_use') return block
    index += 1
    const id = used.has(block.id) ? `toolu_${calls[index] ?? `${used.size}`}` : block.id
    used.add(id)
    return { ...block, id }
  })
}

interface Results {
  readonly results: ReadonlyMap<string, ToolCall>
  /** Calls whose results are left out. */
  readonly cleared: ReadonlySet<string>
}

function resultsOf(
  content: readonly ReplyBlock[],
  { calls }: LineOf<'model.replied'>,
  { results, cleared }: Results,
): readonly ToolResultBlock[] {
  const uses = content.filter((block) => block.type === 'tool_use')
  return uses.map((use, index) => {
    const id = calls[index] ?? ''
    const call = results.get(id)
    return {
      type: 'tool_result',
      tool_use_id: use.id,
      content: cleared.has(id) ? CLEARED : (call?.result ?? NOT_EXECUTED),
      is_error: call?.state !== 'done',
    }
  })
}

/** Trailing thoughts belong to an answer that was cut off; the service refuses them, and blank text too. */
function withoutTrailingThoughts(content: readonly SentBlock[]): readonly SentBlock[] {
  const blocks = content.filter((block) => block.type !== 'text' || block.text.trim() !== '').map(shortened)
  const last = blocks.findLastIndex(
    (block) => block.type === 'text' || block.type === 'tool_use' || block.type === 'compaction',
  )
  return blocks.slice(0, last + 1)
}

/** No model writes answers this long: one that ran away would fill every later request. */
const RUNAWAY_CHARACTERS = 1_000_000
const SENT_OF_RUNAWAY_CHARACTERS = 10_000

function shortened(block: SentBlock): SentBlock {
  if (block.type !== 'text' || block.text.length <= RUNAWAY_CHARACTERS) return block
  return {
    type: 'text',
    text: `${block.text.slice(0, SENT_OF_RUNAWAY_CHARACTERS).toWellFormed()}\n[The rest is left out.]`,
  }
}

function addUser(messages: WireMessage[], content: readonly UserBlock[]): void {
  const last = messages.at(-1)
  if (content.length === 0) return
  if (last?.role === 'user') messages[messages.length - 1] = { role: 'user', content: [...last.content, ...content] }
  else messages.push({ role: 'user', content })
}
