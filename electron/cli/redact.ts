import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { Complaint } from './complaint.ts'

/** One `{ text }` a line in, one `{ text, found }` a line out. Opens no store. */
export async function redact({ all = false, rules: file }: { readonly all?: boolean; readonly rules?: string }): Promise<void> {
  // Loaded on use: the other verbs start without the tables. The one verb without a store, so without a core.
  // oxlint-disable-next-line no-restricted-imports
  const { redactLine, rulesFrom } = await import('../policy/redact-lines.ts')
  const outcome = rulesFrom(file === undefined ? null : await contentOf(file), all)
  if (outcome.kind === 'refused') throw new Complaint(outcome.reason)
  for await (const line of lines(process.stdin)) {
    if (!process.stdout.write(`${redactLine(line, outcome.rules)}\n`)) await once(process.stdout, 'drain')
  }
}

async function contentOf(file: string): Promise<string> {
  const here = process.env.npm_lifecycle_event === 'variorum' ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd()
  try {
    return await fs.readFile(nodePath.resolve(here, file), 'utf8')
  } catch {
    throw new Complaint('The file with the rules cannot be read. Check its name.')
  }
}

/** Lines end at "\n" alone: a text may hold any other line separator. The last one may lack its end; empty ones are passed over. */
async function* lines(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest: string[] = []
  for await (const chunk of input) {
    const pieces = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })).split('\n')
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      const line = rest.join('') + piece
      rest = []
      if (line.trim() !== '') yield line
    }
    if (last !== '') rest.push(last)
  }
  const line = rest.join('')
  if (line.trim() !== '') yield line
}
