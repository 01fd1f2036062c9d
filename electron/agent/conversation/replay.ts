import type { Budget, Spending } from '../../../shared/budget.ts'
import type { StorePath } from '../../../shared/change.ts'
import type { ConversationJob, PastPoint, Turn, TurnEnd } from '../../../shared/conversation.ts'
import type { TurnEvent } from '../../../shared/events.ts'
import { jobFile, jobFileAt, type JobSessionRef } from '../../../shared/jobs/names.ts'
import { leastTrusted, type Lineage } from '../../../shared/origin.ts'
import { hasFile } from '../../../shared/quoted-files.ts'
import type { Saving } from '../../../shared/saving.ts'
import { applyTurnEvent } from '../../../shared/transcript.ts'
import type { SeenBlobs } from '../memory-tool/seen-files.ts'
import type { Prompt } from '../prompt.ts'
import type { ShownPiece } from '../reply.ts'
import type { ReplyBlock } from '../wire.ts'
import { ABOUT_THE_CONVERSATION, type ImportedFrom, type Line, type LineOf } from './lines.ts'
import type { ConversationLog } from './log.ts'

// Derives state from a conversation's lines. Pure: the running loop and a restart read the same lines the same way.

/** What is known of the open turn's next answer and not on disk. */
type Unwritten = Pick<ConversationLog, 'arriving' | 'waiting'>

/** The thread, as the page shows it. */
export function transcriptOf(lines: readonly Line[], conversation: string, unwritten?: Unwritten): readonly Turn[] {
  const imported = importedIn(lines)?.turns ?? 0
  const turns = lines
    .flatMap((line) => eventsOf(line, conversation))
    .reduce(applyTurnEvent, [])
    .map((turn) => (turn.number > imported ? turn : { ...turn, requests: [] }))
  const open = unwritten === undefined ? null : openTurn(lines)
  if (unwritten === undefined || open === null) return turns
  const waiting = { type: 'turn.waiting', conversation, turn: open.turn, waiting: unwritten.waiting() } as const
  return [...unwritten.arriving().map((piece) => streamed(piece, open)), waiting].reduce(applyTurnEvent, turns)
}

function eventsOf(line: Line, conversation: string): readonly TurnEvent[] {
  switch (line.type) {
    case 'conversation.began':
    case 'conversation.renamed':
    case 'conversation.filed':
    case 'conversation.kept':
    case 'prompt.fixed':
    case 'budget.set':
    case 'saving.set':
    case 'model.told':
    case 'results.cleared':
    case 'thoughts.dropped':
    case 'pictures.dropped':
      return []
    case 'model.replied':
      return [
        ...line.content.flatMap((block) => {
          const piece = shownOf(block)
          return piece === null ? [] : [streamed(piece, { conversation, turn: line.turn })]
        }),
        { type: 'request.counted', conversation, turn: line.turn, usage: line.usage ?? [] },
      ]
    default:
      return [line]
  }
}

/** What is shown of a block of an answer. */
export function shownOf(block: ReplyBlock): ShownPiece | null {
  if (block.type === 'text') return { kind: 'text', text: block.text }
  const isThought = block.type === 'thinking' || block.type === 'shown_thinking'
  return isThought && block.thinking !== '' ? { kind: 'thought', text: block.thinking } : null
}

/** The event of a piece of an answer. */
export function streamed(
  { kind, text }: ShownPiece,
  { conversation, turn }: { readonly conversation: string; readonly turn: number },
): TurnEvent {
  return { type: kind === 'text' ? 'text.streamed' : 'thought.streamed', conversation, turn, text }
}

/** Whether a turn or a call was interrupted. */
export function isInterrupted(lines: readonly Line[]): boolean {
  return openTurn(lines) !== null || openCalls(lines).length > 0
}

/** The least trusted source in the next request: the user's words, the files and pictures with them, the model's own words, the results of its tools. */
export function lineageSent(lines: readonly Line[]): Lineage {
  const sources = lines.flatMap((line): readonly Lineage[] => {
    if (line.type === 'model.replied') return ['agent']
    // What another assistant said, or was told, may be anybody's words.
    if (line.type === 'conversation.began') return line.imported === undefined ? [] : ['outside']
    if (line.type === 'turn.started') return line.pictures !== undefined || hasFile(line.text) ? ['outside'] : []
    return line.type === 'tool.returned' ? [line.lineage] : []
  })
  return leastTrusted(sources)
}

/** The version of each file that the conversation last saw. */
export function seenIn(lines: readonly Line[]): SeenBlobs {
  return Object.assign({}, ...lines.map((line) => (line.type === 'tool.returned' ? line.saw : {})))
}

/** Calls without a recorded result, after a crash or a full disk. */
export function openCalls(lines: readonly Line[]): readonly LineOf<'tool.called'>[] {
  const returned = new Set(lines.flatMap((line) => (line.type === 'tool.returned' ? line.call.call : [])))
  return lines.filter((line) => line.type === 'tool.called').filter((line) => !returned.has(line.call.call))
}

/** The conversation's own budget; `null` for the one in Settings. */
export function budgetOf(lines: readonly Line[]): Budget | null {
  return lines.findLast((line) => line.type === 'budget.set')?.budget ?? null
}

/** What becomes of what the agent writes; `null` for what Settings say. */
export function savingIn(lines: readonly Line[]): Saving | null {
  return lines.findLast((line) => line.type === 'saving.set')?.saving ?? null
}

/** What each turn used. */
export function spendingsOf(lines: readonly Line[]): readonly Spending[] {
  const imported = importedIn(lines)?.turns ?? 0
  const requests = Map.groupBy(
    lines.filter((line) => line.type === 'model.replied'),
    ({ turn }) => turn,
  )
  const ends = new Map(lines.flatMap((line) => (line.type === 'turn.ended' ? [[line.turn, line.time] as const] : [])))
  return (
    lines
      .filter((line) => line.type === 'turn.started')
      // The user paid somebody else for these.
      .filter(({ turn }) => turn > imported)
      .map(({ turn, provider, model, time }) => {
        const at = ends.get(turn)
        return {
          provider,
          model,
          startedAt: time,
          requests: (requests.get(turn) ?? []).map(({ usage = [] }) => usage),
          end: at === undefined ? null : { at },
        }
      })
  )
}

/** How many old tool results the last request left out, since the last summary of the conversation. */
export function clearedIn(lines: readonly Line[]): number {
  const last = lines.findLast(
    (line) => line.type === 'context.edited' && (line.edit.kind === 'cleared' || line.edit.kind === 'compacted'),
  )
  return last?.type === 'context.edited' && last.edit.kind === 'cleared' ? last.edit.toolUses : 0
}

/** The state that the conversation looks at; `null` for the present memory. */
export function pastPointOf(lines: readonly Line[]): PastPoint | null {
  return lines.find((line) => line.type === 'conversation.began')?.at ?? null
}

/** Where it came from, if it was had with another assistant. */
export function importedIn(lines: readonly Line[]): ImportedFrom | null {
  return lines.find((line) => line.type === 'conversation.began')?.imported ?? null
}

/** Whether it is in this process's memory alone. */
export function isTemporary(lines: readonly Line[]): boolean {
  return lines.find((line) => line.type === 'conversation.began')?.temporary === true
}

/** What its requests begin with; `null` where that is to be fixed: it is new, was kept since, or an earlier version of the app wrote it. */
export function promptOf(lines: readonly Line[]): Prompt | null {
  const last = lines.findLast((line) => line.type === 'prompt.fixed' || line.type === 'conversation.kept')
  return last?.type === 'prompt.fixed' ? last.prompt : null
}

/** Whether its memory tool only reads. */
export function readsOnly(lines: readonly Line[]): boolean {
  return isTemporary(lines) || pastPointOf(lines) !== null
}

/**
 * Whether the last turn may write: not in a conversation that only reads, nor without being asked where the user saves only
 * what they ask for.
 * @param usual what Settings say
 */
export function mayWrite(lines: readonly Line[], usual: Saving): boolean {
  if (readsOnly(lines)) return false
  const asked = lines.findLast((line) => line.type === 'turn.started')?.remember === true
  return asked || (savingIn(lines) ?? usual) !== 'told'
}

/** The job that the conversation is a session of. */
export function jobOf(lines: readonly Line[]): JobSessionRef | null {
  return lines.find((line) => line.type === 'conversation.began')?.job ?? null
}

/** More than a title is made of, so that what the policies look for around it is there. */
const BEGINNING_CHARACTERS = 400

export interface Summary {
  /** The user's title; `null` if it never had one. */
  readonly named: string | null
  /** How the first message begins. */
  readonly begins: string
  readonly pinned: boolean
  readonly archived: boolean
  readonly store: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly turns: number
  readonly changes: number
  /** The last turn has no end: it is running, or the app was closed during it. */
  readonly isOpen: boolean
  readonly at: PastPoint | null
  readonly temporary: boolean
  readonly budget: Budget | null
  readonly saving: Saving | null
  readonly job: ConversationJob | null
  /** How the last turn ended; null while it runs. */
  readonly end: TurnEnd | null
  /** Of a job's session; of others nobody asks for the sum. */
  readonly spendings: readonly Spending[]
}

export function summaryOf(lines: readonly Line[]): Summary {
  const began = lines.find((line) => line.type === 'conversation.began')
  const started = lines.filter((line) => line.type === 'turn.started')
  const renamed = lines.findLast((line) => line.type === 'conversation.renamed')
  const filed = lines.findLast((line) => line.type === 'conversation.filed')
  const last = lines.findLast(({ type }) => !ABOUT_THE_CONVERSATION.has(type))
  const createdAt = began?.time ?? started[0]?.time ?? new Date(0).toISOString()
  return {
    named: renamed?.title ?? null,
    begins: beginningOf(started[0]).slice(0, BEGINNING_CHARACTERS).toWellFormed(),
    pinned: filed?.pinned ?? false,
    archived: filed?.archived ?? false,
    store: began?.store ?? '',
    createdAt,
    updatedAt: last === undefined ? createdAt : timeOf(last),
    turns: new Set(started.map((line) => line.turn)).size,
    changes: lines.filter(
      (line) => line.type === 'tool.returned' && line.call.commit !== null && line.call.commit.origin.verb !== 'view',
    ).length,
    isOpen: openTurn(lines) !== null,
    at: pastPointOf(lines),
    temporary: isTemporary(lines),
    budget: budgetOf(lines),
    saving: savingIn(lines),
    job: summaryOfJob(lines),
    end: endOf(lines),
    spendings: jobOf(lines) === null ? [] : spendingsOf(lines),
  }
}

/** A message of pictures alone begins with the name of the first. */
function beginningOf(first: LineOf<'turn.started'> | undefined): string {
  const { text = '', pictures = [] } = first ?? {}
  return text.trim() === '' ? (pictures[0]?.name ?? '') : text
}

function endOf(lines: readonly Line[]): TurnEnd | null {
  const last = lines.findLast((line) => line.type === 'turn.started' || line.type === 'turn.ended')
  return last?.type === 'turn.ended' ? last.kind : null
}

function summaryOfJob(lines: readonly Line[]): ConversationJob | null {
  const job = jobOf(lines)
  return job === null ? null : { ...job, isWrappedUp: isWrappedUp(lines, job) }
}

/** Whether no work was written after the job's log, and nothing was interrupted since. */
function isWrappedUp(lines: readonly Line[], { name }: JobSessionRef): boolean {
  const log = jobFile(name, 'progress')
  const logged = lines.findLastIndex((line) => paths(line).includes(log))
  const later = lines.slice(logged + 1)
  if (later.some((line) => line.type === 'turn.ended' && wasInterrupted(lines, line))) return false
  return !later.some((line) => paths(line).some((path) => jobFileAt(path)?.name !== name))
}

/** Whether a turn ended before it was done. One that no model answered did nothing that could be left half done. */
export function wasInterrupted(lines: readonly Line[], { turn, kind }: LineOf<'turn.ended'>): boolean {
  if (kind === 'done' || kind === 'limit') return false
  return kind === 'interrupted' || lines.some((line) => line.type === 'model.replied' && line.turn === turn)
}

/** What a call changed. */
function paths(line: Line): readonly StorePath[] {
  const changes = line.type === 'tool.returned' ? (line.call.commit?.changes ?? []) : []
  return changes.map(({ change }) => change.path)
}

export function timeOf(line: Line): string {
  return line.type === 'tool.called' || line.type === 'tool.returned' ? line.call.time : line.time
}

/** The last turn, if it has not ended. */
export function openTurn(lines: readonly Line[]): LineOf<'turn.started'> | null {
  const started = lines.findLast((line) => line.type === 'turn.started')
  if (started === undefined) return null
  return lines.some((line) => line.type === 'turn.ended' && line.turn === started.turn) ? null : started
}
