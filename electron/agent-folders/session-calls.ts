import { z } from 'zod'
import { jsonLine } from './json-line.ts'

// What a transcript of Claude Code says of the files that were written, as 2.1.332 writes it: one JSON object a line, each
// naming the one before it. It is outside text: nothing in it is believed but what it says of its own calls and messages.

/** What the user said, and when, in milliseconds. */
export interface Sentence {
  readonly text: string
  readonly time: number
}

/** Whether the same message led to two calls. */
export function isSameSentence(one: Sentence | null = null, other: Sentence | null = null): boolean {
  return one?.text === other?.text && one?.time === other?.time
}

export interface Replacement {
  readonly old: string
  readonly new: string
  readonly isEverywhere: boolean
}

/** A call that wrote a file, and did not fail. */
export interface WritingCall {
  /** As the call names it. */
  readonly path: string
  /** When it was made, and when its result was there; it wrote in between. */
  readonly from: number
  readonly to: number
  /** The user's message that led to it; null if that is not certain. */
  readonly sentence: Sentence | null
  /** What it found; '' for no file, null where the transcript does not say it. */
  readonly before: string | null
  /** The whole text, or what it replaced; null where that is too much to keep. */
  readonly wrote: string | readonly Replacement[] | null
}

const Id = z.string().min(1).max(100)
/** Whose words a message is. Other kinds are other agents, plugins, and what the program tells itself. */
const By = z.object({ kind: z.string() }).optional()
const Entry = z.object({
  type: z.string(),
  uuid: Id.optional(),
  parentUuid: Id.nullable().optional(),
  /** Where a conversation continues that was made shorter. */
  logicalParentUuid: Id.nullable().optional(),
  timestamp: z.string().max(40).optional(),
  isSidechain: z.boolean().optional(),
  isMeta: z.boolean().optional(),
  isCompactSummary: z.boolean().optional(),
  isVisibleInTranscriptOnly: z.boolean().optional(),
  message: z.object({ content: z.union([z.string(), z.array(z.unknown())]) }).optional(),
  origin: By,
  attachment: z
    .object({
      type: z.string(),
      prompt: z.unknown().optional(),
      commandMode: z.string().optional(),
      isMeta: z.boolean().optional(),
      origin: By,
    })
    .optional(),
  toolUseResult: z.unknown().optional(),
})
type Entry = z.infer<typeof Entry>

const Edit = z.object({ old_string: z.string(), new_string: z.string(), replace_all: z.boolean().optional() })
const Path = z.string().min(1).max(4_096)
const Call = z.object({
  type: z.literal('tool_use'),
  id: Id,
  name: z.enum(['Write', 'Edit', 'MultiEdit']),
  input: z.union([
    z.object({ file_path: Path, content: z.string() }),
    z.object({ file_path: Path, edits: z.array(Edit).max(1_000) }),
    Edit.extend({ file_path: Path }),
  ]),
})
const Result = z.object({ type: z.literal('tool_result'), tool_use_id: Id, is_error: z.boolean().optional() })
const Text = z.object({ type: z.literal('text'), text: z.string() })
/** What the program says of a call besides its answer to the model: the file as it was, and as it became. */
const Outcome = z.object({ originalFile: z.string().nullish(), content: z.string().optional() })

/** A message is answered long before so many more. */
const MAX_ENTRIES = 10_000
const MAX_PENDING = 1_000
const MAX_TEXT = 1_000_000
const MAX_SENTENCE = 20_000

interface Pending {
  readonly path: string
  readonly from: number
  readonly sentence: Sentence | null
  readonly wrote: string | readonly Replacement[]
}

/** Reads a transcript line by line. */
export class SessionCalls {
  readonly #isOurs: (path: string) => boolean
  /** The user's latest message at each entry; null if that is not certain. */
  readonly #saidAt = new Map<string, Sentence | null>()
  readonly #pending = new Map<string, Pending>()
  #last: Sentence | null = null

  /** @param isOurs whether calls that name this path are wanted */
  constructor(isOurs: (path: string) => boolean) {
    this.#isOurs = isOurs
  }

  /** The calls that ended with this line. */
  read(line: string): readonly WritingCall[] {
    const entry = jsonLine(line, Entry)
    if (entry === null) return []
    const said = wordsOf(entry)
    const sentence = said === undefined ? this.#saidBefore(entry) : said
    this.#last = sentence
    if (entry.uuid !== undefined) keep(this.#saidAt, entry.uuid, sentence, MAX_ENTRIES)
    if (entry.type === 'assistant') this.#begin(entry, sentence)
    return entry.type === 'user' ? this.#end(entry) : []
  }

  #saidBefore({ parentUuid, logicalParentUuid }: Entry): Sentence | null {
    if (parentUuid === undefined) return this.#last
    return this.#saidAt.get(parentUuid ?? logicalParentUuid ?? '') ?? null
  }

  #begin(entry: Entry, sentence: Sentence | null): void {
    for (const block of blocksOf(entry)) {
      const call = Call.safeParse(block).data
      const from = timeOf(entry)
      if (call === undefined || from === null || !this.#isOurs(call.input.file_path)) continue
      const { input } = call
      const edits = 'edits' in input ? input.edits : 'old_string' in input ? [input] : []
      const wrote = 'content' in input ? input.content : edits.map(replacementIn)
      keep(this.#pending, call.id, { path: input.file_path, from, sentence, wrote }, MAX_PENDING)
    }
  }

  #end(entry: Entry): readonly WritingCall[] {
    const results = blocksOf(entry).flatMap((block) => Result.safeParse(block).data ?? [])
    const outcome = results.length === 1 ? Outcome.safeParse(entry.toolUseResult).data : undefined
    const to = timeOf(entry)
    return results.flatMap(({ tool_use_id: id, is_error: isError = false }) => {
      const call = this.#pending.get(id)
      this.#pending.delete(id)
      if (call === undefined || isError || to === null) return []
      const { originalFile: before } = outcome ?? {}
      const wrote = typeof call.wrote === 'string' ? (outcome?.content ?? call.wrote) : call.wrote
      return [
        {
          ...call,
          to,
          before: before === undefined ? null : textOrNull(before ?? ''),
          wrote: sizeOf(wrote) > MAX_TEXT ? null : wrote,
        },
      ]
    })
  }
}

/** The characters that it takes to keep a call. */
export const sizeOfCall = ({ before, wrote, sentence }: WritingCall): number =>
  (before?.length ?? 0) + sizeOf(wrote) + (sentence?.text.length ?? 0)

const sizeOf = (wrote: WritingCall['wrote']): number =>
  typeof wrote === 'string' || wrote === null
    ? (wrote?.length ?? 0)
    : wrote.reduce((sum, each) => sum + each.old.length + each.new.length, 0)

const textOrNull = (text: string): string | null => (text.length > MAX_TEXT ? null : text)

const replacementIn = (edit: z.infer<typeof Edit>): Replacement => ({
  old: edit.old_string,
  new: edit.new_string,
  isEverywhere: edit.replace_all === true,
})

function keep<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.size > max ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
}

function blocksOf({ message }: Entry): readonly unknown[] {
  return Array.isArray(message?.content) ? message.content : []
}

function timeOf({ timestamp }: Entry): number | null {
  const time = Date.parse(timestamp ?? '')
  return Number.isNaN(time) ? null : time
}

/** What the program puts into a message of the user's. */
const REMINDERS = /<(system-reminder|user-prompt-submit-hook)>[\s\S]*?<\/\1>/g
const INTERRUPTED = /^\[Request interrupted by user[^\]]*\]$/
const COMMAND = /<command-name>\s*(\/?[^<]{1,200}?)\s*<\/command-name>/
const ARGUMENTS = /<command-args>([\s\S]*?)<\/command-args>/
/** Other words of the program's in the user's place, as those of a command that ran. */
const BY_PROGRAM = /^<[a-z]+(?:-[a-z]+)+>/

/** What the user says in an entry: undefined in one that is not theirs, null where that cannot be told. */
function wordsOf(entry: Entry): Sentence | null | undefined {
  if (entry.isSidechain === true) return null
  const { attachment } = entry
  if (entry.type === 'attachment' && attachment?.type === 'queued_command') {
    // Typed while the agent worked.
    const { prompt, commandMode = 'prompt', isMeta = false, origin } = attachment
    return isMeta || commandMode !== 'prompt' || !isHuman(origin) ? null : (sentenceIn(prompt, entry) ?? null)
  }
  if (entry.type !== 'user') return undefined
  if (entry.isMeta === true || entry.isCompactSummary === true || entry.isVisibleInTranscriptOnly === true)
    return undefined
  if (blocksOf(entry).some((block) => Result.safeParse(block).success)) return undefined
  return isHuman(entry.origin) ? sentenceIn(entry.message?.content, entry) : null
}

const isHuman = (by: z.infer<typeof By>): boolean => by === undefined || by.kind === 'human'

function sentenceIn(content: unknown, entry: Entry): Sentence | null | undefined {
  const blocks = Array.isArray(content) ? content : []
  const texts =
    typeof content === 'string' ? [content] : blocks.flatMap((each) => Text.safeParse(each).data?.text ?? [])
  const text = texts.join('\n').replaceAll(REMINDERS, '').trim()
  const isAllText = texts.length >= blocks.length
  if (isAllText && (text === '' || INTERRUPTED.test(text))) return undefined
  const time = timeOf(entry)
  const words = BY_PROGRAM.test(text) ? commandIn(text) : text
  return words === '' || time === null ? null : { text: words.slice(0, MAX_SENTENCE), time }
}

/** A command that the user typed, with what follows it; '' for other words of the program's. */
function commandIn(text: string): string {
  const [, name] = COMMAND.exec(text) ?? []
  const [, args = ''] = ARGUMENTS.exec(text) ?? []
  return name === undefined ? '' : `${name} ${args.trim()}`.trim()
}
