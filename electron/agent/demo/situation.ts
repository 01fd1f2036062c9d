import { z } from 'zod'
import { hasFile, withoutFiles } from '../../../shared/quoted-files.ts'
import { isNote, noteText } from '../notes.ts'

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

const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool_use'), id: z.string(), input: Input }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.string().default(''),
    is_error: z.boolean().default(false),
  }),
  z.object({ type: z.enum(['thinking', 'redacted_thinking', 'image']) }),
])

/** The messages of a request in the Messages format. */
export const Messages = z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.array(Block) }))
export type Messages = z.infer<typeof Messages>

/** A command of the memory tool, and what it returned. */
export interface CommandResult extends z.infer<typeof Input> {
  readonly content: string
  readonly isError: boolean
}

export interface EarlierTurn {
  readonly message: string
  readonly hasFiles: boolean
  /** What was answered. */
  readonly answer: string
  readonly calls: readonly CommandResult[]
}

/** What the demo model finds in a request: the last message, and the results of its tool calls since. */
export interface Situation {
  readonly message: string
  /** Files or pictures came with it: nothing is read of them. */
  readonly hasFiles: boolean
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
  /** The results of commands that change something. */
  readonly done: readonly CommandResult[]
  /** All commands since the message, in their order. */
  readonly calls: readonly CommandResult[]
  /** The turns before this one, oldest first. */
  readonly earlier: readonly EarlierTurn[]
}

export function readSituation(messages: Messages): Situation {
  const turns = turnsIn(messages)
  const now = turns.at(-1)
  const calls = now?.calls ?? []
  const views = calls.filter(({ command }) => command === 'view')
  const told = messages.flatMap(({ role, content }) => (role === 'user' ? content : []))
  return {
    message: now?.message ?? '',
    hasFiles: now?.hasFiles ?? false,
    firstMessage: turns[0]?.message ?? '',
    notes: told.flatMap((block) => (block.type === 'text' && isNote(block.text) ? noteText(block.text) : [])),
    isFirstAnswer: turns.every(({ answer }) => answer === ''),
    listed: views.length === 0 ? null : listedIn(calls),
    files: filesIn(calls),
    viewed: new Set(views.map(({ path }) => below(path))),
    done: calls.filter(({ command }) => command !== 'view'),
    calls,
    earlier: turns.slice(0, -1),
  }
}

/** What the user wrote in a message; pictures alone are a message without words. The app's notes belong to no turn. */
function saidIn({ role, content }: Messages[number]): readonly string[] {
  if (role !== 'user') return []
  const said = content.flatMap((block) => (block.type === 'text' && !isNote(block.text) ? block.text : []))
  return said.length === 0 && hasPicture(content) ? [''] : said
}

const hasPicture = (content: Messages[number]['content']): boolean => content.some(({ type }) => type === 'image')

/** A turn begins with the user's message. */
function turnsIn(messages: Messages): readonly EarlierTurn[] {
  const turns: (Omit<EarlierTurn, 'answer' | 'calls'> & { answer: string; calls: CommandResult[] })[] = []
  const results = new Map(
    messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_result' ? [[block.tool_use_id, block] as const] : [])),
    ),
  )
  for (const message of messages) {
    const { role, content } = message
    for (const said of saidIn(message))
      turns.push({ message: withoutFiles(said), hasFiles: hasPicture(content) || hasFile(said), answer: '', calls: [] })
    const turn = turns.at(-1)
    for (const block of content) {
      const result = block.type === 'tool_use' ? results.get(block.id) : undefined
      if (block.type === 'text' && role === 'assistant' && turn !== undefined) turn.answer += `${block.text}\n\n`
      else if (block.type === 'tool_use' && result !== undefined)
        turn?.calls.push({ ...block.input, content: result.content, isError: result.is_error })
    }
  }
  return turns
}

/** What views returned that begins with these words, row by row, without the first. */
function shown(
  calls: readonly CommandResult[],
  beginning: string,
): readonly (readonly [path: string, rows: readonly string[]])[] {
  return calls
    .filter(({ command, isError, content }) => command === 'view' && !isError && content.startsWith(beginning))
    .map(({ path, content }) => [below(path), content.split('\n').slice(1)])
}

/** Paths below /memories, as the calls listed them. */
export function listedIn(calls: readonly CommandResult[]): readonly string[] {
  const rows = shown(calls, "Here're the files and directories").flatMap(([, all]) => all)
  const paths = rows.flatMap((row) => row.split('\t')[1] ?? []).map(below)
  return [...new Set(paths)].filter((path) => path !== '')
}

/** Lines of the files that the calls viewed. */
export function filesIn(calls: readonly CommandResult[]): ReadonlyMap<string, readonly string[]> {
  const views = shown(calls, "Here's the content of ")
  return new Map(views.map(([path, rows]) => [path, rows.map((row) => row.slice(row.indexOf('\t') + 1))]))
}

export const below = (path: string): string => path.replace(/^\/memories\/?/, '')

/** Listed paths with nothing listed below them: files, and directories too deep to be listed. */
export function leavesOf(listed: readonly string[]): readonly string[] {
  const folders = new Set(listed.map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))))
  return listed.filter((path) => !folders.has(path))
}
