import { applyTurnEvent } from '../../../shared/transcript.ts'
import type { Lineage } from '../../../shared/commit.ts'
import type { ToolCall, Turn } from '../../../shared/conversation.ts'
import type { TurnEvent } from '../../../shared/events.ts'
import type { SeenBlobs } from '../memory-tool/seen-files.ts'
import type { ReplyBlock, ToolResultBlock, UserBlock, WireMessage } from '../wire.ts'
import type { Line, LineOf } from './lines.ts'

/** What a conversation's lines amount to. Pure: the running loop and a restart read the same lines the same way. */

export const NOT_EXECUTED = 'Not executed.'

/** The thread, as the page shows it. */
export function transcriptOf(lines: readonly Line[], conversation: string): readonly Turn[] {
  return lines.flatMap((line) => eventsOf(line, conversation)).reduce(applyTurnEvent, [])
}

function eventsOf(line: Line, conversation: string): readonly TurnEvent[] {
  switch (line.type) {
    case 'conversation.began':
    case 'conversation.renamed':
      return []
    case 'model.replied':
      return line.content.flatMap((block) => (block.type === 'text' ? { type: 'text.streamed', conversation, turn: line.turn, text: block.text } : []))
    default:
      return [line]
  }
}

/**
 * What the model is sent. Every call has its result, carried out or not, and no two messages in a row have the
 * same role. A turn that the model refused is left out: sent again, it would be refused again.
 */
export function messagesOf(lines: readonly Line[]): readonly WireMessage[] {
  const refused = new Set(lines.flatMap((line) => (line.type === 'turn.ended' && line.kind === 'refused' ? line.turn : [])))
  const results = new Map(lines.flatMap((line) => (line.type === 'tool.returned' ? [[line.call.call, line.call]] : [])))
  const messages: WireMessage[] = []
  for (const line of lines) {
    if (line.type === 'turn.started' && !refused.has(line.turn)) addUser(messages, [{ type: 'text', text: line.text }])
    if (line.type === 'model.replied' && !refused.has(line.turn)) {
      addAssistant(messages, withoutTrailingThoughts(line.content))
      addUser(messages, resultsOf(line, results))
    }
  }
  return messages
}

function resultsOf(reply: LineOf<'model.replied'>, results: ReadonlyMap<string, ToolCall>): readonly ToolResultBlock[] {
  const uses = reply.content.filter((block) => block.type === 'tool_use')
  return uses.map((use, index) => {
    const call = results.get(reply.calls[index] ?? '')
    return { type: 'tool_result', tool_use_id: use.id, content: call?.result ?? NOT_EXECUTED, is_error: call?.state !== 'done' }
  })
}

/** Thoughts that nothing follows belong to an answer that was cut off; the service refuses them. */
function withoutTrailingThoughts(content: readonly ReplyBlock[]): readonly ReplyBlock[] {
  const last = content.findLastIndex((block) => block.type === 'text' || block.type === 'tool_use')
  return content.slice(0, last + 1)
}

function addUser(messages: WireMessage[], content: readonly UserBlock[]): void {
  const last = messages.at(-1)
  if (content.length === 0) return
  if (last?.role === 'user') messages[messages.length - 1] = { role: 'user', content: [...last.content, ...content] }
  else messages.push({ role: 'user', content })
}

function addAssistant(messages: WireMessage[], content: readonly ReplyBlock[]): void {
  const last = messages.at(-1)
  if (content.length === 0) return
  if (last?.role === 'assistant') messages[messages.length - 1] = { role: 'assistant', content: [...last.content, ...content] }
  else messages.push({ role: 'assistant', content })
}

/** Was the file left in the middle of something? */
export function isUnsettled(lines: readonly Line[]): boolean {
  return openTurn(lines) !== null || openCalls(lines).length > 0
}

const FROM_MOST_TRUSTED: readonly Lineage[] = ['user', 'agent', 'agent-untrusted', 'outside']

/** The least trusted of all that the next request holds: the user's words, the model's own, what its tools told it. */
export function lineageOf(lines: readonly Line[]): Lineage {
  const sources = lines.flatMap((line): readonly Lineage[] => {
    if (line.type === 'model.replied') return ['agent']
    return line.type === 'tool.returned' ? [line.lineage] : []
  })
  return sources.reduce(lessTrusted, 'user')
}

function lessTrusted(one: Lineage, other: Lineage): Lineage {
  return FROM_MOST_TRUSTED.indexOf(one) > FROM_MOST_TRUSTED.indexOf(other) ? one : other
}

/** Which versions of files the conversation last saw. */
export function seenIn(lines: readonly Line[]): SeenBlobs {
  return Object.assign({}, ...lines.map((line) => (line.type === 'tool.returned' ? line.saw : {})))
}

/** Calls that began and of which nothing more is known: a crash, or a disk that was full. */
export function openCalls(lines: readonly Line[]): readonly LineOf<'tool.called'>[] {
  const returned = new Set(lines.flatMap((line) => (line.type === 'tool.returned' ? line.call.call : [])))
  return lines.filter((line) => line.type === 'tool.called').filter((line) => !returned.has(line.call.call))
}

export interface Summary {
  readonly title: string
  readonly store: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly turns: number
  readonly changes: number
  /** The last turn has no end: it runs, or the application was closed in the middle of it. */
  readonly isOpen: boolean
}

export function summaryOf(lines: readonly Line[]): Summary {
  const began = lines.find((line) => line.type === 'conversation.began')
  const started = lines.filter((line) => line.type === 'turn.started')
  const renamed = lines.findLast((line) => line.type === 'conversation.renamed')
  const last = lines.findLast((line) => line.type !== 'conversation.renamed')
  const createdAt = began?.time ?? started[0]?.time ?? new Date(0).toISOString()
  return {
    title: renamed?.title ?? firstWords(started[0]?.text ?? ''),
    store: began?.store ?? '',
    createdAt,
    updatedAt: last === undefined ? createdAt : timeOf(last),
    turns: new Set(started.map((line) => line.turn)).size,
    changes: lines.filter((line) => line.type === 'tool.returned' && line.call.commit !== null && line.call.commit.origin.verb !== 'view').length,
    isOpen: openTurn(lines) !== null,
  }
}

function timeOf(line: Line): string {
  return line.type === 'tool.called' || line.type === 'tool.returned' ? line.call.time : line.time
}

/** The turn that began last, when it has no end yet. */
export function openTurn(lines: readonly Line[]): LineOf<'turn.started'> | null {
  const started = lines.findLast((line) => line.type === 'turn.started')
  if (started === undefined) return null
  return lines.some((line) => line.type === 'turn.ended' && line.turn === started.turn) ? null : started
}

const TITLE_LENGTH = 60

function firstWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return 'New conversation'
  if (line.length <= TITLE_LENGTH) return line
  const cut = line.slice(0, TITLE_LENGTH + 1).lastIndexOf(' ')
  const end = cut > TITLE_LENGTH / 2 ? cut : TITLE_LENGTH
  return `${line.slice(0, end).toWellFormed().replace(/\ufffd$/, '').trimEnd()}…`
}
