import { AppError } from '../../shared/errors.ts'
import type { MemoryTool } from '../agent/memory-tool/memory-tool.ts'
import type { Core } from '../core.ts'
import { lines, NOT_UTF8 } from '../disk/lines.ts'
import { print } from './output.ts'
import { withCore, type Place } from './place.ts'

interface Answer {
  readonly content: string
  readonly is_error: boolean
  readonly commit?: string
}

/**
 * One memory command object per line in, one `{ content, is_error, commit? }` per line out, in order, each after the
 * change is durable. A line that is not UTF-8 or not JSON is answered with an error, and the next line is read. When the store
 * cannot be opened, every line is answered with the reason, and the verb fails with it.
 */
export async function exec(place: Place, { client }: { readonly client?: string } = {}): Promise<void> {
  const input = lines(process.stdin)
  try {
    await withCore({ ...place, creates: true }, (core) => answerAll(input, core), {
      adoptOnOpen: false,
      client: { client },
    })
  } catch (error) {
    if (error instanceof AppError)
      for await (const _ of input) await reply({ content: `Error: ${error.message}`, is_error: true })
    throw error
  }
}

async function answerAll(input: AsyncIterable<string | null>, core: Core): Promise<void> {
  const tool = core.memoryTool()
  let watching: Promise<void> | null = null
  for await (const line of input) {
    const given = await answer(tool, line)
    await reply(given)
    // Who only reads needs no watchers, and an answer must not wait for them.
    if (given.commit !== undefined) watching ??= core.watch()
  }
  await watching
  // Adopt what other programs changed by now. Whatever prevents it is reported at the next start.
  await (watching === null ? core.store.adoptIfFew() : core.store.adopt()).catch(() => undefined)
}

async function answer(tool: MemoryTool, line: string | null): Promise<Answer> {
  if (line === null) return { content: `Error: ${NOT_UTF8}`, is_error: true }
  let command: unknown
  try {
    command = JSON.parse(line)
  } catch {
    return { content: 'Error: The line is not JSON. One memory command object per line is expected.', is_error: true }
  }
  const { content, isError, commit } = await tool.run(command)
  return { content, is_error: isError, ...(commit === null ? {} : { commit: commit.id }) }
}

function reply(answer: Answer): Promise<void> {
  return print(`${JSON.stringify(answer)}\n`)
}
