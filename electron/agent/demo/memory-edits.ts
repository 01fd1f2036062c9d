import type { Fact } from './facts.ts'
import { contentWords, plain } from './words.ts'

/** A command of the memory tool, with the sentence to say if it works. */
export interface Step {
  readonly input: Readonly<Record<string, unknown>>
  readonly report: string
}

export interface EditPlan {
  readonly steps: readonly Step[]
  /** Sentences to say whatever the outcome of the steps. */
  readonly remarks: readonly string[]
}

export type Files = ReadonlyMap<string, readonly string[]>

/** Plans steps in order: each sees the files as the earlier ones leave them. Has no effect outside its own plan. */
export class MemoryEdits {
  readonly #files: Map<string, readonly string[]>
  readonly #steps: Step[] = []
  readonly #remarks: string[] = []

  constructor(files: Files) {
    this.#files = new Map(files)
  }

  get plan(): EditPlan {
    return { steps: this.#steps, remarks: this.#remarks }
  }

  remark(sentence: string): void {
    this.#remarks.push(sentence)
  }

  /** Writes a fact where it belongs: replacing an older one about the same thing, or as a new line. */
  add(fact: Fact, isCorrection: boolean): void {
    const known = [...this.#files].find(([, lines]) =>
      lines.some((line) => factIn(line) !== null && plain(factIn(line) ?? '') === plain(fact.line)),
    )
    if (known !== undefined) return this.remark(`I know that already: **${fact.line}** is in \`${known[0]}\`.`)
    const lines = this.#files.get(fact.path)
    if (lines === undefined) return this.#create(fact)
    const older = this.#olderThan(fact, lines, isCorrection)
    if (older >= 0) return this.replaceLine(fact.path, older, `- ${fact.line}`)
    this.#files.set(fact.path, [...lines, `- ${fact.line}`])
    this.#step(
      { command: 'insert', path: toolPath(fact.path), insert_line: lines.length, insert_text: `- ${fact.line}\n` },
      `Added to \`${fact.path}\`: **${fact.line}**`,
    )
  }

  #create(fact: Fact): void {
    this.#files.set(fact.path, [`# ${fact.heading}`, '', `- ${fact.line}`])
    this.#step(
      { command: 'create', path: toolPath(fact.path), file_text: `# ${fact.heading}\n\n- ${fact.line}\n` },
      `Written down in \`${fact.path}\`: **${fact.line}**`,
    )
  }

  #olderThan(fact: Fact, lines: readonly string[], isCorrection: boolean): number {
    const { key } = fact
    const byKey = key === null ? -1 : lines.findIndex((line) => `${plain(factIn(line) ?? '')} `.startsWith(key))
    if (byKey >= 0 || !isCorrection) return byKey
    const wanted = contentWords(fact.line)
    const scores = lines.map((line) =>
      factIn(line) === null ? 0 : contentWords(line).filter((word) => wanted.includes(word)).length,
    )
    const best = Math.max(0, ...scores)
    return best === 0 ? -1 : scores.indexOf(best)
  }

  replaceLine(path: string, index: number, line: string): void {
    const lines = this.#files.get(path) ?? []
    const old = lines[index] ?? ''
    const { before, after } = uniqueAround(lines, index)
    this.#files.set(path, lines.with(index, line))
    this.#step(
      {
        command: 'str_replace',
        path: toolPath(path),
        old_str: [...before, old, ...after].join('\n'),
        new_str: [...before, line, ...after].join('\n'),
      },
      `Corrected in \`${path}\`: **${factIn(line) ?? line}** (it was: ${factIn(old) ?? old})`,
    )
  }

  /** Removes one line, and the file with it if only its heading would be left. */
  removeLine(path: string, index: number): void {
    const lines = this.#files.get(path) ?? []
    const old = lines[index] ?? ''
    const rest = lines.toSpliced(index, 1)
    if (!rest.some((line) => factIn(line) !== null))
      return this.removeFile(path, `Forgotten: **${factIn(old) ?? old}** (\`${path}\` held nothing else and is gone)`)
    const { before, after } = uniqueAround(lines, index, true)
    this.#files.set(path, rest)
    const oldText = [...before, old, ...after].join('\n')
    this.#step(
      {
        command: 'str_replace',
        path: toolPath(path),
        old_str: before.length + after.length === 0 ? `${oldText}\n` : oldText,
        new_str: [...before, ...after].join('\n'),
      },
      `Forgotten: **${factIn(old) ?? old}** (in \`${path}\`)`,
    )
  }

  removeFile(path: string, report = `Forgotten: all of \`${path}\``): void {
    for (const file of this.#files.keys()) if (file === path || file.startsWith(`${path}/`)) this.#files.delete(file)
    this.#step({ command: 'delete', path: toolPath(path) }, report)
  }

  rename(from: string, to: string): void {
    this.#step(
      { command: 'rename', old_path: toolPath(from), new_path: toolPath(to) },
      `Renamed: \`${from}\` is now \`${to}\``,
    )
  }

  /** The files after the steps so far. */
  get files(): Files {
    return this.#files
  }

  #step(input: Step['input'], report: string): void {
    this.#steps.push({ input, report })
  }
}

/** The text of a line without its bullet; `null` for headings and empty lines. */
export function factIn(line: string): string | null {
  const text = line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim()
  return text === '' || /^#{1,6}\s/.test(line) || /^[-=*_\s]+$/.test(line) ? null : text
}

/** Neighbours that make a line's text unique in its file, so that str_replace can find it. */
function uniqueAround(
  lines: readonly string[],
  index: number,
  needsNeighbour = false,
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const text = lines.join('\n')
  for (let reach = needsNeighbour ? 1 : 0; reach < lines.length; reach += 1) {
    const before = lines.slice(Math.max(0, index - reach), index)
    const after = reach > 1 || before.length === 0 ? lines.slice(index + 1, index + 1 + reach) : []
    const piece = [...before, lines[index] ?? '', ...after].join('\n')
    if (text.indexOf(piece) === text.lastIndexOf(piece)) return { before, after }
  }
  return { before: lines.slice(0, index), after: lines.slice(index + 1) }
}

export function toolPath(path: string): string {
  return `/memories/${path}`
}
