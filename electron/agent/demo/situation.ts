import { z } from 'zod'
import { isNote, noteText } from '../notes.ts'

/** What the demo model finds in a request: the last message, and the results of its tool calls since. */
export interface Situation {
  readonly message: string
  /** Of the conversation: the goal, where it is a job's. */
  readonly firstMessage: string
  /** What the app told, without its marks. */
  readonly notes: readonly string[]
  /** It has not introduced itself yet. */
  readonly isFirstAnswer: boolean
  /** Paths below /memories, as far as they were listed; `null` before the first listing. */
  readonly listed: readonly string[] | null
  /** Lines of the files that were viewed. */
  readonly files: ReadonlyMap<string, readonly string[]>
  /** Paths that were viewed, successfully or not. */
  readonly viewed: ReadonlySet<string>
  /** Files that turned out not to be text, in this turn or an earlier one. */
  readonly notText: ReadonlySet<string>
  /** The results of commands that change something. */
  readonly done: readonly CommandResult[]
  /** All commands since the message, in their order. */
  readonly calls: readonly CommandResult[]
  /** The turns before this one, oldest first. */
  readonly earlier: readonly EarlierTurn[]
}

export interface EarlierTurn {
  readonly message: string
  /** What was answered. */
  readonly answer: string
  readonly calls: readonly CommandResult[]
}

const Input = z.object({
  command: z.string(),
  path: z.string().default(''),
  file_text: z.string().optional(),
  old_str: z.string().optional(),
  new_str: z.string().optional(),
  insert_line: z.number().optional(),
  insert_text: z.string().optional(),
  old_path: z.string().optional(),
  new_path: z.string().optional(),
})

export interface CommandResult extends z.infer<typeof Input> {
  readonly content: string
  readonly isError: boolean
}

const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string(),
    input: Input,
  }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.string().default(''),
    is_error: z.boolean().default(false),
  }),
  z.object({ type: z.enum(['thinking', 'redacted_thinking']) }),
])
type Block = z.infer<typeof Block>

/** The messages of a request in the Messages format. */
export const Messages = z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.array(Block) }))
export type Messages = z.infer<typeof Messages>

const ROOT = '/memories'
const LISTING = "Here're the files and directories"
const CONTENT = "Here's the content of "
const NOT_TEXT = /^Error: The file .* is not UTF-8 text/s

export function readSituation(messages: Messages): Situation {
  const blocks = messages.flatMap(({ role, content }) => content.map((block) => ({ role, block })))
  const told = blocks.flatMap(({ role, block }) => (role === 'user' && block.type === 'text' ? block.text : []))
  const turns = turnsIn(blocks)
  const now = turns.at(-1)
  const calls = now?.calls ?? []
  const views = calls.filter(({ command }) => command === 'view')
  return {
    message: now?.message ?? '',
    firstMessage: turns[0]?.message ?? '',
    notes: told.filter(isNote).map(noteText),
    isFirstAnswer: !blocks.some(({ role, block }) => role === 'assistant' && block.type === 'text'),
    listed: views.length === 0 ? null : listedIn(calls),
    files: filesIn(calls),
    viewed: new Set(views.map(({ path }) => below(path))),
    notText: notTextIn(turns.flatMap((turn) => turn.calls)),
    done: calls.filter(({ command }) => command !== 'view'),
    calls,
    earlier: turns.slice(0, -1),
  }
}

interface Spoken {
  readonly role: 'user' | 'assistant'
  readonly block: Block
}

/** A turn begins with the user's words; the app's notes belong to none. */
function turnsIn(blocks: readonly Spoken[]): readonly EarlierTurn[] {
  const starts = blocks.flatMap(({ role, block }, at) =>
    role === 'user' && block.type === 'text' && !isNote(block.text) ? at : [],
  )
  const results = new Map(
    blocks.flatMap(({ block }) => (block.type === 'tool_result' ? [[block.tool_use_id, block] as const] : [])),
  )
  return starts.map((start, index) => {
    const [first, ...since] = blocks.slice(start, starts[index + 1]).map(({ block }) => block)
    return {
      message: first?.type === 'text' ? first.text : '',
      answer: since.flatMap((block) => (block.type === 'text' && !isNote(block.text) ? block.text : [])).join('\n\n'),
      calls: since.flatMap((block) => {
        const result = block.type === 'tool_use' ? results.get(block.id) : undefined
        return block.type === 'tool_use' && result !== undefined
          ? [{ ...block.input, content: result.content, isError: result.is_error }]
          : []
      }),
    }
  })
}

function shownIn(calls: readonly CommandResult[], beginning: string): readonly CommandResult[] {
  return calls.filter(
    ({ command, isError, content }) => command === 'view' && !isError && content.startsWith(beginning),
  )
}

/** Paths below /memories, as the calls listed them. */
export function listedIn(calls: readonly CommandResult[]): readonly string[] {
  return [...new Set(shownIn(calls, LISTING).flatMap(({ content }) => pathsIn(content)))]
}

/** Lines of the files that the calls viewed. */
export function filesIn(calls: readonly CommandResult[]): ReadonlyMap<string, readonly string[]> {
  return new Map(shownIn(calls, CONTENT).map(({ path, content }) => [below(path), linesIn(content)]))
}

function notTextIn(calls: readonly CommandResult[]): ReadonlySet<string> {
  const refused = calls.filter(({ isError, content }) => isError && NOT_TEXT.test(content))
  return new Set(refused.map(({ path }) => below(path)))
}

function pathsIn(listing: string): readonly string[] {
  const paths = listing
    .split('\n')
    .slice(1)
    .flatMap((row) => row.split('\t')[1] ?? [])
  return paths.map(below).filter((path) => path !== '')
}

function linesIn(view: string): readonly string[] {
  return view
    .split('\n')
    .slice(1)
    .map((row) => row.slice(row.indexOf('\t') + 1))
}

export function below(path: string): string {
  return path === ROOT ? '' : path.slice(ROOT.length + 1)
}

/** Listed paths with nothing listed below them: files, and directories too deep to be listed. */
export function leavesOf(listed: readonly string[]): readonly string[] {
  return listed.filter((path) => !listed.some((other) => other.startsWith(`${path}/`)))
}
