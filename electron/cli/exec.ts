import type { MemoryTool } from '../agent/memory-tool/memory-tool.ts'
import { lines, writeLine } from './lines.ts'
import { withCore, type Place } from './place.ts'

/**
 * One memory command object a line in, one `{ content, is_error, commit? }` a line out, in order, each after the
 * change is durable. A line that is not JSON gets an error line, and the next is read.
 */
export async function exec(place: Place): Promise<void> {
  await withCore(
    place,
    async (core) => {
      const tool = core.memoryTool()
      let watching: Promise<void> | null = null
      for await (const line of lines(process.stdin)) {
        await writeLine(await answer(tool, line))
        // The first answer does not wait for the watchers.
        watching ??= core.watch()
      }
      await watching
      // What others changed before or meanwhile is taken in at the latest now; what keeps it out is told by the next start.
      await core.store.adopt().catch(() => undefined)
    },
    { adoptOnOpen: false },
  )
}

async function answer(tool: MemoryTool, line: string): Promise<string> {
  let command: unknown
  try {
    command = JSON.parse(line)
  } catch {
    return JSON.stringify({
      content: 'Error: The line is not JSON. One memory command object a line is expected.',
      is_error: true,
    })
  }
  const { content, isError, commit } = await tool.run(command)
  return JSON.stringify({ content, is_error: isError, ...(commit === null ? {} : { commit: commit.id }) })
}
