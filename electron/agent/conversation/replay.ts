import type { Lineage } from '../../../shared/commit.ts'
import type { Turn } from '../../../shared/conversation.ts'
import type { TurnEvent } from '../../../shared/events.ts'
import { applyTurnEvent } from '../../../shared/transcript.ts'
import type { TurnUsage } from '../../../shared/usage.ts'
import type { SeenBlobs } from '../memory-tool/seen-files.ts'
import type { Line, LineOf } from './lines.ts'

/** What a conversation's lines amount to. Pure: the running loop and a restart read the same lines the same way. */

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
      return line.content.flatMap((block) =>
        block.type === 'text' ? { type: 'text.streamed', conversation, turn: line.turn, text: block.text } : [],
      )
    default:
      return [line]
  }
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

/** What a turn's answers used, all together; `undefined` where nothing was counted. */
export function usageOf(lines: readonly Line[], turn: number): TurnUsage | undefined {
  const counted = lines.flatMap((line) =>
    line.type === 'model.replied' && line.turn === turn && line.usage !== undefined ? [line.usage] : [],
  )
  const last = counted.at(-1)
  if (last === undefined) return undefined
  const sum = (field: keyof typeof last): number => counted.reduce((total, usage) => total + usage[field], 0)
  const context = last.input + last.cacheRead + last.cacheWrite + last.output
  return {
    input: sum('input'),
    output: sum('output'),
    cacheRead: sum('cacheRead'),
    cacheWrite: sum('cacheWrite'),
    context,
  }
}

/** How many old tool results were left out at the last request, since the conversation was last summed up. */
export function clearedIn(lines: readonly Line[]): number {
  const last = lines.findLast((line) => line.type === 'context.edited')
  return last?.edit.kind === 'cleared' ? last.edit.toolUses : 0
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
    changes: lines.filter(
      (line) => line.type === 'tool.returned' && line.call.commit !== null && line.call.commit.origin.verb !== 'view',
    ).length,
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
  return `${line
    .slice(0, end)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`
}
