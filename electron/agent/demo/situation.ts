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
  /** The results of commands that change something. */
  readonly done: readonly CommandResult[]
  /** All commands since the message, in their order. */
  readonly calls: readonly CommandResult[]
}

export interface CommandResult {
  readonly command: string
  readonly path: string
  readonly content: string
  readonly isError: boolean
}

const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string(),
    input: z.object({ command: z.string(), path: z.string().default('') }),
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

export function readSituation(messages: Messages): Situation {
  const blocks = messages.flatMap(({ role, content }) => content.map((block) => ({ role, block })))
  const told = blocks.flatMap(({ role, block }) => (role === 'user' && block.type === 'text' ? block.text : []))
  const said = told.filter((text) => !isNote(text))
  const lastMessage = blocks.findLastIndex(
    ({ role, block }) => role === 'user' && block.type === 'text' && !isNote(block.text),
  )
  const since = blocks.slice(lastMessage + 1).map(({ block }) => block)
  const results = new Map(since.flatMap((block) => (block.type === 'tool_result' ? [[block.tool_use_id, block]] : [])))
  const calls = since.flatMap((block) => {
    const result = block.type === 'tool_use' ? results.get(block.id) : undefined
    return block.type === 'tool_use' && result !== undefined
      ? [{ ...block.input, content: result.content, isError: result.is_error }]
      : []
  })
  const views = calls.filter(({ command }) => command === 'view')
  const shown = views.filter(({ isError }) => !isError)
  const listings = shown.filter(({ content }) => content.startsWith(LISTING))
  return {
    message: said.at(-1) ?? '',
    firstMessage: said[0] ?? '',
    notes: told.filter(isNote).map(noteText),
    isFirstAnswer: !blocks.some(({ role, block }) => role === 'assistant' && block.type === 'text'),
    listed: views.length === 0 ? null : [...new Set(listings.flatMap(({ content }) => pathsIn(content)))],
    files: new Map(
      shown
        .filter(({ content }) => content.startsWith(CONTENT))
        .map(({ path, content }) => [below(path), linesIn(content)]),
    ),
    viewed: new Set(views.map(({ path }) => below(path))),
    done: calls.filter(({ command }) => command !== 'view'),
    calls,
  }
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

function below(path: string): string {
  return path === ROOT ? '' : path.slice(ROOT.length + 1)
}

/** Listed paths with nothing listed below them: files, and directories too deep to be listed. */
export function leavesOf(listed: readonly string[]): readonly string[] {
  return listed.filter((path) => !listed.some((other) => other.startsWith(`${path}/`)))
}
