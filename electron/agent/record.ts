import { isDeepStrictEqual } from 'node:util'
import { type Commit } from '../../shared/commit.ts'
import type { ContextEdit, ToolCall } from '../../shared/conversation.ts'
import { nextContextStep } from './context.ts'
import type { Line } from './conversation/lines.ts'
import { clearedIn, shownOf } from './conversation/replay.ts'
import { type Reply, type RequestedCall, shownOnly } from './finish-reply.ts'
import type { TellLimit } from './limits.ts'
import type { ToolResult } from './memory-tool/memory-tool.ts'
import type { Note } from './notes.ts'
import { type Redactor, redactFields } from './redactor.ts'
import type { ShownPiece } from './reply.ts'
import type { TurnContext } from './turn-context.ts'
import type { ReplyBlock } from './wire.ts'

// Writes what happens in a turn to its conversation's file, and announces it once it is there.

/** Before each request: asks the agent to save, or leaves out old results. @returns whether the service must wait */
export async function makeRoom(turn: TurnContext): Promise<boolean> {
  const { note, clear, holdsEdits } = nextContextStep(turn.log.lines(), turn.tuning, turn.terms().saving)
  if (note !== null) {
    await tell(turn, note)
    await recordEdits(turn, [{ kind: 'saving' }])
  }
  if (clear !== null) {
    const toolUses = clearedIn(turn.log.lines()) + clear.calls.length
    await turn.log.append({ type: 'results.cleared', turn: turn.started.turn, calls: [...clear.calls], time: now() })
    await recordEdits(turn, [{ kind: 'cleared', toolUses, tokens: clear.tokens }])
  }
  return holdsEdits
}

/** Thoughts of before are not sent any more: the service refuses them. The conversation goes on without them. */
export async function dropThoughts(turn: TurnContext, thoughts: number): Promise<void> {
  await turn.log.append({ type: 'thoughts.dropped', turn: turn.started.turn, time: now() })
  await recordEdits(turn, [{ kind: 'thoughts-dropped', thoughts }])
}

/** This model takes no pictures. The conversation goes on without them. */
export async function dropPictures(turn: TurnContext, pictures: number): Promise<void> {
  await turn.log.append({ type: 'pictures.dropped', turn: turn.started.turn, time: now() })
  await recordEdits(turn, [{ kind: 'pictures-dropped', pictures }])
}

/** Tells the user how much of a limit is used, and the agent, if there is a note for it. */
export async function tellLimit(turn: TurnContext, { told, note }: TellLimit): Promise<void> {
  const line = { type: 'limit.told', ...inTurn(turn), ...told, time: now() } as const
  await turn.log.append(line)
  turn.emit(line)
  if (note !== null) await tell(turn, note)
}

export async function tell({ log, started }: TurnContext, note: Note): Promise<void> {
  await log.append({ type: 'model.told', turn: started.turn, ...note, time: now() })
}

const now = (): string => new Date().toISOString()

/** The call as it is shown and stored, redacted like files. It is carried out unredacted. */
export function asToolCall({ call, name, input }: RequestedCall, redactor: Redactor): ToolCall {
  return {
    call,
    tool: name,
    input: redactFields(input, redactor),
    state: 'running',
    result: null,
    commit: null,
    time: now(),
  }
}

export async function recordReply(turn: TurnContext, reply: Reply): Promise<void> {
  const { log, started, redactor, emit } = turn
  const { content: received, calls, usage, stopReason, isWhole } = reply
  if (received.length === 0 && !isWhole && usage.length === 0) return
  const content = redactBlocks(received, redactor)
  const shown = log.arriving()
  await log.append({
    type: 'model.replied',
    turn: started.turn,
    content,
    calls: calls.map(({ call }) => call),
    stopReason,
    isWhole,
    usage,
    time: now(),
  })
  const pieces = joined(content.flatMap((block) => shownOf(block) ?? []))
  if (!isDeepStrictEqual(pieces, shown))
    emit({ type: 'answer.redacted', ...inTurn(turn), replaced: lengthOf(shown), pieces })
  emit({ type: 'request.counted', ...inTurn(turn), usage })
}

/** What was shown as text turned out to be a thought. */
export function rethink(turn: TurnContext): void {
  const shown = turn.log.arriving()
  const pieces = joined(shown.map(({ text }) => ({ kind: 'thought', text })))
  turn.log.rearrive(pieces)
  turn.emit({ type: 'answer.redacted', ...inTurn(turn), replaced: lengthOf(shown), pieces })
}

const lengthOf = (pieces: readonly ShownPiece[]): number => pieces.reduce((sum, { text }) => sum + text.length, 0)

/** Pieces of one kind that follow each other as one, as they are shown. */
function joined(pieces: readonly ShownPiece[]): ShownPiece[] {
  const runs: ShownPiece[] = []
  for (const { kind, text } of pieces) {
    const last = runs.at(-1)
    if (last?.kind === kind) runs[runs.length - 1] = { kind, text: last.text + text }
    else runs.push({ kind, text })
  }
  return runs
}

/**
 * The blocks as the transcript stores them. After one that was redacted, thoughts of the same answer cannot be sent back:
 * they were written after the original text.
 */
function redactBlocks(content: readonly ReplyBlock[], redactor: Redactor): ReplyBlock[] {
  let isChanged = false
  return content.flatMap((block): readonly ReplyBlock[] => {
    const redacted = redactBlock(block, redactor)
    isChanged ||= JSON.stringify(redacted) !== JSON.stringify(block)
    const isThought = block.type === 'thinking' || block.type === 'redacted_thinking'
    return isChanged && isThought ? shownOnly(redacted) : [redacted]
  })
}

/** A redacted summary loses the signature of its original text. */
function redactBlock(block: ReplyBlock, redactor: Redactor): ReplyBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: redactor.redact(block.text.toWellFormed()) }
    case 'thinking':
    case 'shown_thinking':
      return { ...block, thinking: redactor.redact(block.thinking) }
    case 'tool_use':
      return { ...block, input: redactFields(block.input, redactor) }
    case 'compaction': {
      const content = block.content === null ? null : redactor.redact(block.content)
      return content === block.content ? block : { type: 'compaction', content, encrypted_content: null }
    }
    default:
      return block
  }
}

/** The service reports with every answer what it left out; the chat shows it only when there is more than before. */
function isKnown(edit: ContextEdit, lines: readonly Line[]): boolean {
  if (edit.kind === 'cleared') return edit.toolUses <= clearedIn(lines)
  if (edit.kind !== 'thoughts-dropped') return false
  return lines.some(
    (line) =>
      line.type === 'context.edited' && line.edit.kind === 'thoughts-dropped' && line.edit.thoughts >= edit.thoughts,
  )
}

export async function recordEdits(turn: TurnContext, edits: readonly ContextEdit[]): Promise<void> {
  for (const edit of edits) {
    if (isKnown(edit, turn.log.lines())) continue
    const shown =
      edit.kind === 'compacted' && edit.summary !== null
        ? { ...edit, summary: turn.redactor.redact(edit.summary) }
        : edit
    const edited = { type: 'context.edited', ...inTurn(turn), edit: shown, time: now() } as const
    await turn.log.append(edited)
    turn.emit(edited)
  }
}

export async function recordReturn(
  turn: TurnContext,
  call: ToolCall,
  { content, isError, commit, lineage, saw }: ToolResult,
): Promise<void> {
  const returned = {
    type: 'tool.returned',
    ...inTurn(turn),
    call: { ...call, state: isError ? 'failed' : 'done', result: content, commit },
  } as const
  const kept = { ...returned.call, commit: commit && withoutLines(commit) }
  await turn.log.append({ ...returned, call: kept, lineage, saw: { ...saw } })
  turn.emit(returned)
}

/** The commit as a conversation refers to it: the words of a line are in the history alone. */
function withoutLines(commit: Commit): Commit {
  return { ...commit, changes: commit.changes.map(({ change, lines }) => ({ change, lines })) }
}

export function inTurn({ started }: TurnContext): { readonly conversation: string; readonly turn: number } {
  return { conversation: started.conversation, turn: started.turn }
}
