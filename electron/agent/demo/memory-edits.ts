import { canBeSeveral, type Fact, keyOf } from './facts.ts'
import type { Language } from './languages/language.ts'
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
  readonly #language: Language
  /** Lines that this plan wrote. */
  readonly #written = new Set<string>()

  constructor(files: Files, language: Language) {
    this.#files = new Map(files)
    this.#language = language
  }

  get #say(): Language['replies'] {
    return this.#language.replies
  }

  get plan(): EditPlan {
    return { steps: this.#steps, remarks: this.#remarks }
  }

  /** Each is said once. */
  remark(...sentences: readonly string[]): void {
    for (const sentence of sentences) if (!this.#remarks.includes(sentence)) this.#remarks.push(sentence)
  }

  /** Reported as one. */
  takeBack(calls: readonly Step['input'][], report: string): void {
    for (const input of calls) this.#step(input, report)
  }

  /** Writes a fact where it belongs: replacing an older one about the same thing, or as a new line. */
  add(fact: Fact, isCorrection: boolean): void {
    const known = this.#fileWith(fact)
    if (known !== undefined) {
      if (!this.#written.has(plain(fact.line))) this.remark(this.#say.already(known, fact.line))
      return
    }
    this.#written.add(plain(fact.line))
    const lines = this.#files.get(fact.path)
    if (lines === undefined) return this.#create(fact)
    const older = this.#olderThan(fact, lines, isCorrection)
    if (older >= 0) return this.replaceLine(fact.path, older, `- ${fact.line}`)
    this.#files.set(fact.path, [...lines, `- ${fact.line}`])
    this.#step(
      { command: 'insert', path: toolPath(fact.path), insert_line: lines.length, insert_text: `- ${fact.line}\n` },
      this.#say.added(fact.path, fact.line),
    )
  }

  /** The file that has this line; for a line about a person or the user, in that file only. */
  #fileWith({ path, line }: Fact): string | undefined {
    const wanted = plain(line)
    const lines = this.#files.get(path) ?? []
    return lines.some((other) => plain(factIn(other) ?? '') === wanted) ? path : undefined
  }

  #create(fact: Fact): void {
    this.#files.set(fact.path, [`# ${fact.heading}`, '', `- ${fact.line}`])
    this.#step(
      { command: 'create', path: toolPath(fact.path), file_text: `# ${fact.heading}\n\n- ${fact.line}\n` },
      this.#say.saved(fact.path, fact.line),
    )
  }

  /** The line that a fact replaces: the one with the same key; for a correction also the one it shares most words with. */
  #olderThan(fact: Fact, lines: readonly string[], isCorrection: boolean): number {
    const same = lines.flatMap((line, index) => {
      const text = factIn(line)
      return text !== null && fact.key !== null && keyOf(text) === fact.key ? [index] : []
    })
    const [only = -1] = same
    if (same.length === 1) return isCorrection || !canBeSeveral(fact.line) ? only : -1
    if (same.length > 1 || !isCorrection) return -1
    return this.#mostAlike(fact, lines)
  }

  /** -1 if none is more alike than all others. */
  #mostAlike(fact: Fact, lines: readonly string[]): number {
    const [first, ...others] = contentWords(fact.line, this.#language)
    const scores = lines.map((line) => {
      const words = factIn(line) === null ? [] : contentWords(line, this.#language)
      return first === undefined || words[0] !== first ? 0 : 1 + others.filter((word) => words.includes(word)).length
    })
    const best = Math.max(0, ...scores)
    return best === 0 || scores.indexOf(best) !== scores.lastIndexOf(best) ? -1 : scores.indexOf(best)
  }

  replaceLine(path: string, index: number, line: string, report?: string): void {
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
      report ?? this.#say.changed(path, factIn(line) ?? line, factIn(old) ?? old),
    )
  }

  /** Removes one line, and the file with it if only its heading would be left. */
  removeLine(path: string, index: number): void {
    const lines = this.#files.get(path) ?? []
    const old = lines[index] ?? ''
    const rest = lines.toSpliced(index, 1)
    if (!rest.some((line) => factIn(line) !== null))
      return this.removeFile(path, this.#say.removedLast(path, factIn(old) ?? old))
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
      this.#say.removed(path, factIn(old) ?? old),
    )
  }

  removeFile(path: string, report = this.#say.removedFile(path)): void {
    for (const file of this.#files.keys()) if (file === path || file.startsWith(`${path}/`)) this.#files.delete(file)
    this.#step({ command: 'delete', path: toolPath(path) }, report)
  }

  rename(from: string, to: string): void {
    this.#step({ command: 'rename', old_path: toolPath(from), new_path: toolPath(to) }, this.#say.renamed(from, to))
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

/** A command that makes a file of these lines. */
export function createCall(path: string, lines: readonly string[]): Step['input'] {
  return { command: 'create', path: toolPath(path), file_text: lines.map((line) => `${line}\n`).join('') }
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
