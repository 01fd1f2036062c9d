import type { ObjectId, StorePath } from '../../../shared/change.ts'
import { type CommitName, nameOf } from '../../../shared/commit.ts'
import type { ToolCall } from '../../../shared/conversation.ts'
import type { Gone } from '../../../shared/knowledge.ts'
import { parseToolPath } from '../../memory/paths.ts'
import type { Line, LineOf } from '../conversation/lines.ts'
import { replacedTurns } from '../conversation/sent-lines.ts'

// What a conversation saw of the memory, from the lines of its file. Pure.

/** One call that showed lines of a file to the model, or by which it wrote them. */
export interface Look {
  readonly turn: number
  readonly time: string
  /** The file's name then, and its last name in this conversation. */
  readonly path: StorePath
  readonly lastPath: StorePath
  /** The version; `null` if it is not known. */
  readonly blob: ObjectId | null
  /** The commit that the call made, if any. */
  readonly commit: CommitName | null
  readonly gone: Gone | null
  readonly lines: readonly NumberedLine[]
}

export interface NumberedLine {
  readonly number: number
  readonly text: string
}

type Returned = LineOf<'tool.returned'>

/** All looks until the end of a turn, oldest first. What a model declined to answer was not sent again. */
export function looksUntil(lines: readonly Line[], turn: number): readonly Look[] {
  const until = lines.filter((line) => !('turn' in line) || line.turn <= turn)
  const refused = new Set(
    until.flatMap((line) =>
      line.type === 'turn.ended' && line.kind === 'refused' && line.turn !== turn ? [line.turn] : [],
    ),
  )
  const replaced = replacedTurns(until)
  const calls = until
    .filter((line) => line.type === 'tool.returned')
    .filter((line) => !refused.has(line.turn) && !replaced.has(line.turn))
  const gone = goneCalls(until, calls)
  const looks: Look[] = []
  for (const line of calls) {
    if (line.call.state !== 'done' || line.call.tool !== 'memory') continue
    const moved = movedBy(line.call)
    if (moved !== null)
      for (const [at, look] of looks.entries()) looks[at] = { ...look, lastPath: renamed(look.lastPath, moved) }
    const look = lookOf(line, gone.get(line.call.call) ?? null)
    if (look !== null) looks.push(look)
  }
  return looks
}

/** The text of a turn's answer. */
export function answerIn(lines: readonly Line[], turn: number): string {
  return lines
    .flatMap((line) => (line.type === 'model.replied' && line.turn === turn ? line.content : []))
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
}

function lookOf({ call, turn, saw }: Returned, gone: Gone | null): Look | null {
  const path = pathOf(call.input['path'])
  const lines = linesOf(call)
  if (path === null || lines.length === 0) return null
  const change = call.commit?.changes.find((counted) => counted.change.path === path)?.change
  // A link shows the file it leads to.
  const [target, blob] = Object.entries(saw).find(([seen]) => seen === path) ?? Object.entries(saw)[0] ?? [path, null]
  return {
    turn,
    time: call.time,
    path: target,
    lastPath: target,
    blob: change?.after?.id ?? blob,
    commit: call.input['command'] === 'view' ? null : call.commit && nameOf(call.commit),
    gone,
    lines,
  }
}

function pathOf(input: unknown): StorePath | null {
  if (typeof input !== 'string') return null
  const parsed = parseToolPath(input, { trailingSlash: true })
  return parsed.kind === 'refused' || parsed.path === '' ? null : parsed.path
}

function linesOf({ input, result }: ToolCall): readonly NumberedLine[] {
  switch (input['command']) {
    case 'view':
    case 'str_replace':
      return numberedLines(result ?? '')
    case 'create':
      return writtenLines(input['file_text'], 1)
    case 'insert':
      return writtenLines(input['insert_text'], Number(input['insert_line']) + 1)
    default:
      return []
  }
}

/** The lines of a result that carry a number (memory-tool/format.ts). */
function numberedLines(result: string): readonly NumberedLine[] {
  return result.split('\n').flatMap((row) => {
    const [, number, text] = /^ *(\d+)\t(.*)$/s.exec(row) ?? []
    return number === undefined || text === undefined ? [] : [{ number: Number(number), text }]
  })
}

function writtenLines(text: unknown, first: number): readonly NumberedLine[] {
  if (typeof text !== 'string' || text === '' || !Number.isInteger(first)) return []
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line, at) => ({ number: first + at, text: line }))
}

interface Renaming {
  readonly from: StorePath
  readonly to: StorePath
}

function movedBy({ input }: ToolCall): Renaming | null {
  if (input['command'] !== 'rename') return null
  const [from, to] = [pathOf(input['old_path']), pathOf(input['new_path'])]
  return from === null || to === null ? null : { from, to }
}

function renamed(path: StorePath, { from, to }: Renaming): StorePath {
  return path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path
}

/** Calls whose results were left out of the last request, or stood before a summary of the conversation. */
function goneCalls(lines: readonly Line[], calls: readonly Returned[]): ReadonlyMap<string, Gone> {
  const gone = new Map<string, Gone>()
  const summary = lines.findLastIndex((line) => line.type === 'context.edited' && line.edit.kind === 'compacted')
  const summarised = new Set<Line>(lines.slice(0, Math.max(0, summary)))
  const rest = calls.filter((line) => !summarised.has(line))
  for (const line of calls) if (summarised.has(line)) gone.set(line.call.call, 'summarised')
  const later = lines.slice(summary + 1)
  const clearings = later.filter((line) => line.type === 'results.cleared')
  for (const call of clearings.flatMap(({ calls: ids }) => ids)) gone.set(call, 'cleared')
  if (clearings.length > 0) return gone
  // A service says only how many it left out, oldest first.
  const edit = later.findLast((line) => line.type === 'context.edited' && line.edit.kind === 'cleared')
  const cleared = edit?.type === 'context.edited' && edit.edit.kind === 'cleared' ? edit.edit.toolUses : 0
  for (const { call } of rest.slice(0, cleared)) gone.set(call.call, 'cleared')
  return gone
}
