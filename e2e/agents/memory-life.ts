import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Pick } from '../../testing/random.ts'
import type { Files } from './memory-ledger.ts'

// What may happen to the memory of a project, at random: what the agent does after a sentence of the user's, and edits by
// hand. Nearly every line has a number of its own, by which it is known wherever it is found.

/** What an agent does by one call of a tool; paths are in the folder. */
export type Deed =
  | { readonly does: 'read'; readonly path: string }
  | { readonly does: 'write'; readonly path: string; readonly text: string }
  | { readonly does: 'edit'; readonly path: string; readonly old: string; readonly by: string }
  | { readonly does: 'move'; readonly path: string; readonly to: string }
  | { readonly does: 'remove'; readonly path: string }
  /** By a command, in which a conversation does not say what was written. */
  | { readonly does: 'append'; readonly path: string; readonly text: string }

const INDEX = 'MEMORY.md'
/** The program says of such an index that it is too long. */
const TOO_LONG = 230
const KINDS = ['user', 'feedback', 'project', 'reference']

type Front = (name: string, about: string, type: string) => string
const nested: Front = (name, about, type) =>
  `---\nname: ${name}\ndescription: ${about}\nmetadata:\n  type: ${type}\n---\n\n`
/** How models begin a memory. */
const FRONTS: readonly Front[] = [
  () => '',
  nested,
  (name, about, type) => `---\nname: ${name}\ndescription: ${about}\ntype: ${type}\n---\n\n`,
  (name, about) => `---\nname: ${name}\ndescription: "${about}" # said so\n---\n`,
]

/** What follows from a sentence. */
export interface Following {
  readonly memories: number
  /** Where a file comes from that was moved before anything kept its history, nobody can tell. */
  readonly mayMove: boolean
  readonly isIndexTooLong: boolean
}

export class Life {
  readonly #name: string
  readonly #pick: Pick
  readonly #files: () => Files
  #count = 0

  /** @param files the memory as it is now */
  constructor(name: string, pick: Pick, files: () => Files) {
    this.#name = name
    this.#pick = pick
    this.#files = files
  }

  /** What the user says next. */
  sentence(): string {
    const says = ['Please remember this:', 'From now on,', 'Note it down:', 'Nicht vergessen:'][this.#pick(4)] ?? ''
    return `${says} point ${this.#next()} of ${this.#name}.`
  }

  /** What the agent then does; each deed is chosen when it is asked for. */
  *deeds({ memories, mayMove, isIndexTooLong }: Following): Generator<Deed, void, void> {
    for (let made = 0; made < memories; made += 1) {
      yield* this.#create()
      yield* this.#change(mayMove)
    }
    if (isIndexTooLong) {
      yield { does: 'read', path: INDEX }
      const rows = Array.from({ length: TOO_LONG }, () => this.#row(`gone-${this.#next()}.md`))
      yield { does: 'write', path: INDEX, text: `${rows.join('\n')}\n` }
    }
  }

  *#create(): Generator<Deed, void, void> {
    const path = `${['', '', '', 'people/', 'größe/'][this.#pick(5)] ?? ''}topic-${this.#next()}.md`
    yield { does: 'write', path, text: this.#topic(FRONTS[this.#pick(FRONTS.length)]) }
    if (this.#pick(3) === 0) return
    const index = this.#files().get(INDEX)
    if (index === undefined) {
      yield { does: 'write', path: INDEX, text: `# Index of ${this.#name}\n${this.#row(path)}\n` }
      return
    }
    yield { does: 'read', path: INDEX }
    const last = (this.#files().get(INDEX) ?? index).trimEnd().split('\n').at(-1) ?? ''
    yield { does: 'edit', path: INDEX, old: last, by: `${last}\n${this.#row(path)}` }
  }

  *#change(mayMove: boolean): Generator<Deed, void, void> {
    const path = this.#topics()[this.#pick(this.#topics().length)]
    if (path === undefined) return
    const how = this.#pick(10)
    if (how < 5) {
      yield { does: 'read', path }
      const line = this.#bodyLine(path)
      // Sometimes it asks for what is not there, and is told so.
      const old = this.#pick(12) === 0 ? 'What nobody ever wrote' : line
      if (line !== undefined)
        yield {
          does: 'edit',
          path,
          old: old ?? '',
          by: this.#pick(2) === 0 ? this.#line() : `${line}\n${this.#line()}`,
        }
    } else if (how === 5) {
      yield { does: 'read', path }
      const lines = (this.#files().get(path) ?? '').split('\n')
      yield { does: 'write', path, text: [...lines.slice(0, -2), this.#line(), this.#line(), ''].join('\n') }
    } else if (how === 6 && mayMove) yield { does: 'move', path, to: `topic-${this.#next()}.md` }
    else if (how === 7 && this.#topics().length > 4) yield { does: 'remove', path }
    else if (how === 8) yield { does: 'append', path, text: `${this.#line()}\n` }
  }

  /** The user, or another program, changes a file of the folder. */
  async byHand(folder: string): Promise<void> {
    const topics = this.#topics()
    const path = topics[this.#pick(topics.length)] ?? 'by-hand.md'
    const text = this.#files().get(path) ?? ''
    const how = this.#pick(10)
    if (how < 3) await write(folder, path, `${text}${this.#line()}\n`)
    else if (how < 6)
      await write(
        folder,
        path,
        text.replace(this.#bodyLine(path) ?? /$/, () => this.#line()),
      )
    else if (how < 8) await write(folder, `note-${this.#next()}.md`, this.#topicByHand())
    else if (how === 8) await write(folder, INDEX, `${this.#files().get(INDEX) ?? ''}${this.#row(path)}\n`)
    else if (topics.length > 4) await fs.rm(nodePath.join(folder, path))
  }

  #topics(): readonly string[] {
    return [...this.#files().keys()].filter((path) => path.endsWith('.md') && path !== INDEX).toSorted()
  }

  /** As the program would have it: its next edit must not change lines that nobody asked it to. */
  #topicByHand(): string {
    return this.#topic(
      this.#pick(2) === 0 ? undefined : (name, about, type) => nested(name.replace(' ', '-'), about, type),
    )
  }

  #topic(front: Front = () => ''): string {
    const body = Array.from({ length: 1 + this.#pick(5) }, () => this.#line()).join('\n')
    const type = KINDS[this.#pick(KINDS.length)] ?? ''
    const head = front(`topic ${this.#next()}`, `What was said as ${this.#next()}`, type)
    const text = `${head}# Heading ${this.#next()}\n\n${body}\n`
    return this.#pick(10) === 0 ? text.replaceAll('\n', '\r\n') : text
  }

  #row(path: string): string {
    return `- [Topic ${this.#next()}](${path}) — hook ${this.#next()}`
  }

  #line(): string {
    return `Line ${this.#next()} of ${this.#name}${['.', ': größer.', ' | a | table |', ', “quoted” $& $1.'][this.#pick(4)] ?? ''}`
  }

  /** One of the numbered lines of a file. */
  #bodyLine(path: string): string | undefined {
    const lines = (this.#files().get(path) ?? '').split(/\r?\n/).filter((line) => line.startsWith('Line '))
    return lines[this.#pick(lines.length)]
  }

  #next(): number {
    this.#count += 1
    return this.#count
  }
}

async function write(folder: string, path: string, text: string): Promise<void> {
  const file = nodePath.join(folder, path)
  await fs.mkdir(nodePath.dirname(file), { recursive: true })
  await fs.writeFile(file, text)
}
