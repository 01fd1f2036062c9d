import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { slugOf } from './agent-home.ts'

// A conversation with Claude Code that writes into its memory, as 2.1.332 leaves it: the file with its stamps, by a
// temporary file that is renamed, and the transcript. Measured with the program itself.

interface Made {
  /** The folder of its configuration. */
  readonly config: string
  readonly project: string
  readonly id?: string
  /** The present; each use of it may be a little later. */
  readonly now?: () => number
}

type Entry = Readonly<Record<string, unknown>>

export class ClaudeSession {
  readonly id: string
  readonly transcript: string
  readonly #project: string
  readonly #now: () => number
  #parent: string | null = null
  #calls = 0

  constructor({ config, project, id = randomUUID(), now = Date.now }: Made) {
    this.id = id
    this.#project = project
    this.#now = now
    this.transcript = nodePath.join(config, 'projects', slugOf(project), `${id}.jsonl`)
  }

  /** The user says something. */
  async say(text: string, more: Entry = {}): Promise<void> {
    if (this.#parent === null)
      await this.line({ type: 'queue-operation', operation: 'enqueue', timestamp: this.#time() })
    await this.entry({ type: 'user', message: { role: 'user', content: text }, promptSource: 'typed', ...more })
    await this.entry({ type: 'attachment', attachment: { type: 'date', date: '2026-11-29' } })
  }

  /** The agent writes a whole file. */
  async write(file: string, content: string): Promise<void> {
    const before = await textOf(file)
    const end = await this.#call('Write', { file_path: file, content })
    const written = stamped(content, before === null ? this.id : (sessionIn(before) ?? this.id), this.#time())
    await replace(file, written)
    await end({ type: before === null ? 'create' : 'update', filePath: file, content: written, originalFile: before })
  }

  /** The agent replaces a part of a file; the call fails where the part is not in it. */
  async edit(file: string, old: string, by: string): Promise<void> {
    const before = (await textOf(file)) ?? ''
    const end = await this.#call('Edit', { replace_all: false, file_path: file, old_string: old, new_string: by })
    if (!before.includes(old)) return end('Error: String to replace not found in file.', true)
    const changed = before.replace(old, () => by)
    await replace(file, stamped(changed, sessionIn(before) ?? this.id, this.#time()))
    await end({ filePath: file, oldString: old, newString: by, originalFile: before, userModified: false })
  }

  /** One more entry of the conversation. */
  async entry(entry: Entry): Promise<void> {
    const uuid = randomUUID()
    const place = { parentUuid: this.#parent, isSidechain: false, uuid, timestamp: this.#time(), cwd: this.#project }
    await this.line({ ...place, ...entry })
    this.#parent = uuid
  }

  /** One more line, as it is. */
  async line(line: Entry | string): Promise<void> {
    await fs.mkdir(nodePath.dirname(this.transcript), { recursive: true })
    const text = typeof line === 'string' ? line : JSON.stringify({ ...line, sessionId: this.id })
    await fs.appendFile(this.transcript, `${text}\n`)
    const at = this.#now() / 1_000
    await fs.utimes(this.transcript, at, at)
  }

  async #call(name: string, input: Entry): Promise<(outcome: unknown, isError?: true) => Promise<void>> {
    this.#calls += 1
    const id = `toolu_${this.id.slice(0, 8)}${this.#calls}`
    const content = [{ type: 'tool_use', id, name, input }]
    await this.entry({ type: 'assistant', message: { role: 'assistant', content } })
    return async (toolUseResult, isError) => {
      const result = { type: 'tool_result', tool_use_id: id, content: 'ok', ...(isError && { is_error: true }) }
      await this.entry({ type: 'user', message: { role: 'user', content: [result] }, toolUseResult })
    }
  }

  #time(): string {
    return new Date(this.#now()).toISOString()
  }
}

const textOf = (file: string): Promise<string | null> => fs.readFile(file, 'utf8').catch(() => null)

async function replace(file: string, text: string): Promise<void> {
  await fs.mkdir(nodePath.dirname(file), { recursive: true })
  const temporary = `${file}.tmp.4711.${randomUUID().replaceAll('-', '').slice(0, 12)}`
  await fs.writeFile(temporary, text)
  await fs.rename(temporary, file)
}

const sessionIn = (text: string): string | undefined => /^ {2}originSessionId: (.*)$/m.exec(text)?.[1]

/** With what the program notes in the front matter; a text without one is left alone. */
function stamped(text: string, session: string, time: string): string {
  const [, front, body] = /^---\n([\s\S]*?)\n---\n\n?([\s\S]*)$/.exec(text) ?? []
  if (front === undefined) return text
  const kept = front
    .split('\n')
    .filter((line) => !/^(?:metadata:| {2}(?:node_type|originSessionId|modified):)/.test(line))
  const rows = kept.map((line) => (line.startsWith('type:') ? `  ${line}` : line))
  const [own, nested] = [rows.filter((row) => !row.startsWith(' ')), rows.filter((row) => row.startsWith(' '))]
  const stamps = [`  originSessionId: ${session}`, `  modified: ${time}`]
  return ['---', ...own, 'metadata:', '  node_type: memory', ...nested, ...stamps, '---', '', body].join('\n')
}
