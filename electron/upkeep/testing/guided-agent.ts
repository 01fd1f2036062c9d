import type { MemoryTool } from '../../agent/memory-tool/memory-tool.ts'
import { lineOf, type Fact, type Saying } from './life.ts'

// A scripted agent that does what the guidance of the index layout says, and nothing more. What it knows of the memory
// is what it viewed since it began, or since its context was cleared.

const INDEX = '/memories/MEMORY.md'

/** Thrown in place of a command: the process is gone, and with it all that the agent knew. */
export class Crash extends Error {}

export interface Interruption {
  /** Before this command of the session, from 0. */
  readonly before: number
  readonly kind: 'crash' | 'cleared'
}

export class GuidedAgent {
  readonly #tool: MemoryTool
  readonly #day: string
  #interruption: Interruption | null
  #commands = 0
  /** The files viewed so far, by their paths. */
  readonly #seen = new Map<string, string>()

  constructor(tool: MemoryTool, day: string, interruption: Interruption | null) {
    this.#tool = tool
    this.#day = day
    this.#interruption = interruption
  }

  get commands(): number {
    return this.#commands
  }

  async hear(sayings: readonly Saying[]): Promise<void> {
    for (const saying of sayings) await this.#note(saying)
  }

  async #note({ fact, value }: Saying): Promise<void> {
    const index = (await this.#view(INDEX)) ?? ''
    const known = index.split('\n').find((line) => line.startsWith(`- [${fact.subject}](`))
    const path = `/memories/${/\]\(([^)]*)\)/.exec(known ?? '')?.[1] ?? pathOf(fact)}`
    const topic = known === undefined ? null : await this.#view(path)
    if (topic === null) return this.#begin(path, { fact, value })
    const line = topic.split('\n').find((each) => each.startsWith(lineOf(fact, '').replace(/ \.$/, ' ')))
    const wanted = value === null ? null : lineOf(fact, value)
    if (line === wanted || (line === undefined && wanted === null)) return
    if (line === undefined) await this.#insert(path, wanted ?? '')
    else await this.#replace(path, `${line}\n`, wanted === null ? '' : `${wanted}\n`)
    await this.#stamp(path)
  }

  /** A topic that the index does not name: new, or made just before a crash. */
  async #begin(path: string, { fact, value }: Saying): Promise<void> {
    if (value === null && (await this.#view(path)) === null) return
    const text = [
      '---',
      `name: ${fact.subject}`,
      `description: ${ABOUT[fact.type]}`,
      `type: ${fact.type}`,
      `modified: ${this.#day}`,
      '---',
      '',
      value === null ? '' : lineOf(fact, value),
      '',
    ].join('\n')
    const made = await this.#run({ command: 'create', path, file_text: text })
    if (!made.isError) this.#seen.set(path, text)
    await this.#insert(INDEX, `- [${fact.subject}](${path.slice('/memories/'.length)}): ${ABOUT[fact.type]}`)
    // It was there already, so the fact is still to be written.
    if (made.isError) await this.#note({ fact, value })
  }

  async #stamp(path: string): Promise<void> {
    const old = /^modified: .*$/m.exec(this.#seen.get(path) ?? '')?.[0]
    const now = `modified: ${this.#day}`
    if (old !== undefined && old !== now) await this.#replace(path, old, now)
  }

  /** `null` for a file that is not there. */
  async #view(path: string): Promise<string | null> {
    const known = this.#seen.get(path)
    if (known !== undefined) return known
    const { content, isError } = await this.#run({ command: 'view', path })
    if (isError) return null
    const text = content
      .split('\n')
      .slice(1)
      .map((row) => `${row.slice(row.indexOf('\t') + 1)}\n`)
      .join('')
    this.#seen.set(path, text)
    return text
  }

  async #replace(path: string, old: string, now: string): Promise<void> {
    const { isError } = await this.#run({ command: 'str_replace', path, old_str: old, new_str: now })
    const known = this.#seen.get(path)
    if (!isError && known !== undefined)
      this.#seen.set(
        path,
        known.replace(old, () => now),
      )
  }

  /** At the end. */
  async #insert(path: string, line: string): Promise<void> {
    if ((await this.#view(path)) === null) {
      await this.#run({ command: 'create', path, file_text: `${line}\n` })
      return
    }
    const text = this.#seen.get(path) ?? ''
    const at = text.split('\n').length - 1
    await this.#run({ command: 'insert', path, insert_line: at, insert_text: `${line}\n` })
    // The context may have been cleared with this command.
    if (this.#seen.has(path)) this.#seen.set(path, `${text}${line}\n`)
  }

  async #run(input: object): Promise<{ readonly content: string; readonly isError: boolean }> {
    const interruption = this.#interruption
    if (interruption?.before === this.#commands) {
      this.#interruption = null
      if (interruption.kind === 'crash') throw new Crash('The process is gone.')
      // What is being done goes on; everything that was viewed is forgotten.
      this.#seen.clear()
    }
    this.#commands += 1
    return this.#tool.run(input)
  }
}

const ABOUT = {
  user: 'what they like, have and do',
  feedback: 'how it should be done',
  project: 'facts and rules of the project',
  reference: 'where things are and who runs them',
} as const

function pathOf({ subject, type }: Fact): string {
  const folder = { user: 'people', feedback: 'feedback', project: 'projects', reference: 'reference' }[type]
  return `${folder}/${subject.toLowerCase().replaceAll(' ', '-')}.md`
}
