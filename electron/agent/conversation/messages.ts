import type { ToolCall } from '../../../shared/conversation.ts'
import type { ReplyBlock, ToolResultBlock, UserBlock, WireMessage } from '../wire.ts'
import type { Line, LineOf } from './lines.ts'

// What a model is sent, derived from a conversation's lines. Pure: the running loop and a restart read them the same
// way.

export const NOT_EXECUTED = 'Not executed.'
const CONTINUE = 'Your last answer was cut off. Continue exactly where it ended; do not repeat what is already there.'

/** The model to be asked. Thoughts and summaries are sent back only to the model that wrote them. */
export interface ModelRef {
  readonly provider: string
  readonly model: string
}

/**
 * Every call has a result, carried out or not, under a unique id, and roles alternate. A turn that the model refused is
 * left out, since it would be refused again. A retried turn has its message once, without the discarded answer.
 */
export function messagesOf(lines: readonly Line[], asked: ModelRef): readonly WireMessage[] {
  const turns = new Map(lines.flatMap((line) => (line.type === 'turn.started' ? [[line.turn, line] as const] : [])))
  const refused = new Set(
    lines.flatMap((line) => (line.type === 'turn.ended' && line.kind === 'refused' ? line.turn : [])),
  )
  const results = new Map(lines.flatMap((line) => (line.type === 'tool.returned' ? [[line.call.call, line.call]] : [])))
  const discarded = discardedReplies(lines)
  const usedIds = new Set<string>()
  const messages: WireMessage[] = []
  for (const line of lines) {
    if (line.type === 'turn.started' && !refused.has(line.turn) && messageTurnOf(line, turns, refused) === line.turn) {
      addUser(messages, [{ type: 'text', text: line.follows?.kind === 'continue' ? CONTINUE : line.text }])
    }
    if (line.type === 'model.replied' && !refused.has(line.turn) && !discarded.has(line)) {
      const by = turns.get(line.turn)
      const isOwn = by?.provider === asked.provider && by.model === asked.model
      const content = withUniqueIds(line, usedIds)
      addAssistant(messages, withoutTrailingThoughts(isOwn ? content : content.filter(isUnderstoodByAll)))
      addUser(messages, resultsOf(content, line, results))
    }
  }
  return messages
}

type Turns = ReadonlyMap<number, LineOf<'turn.started'>>

/** The turn whose message this turn answers: its own, or that of the turn it retries. */
function messageTurnOf(line: LineOf<'turn.started'>, turns: Turns, refused: ReadonlySet<number>): number {
  const again = line.follows?.kind === 'retry' ? turns.get(line.follows.turn) : undefined
  if (again === undefined || again.turn >= line.turn) return line.turn
  const turn = messageTurnOf(again, turns, refused)
  return refused.has(turn) ? line.turn : turn
}

/** The last answer of each retried turn, unless one of its calls was carried out. */
function discardedReplies(lines: readonly Line[]): ReadonlySet<Line> {
  const retried = lines.flatMap((line) =>
    line.type === 'turn.started' && line.follows?.kind === 'retry' ? line.follows.turn : [],
  )
  const carriedOut = new Set(lines.flatMap((line) => (line.type === 'tool.called' ? line.call.call : [])))
  return new Set(
    retried.flatMap((turn) => {
      const last = lines.findLast((line) => line.type === 'model.replied' && line.turn === turn)
      return last?.type === 'model.replied' && !last.calls.some((call) => carriedOut.has(call)) ? [last] : []
    }),
  )
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

function resultsOf(
  content: readonly ReplyBlock[],
  { calls }: LineOf<'model.replied'>,
  results: ReadonlyMap<string, ToolCall>,
): readonly ToolResultBlock[] {
  const uses = content.filter((block) => block.type === 'tool_use')
  return uses.map((use, index) => {
    const call = results.get(calls[index] ?? '')
    return {
      type: 'tool_result',
      tool_use_id: use.id,
      content: call?.result ?? NOT_EXECUTED,
      is_error: call?.state !== 'done',
    }
  })
}

function isUnderstoodByAll(block: ReplyBlock): boolean {
  return block.type === 'text' || block.type === 'tool_use'
}

/** Trailing thoughts belong to an answer that was cut off; the service refuses them, and blank text too. */
function withoutTrailingThoughts(content: readonly ReplyBlock[]): readonly ReplyBlock[] {
  const blocks = content.filter((block) => block.type !== 'text' || block.text.trim() !== '')
  const last = blocks.findLastIndex(
    (block) => block.type === 'text' || block.type === 'tool_use' || block.type === 'compaction',
  )
  return blocks.slice(0, last + 1)
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
  if (last?.role === 'assistant')
    messages[messages.length - 1] = { role: 'assistant', content: [...last.content, ...content] }
  else messages.push({ role: 'assistant', content })
}
