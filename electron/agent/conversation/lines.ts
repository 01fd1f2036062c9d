import { z } from 'zod'
import { Budget } from '../../../shared/budget.ts'
import { ObjectId, StorePath, Ulid } from '../../../shared/change.ts'
import { PastPoint } from '../../../shared/conversation.ts'
import { ContextEdited, LimitTold, ToolCalled, ToolReturned, TurnEnded, TurnStarted } from '../../../shared/events.ts'
import { JobSessionRef } from '../../../shared/jobs/names.ts'
import { ConversationId, Lineage } from '../../../shared/origin.ts'
import { AsksFirst, Saving } from '../../../shared/saving.ts'
import { RequestUsage } from '../../../shared/usage.ts'
import { Prompt } from '../prompt.ts'
import { ReplyBlock } from '../wire.ts'

/**
 * The lines of a conversation's file: one JSON object each, in chronological order. What the thread shows and what the
 * model is sent are both derived from them (replay.ts, messages.ts).
 */

/** Where a conversation came from that was had with another assistant. */
const ImportedFrom = z.object({
  kind: z.string(),
  /** As the source knows it. */
  id: z.string(),
  /** When it was changed there last; null if the source does not say. */
  changed: z.string().nullable(),
  /** Of what came in: SHA-256 in hex. */
  hash: z.string(),
  /** So many of its turns came in; later ones were asked here. */
  turns: z.number().int(),
})
export type ImportedFrom = z.infer<typeof ImportedFrom>

const ConversationBegan = z.object({
  type: z.literal('conversation.began'),
  version: z.literal(1),
  conversation: ConversationId,
  store: z.string(),
  /** Set for a conversation about the past. */
  at: PastPoint.optional(),
  /** Set for one that reads the memory and writes nothing; such a line is never on disk. */
  temporary: z.literal(true).optional(),
  /** Set for a session of a job. */
  job: JobSessionRef.optional(),
  /** What its system text says besides the usual. */
  guidance: z.string().optional(),
  /** Set for one that was imported. */
  imported: ImportedFrom.optional(),
  time: z.string(),
})
const ConversationRenamed = z.object({ type: z.literal('conversation.renamed'), title: z.string(), time: z.string() })

/** Where the list shows it, from here on. */
const ConversationFiled = z.object({
  type: z.literal('conversation.filed'),
  pinned: z.boolean(),
  archived: z.boolean(),
  time: z.string(),
})

/** The user kept it after all, which was temporary before. What it can do since then is another prompt. */
const ConversationKept = z.object({ type: z.literal('conversation.kept'), time: z.string() })

/** Fixes what every request begins with. Thoughts of before were written after another beginning. */
const PromptFixed = z.object({ type: z.literal('prompt.fixed'), prompt: Prompt, time: z.string() })

/** From here on, this becomes of what the agent writes. */
const SavingSet = z.object({ type: z.literal('saving.set'), saving: Saving, time: z.string() })
/** The same, as earlier versions wrote it. */
const AskingSet = z
  .object({ type: z.literal('asking.set'), asksFirst: AsksFirst, time: z.string() })
  .transform(({ asksFirst, time }): z.infer<typeof SavingSet> => ({ type: 'saving.set', saving: asksFirst, time }))

/** From here on this budget applies, to all of the conversation. */
const BudgetSet = z.object({ type: z.literal('budget.set'), budget: Budget, time: z.string() })

const NoteAbout = z.enum([
  'date',
  'instructions',
  'session',
  'saving',
  'limit',
  'budget',
  'skipped',
  'kept',
  'remember',
])
export type NoteAbout = z.infer<typeof NoteAbout>

/** What the app told the model, in its place among the messages. */
const ModelTold = z.object({
  type: z.literal('model.told'),
  turn: z.number().int().positive(),
  about: NoteAbout,
  text: z.string(),
  /** What it says, to notice when that changes. */
  value: z.string(),
  time: z.string(),
})

/** Results that are left out of requests from here on, by a server that cannot do it itself. */
const ResultsCleared = z.object({
  type: z.literal('results.cleared'),
  turn: z.number().int().positive(),
  calls: z.array(Ulid),
  time: z.string(),
})

/** The service refused thoughts of before; they are not sent any more. */
const ThoughtsDropped = z.object({
  type: z.literal('thoughts.dropped'),
  turn: z.number().int().positive(),
  time: z.string(),
})

/** The model of this turn takes no pictures; it is sent none from here on. */
const PicturesDropped = z.object({
  type: z.literal('pictures.dropped'),
  turn: z.number().int().positive(),
  time: z.string(),
})

/** The event, with a field that only the agent needs. */
const TurnBegan = TurnStarted.unwrap().extend({
  /** Format and address of a compatible server, since two of them may have models of one name. */
  server: z.string().optional(),
})

/** A model's answer, as it is sent back to it. Written before the first of its calls is carried out. */
const ModelReplied = z.object({
  type: z.literal('model.replied'),
  turn: z.number().int().positive(),
  content: z.array(ReplyBlock),
  /** Our ids of its tool calls, in the order of its tool_use blocks. */
  calls: z.array(Ulid),
  stopReason: z.string().nullable(),
  /** False if it was stopped or cut off. */
  isWhole: z.boolean(),
  usage: RequestUsage.optional(),
  time: z.string(),
})

/** The event, with fields that only the agent needs. */
const CallReturned = ToolReturned.unwrap().extend({
  /** The origin of the result's text. */
  lineage: Lineage.default('agent'),
  /** Versions of files that the call saw or wrote. */
  saw: z.record(StorePath, ObjectId.nullable()).default({}),
})

export const Line = z.discriminatedUnion('type', [
  ConversationBegan,
  ConversationRenamed,
  ConversationFiled,
  ConversationKept,
  PromptFixed,
  SavingSet,
  AskingSet,
  BudgetSet,
  LimitTold.unwrap(),
  TurnBegan,
  ModelTold,
  ResultsCleared,
  ThoughtsDropped,
  PicturesDropped,
  ModelReplied,
  ToolCalled.unwrap(),
  CallReturned,
  ContextEdited.unwrap(),
  TurnEnded.unwrap(),
])
export type Line = z.infer<typeof Line>
export type LineOf<Type extends Line['type']> = Extract<Line, { type: Type }>

/** Lines that are no news of a conversation. */
export const ABOUT_THE_CONVERSATION: ReadonlySet<Line['type']> = new Set([
  'conversation.renamed',
  'conversation.filed',
  'conversation.kept',
  'budget.set',
  'saving.set',
])

const LINE_FEED = 0x0a

/** Parses a file row by row, skipping a torn end and kinds of lines that a later version writes. */
export function parseLines(bytes: Buffer): readonly Line[] {
  const lines: Line[] = []
  for (let start = 0; start < bytes.length;) {
    const feed = bytes.indexOf(LINE_FEED, start)
    const end = feed < 0 ? bytes.length : feed
    const line = parseLine(bytes.toString('utf8', start, end))
    if (line !== null) lines.push(line)
    start = end + 1
  }
  return lines
}

export function parseLine(row: string): Line | null {
  const value = parseJson(row)
  const line = Line.safeParse(value)
  return line.success ? line.data : null
}

/** `undefined` for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the caller skips it
  }
}
