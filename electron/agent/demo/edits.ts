import { canBeSeveral, type Fact, keyOf } from './facts.ts'
import type { Language } from './languages/language.ts'
import { type Call, create, insert, remove, replaceLines } from './tool.ts'
import { contentWords } from './words.ts'

/** A command of the memory tool, with the sentence to say if it works. */
export interface Step {
  readonly input: Call
  readonly report: string
}

export type Files = ReadonlyMap<string, readonly string[]>

/** Plans steps in order: each sees the files as the earlier ones leave them. Has no effect outside its own plan. */
export class MemoryEdits {
  readonly steps: Step[] = []
  readonly #files: Map<string, readonly string[]>
  readonly #say: Language['say']

  constructor(files: Files, { say }: Language) {
    this.#files = new Map(files)
    this.#say = say
  }

  /** The files after the steps so far. */
  get files(): Files {
    return this.#files
  }

  step(input: Call, report: string): void {
    this.steps.push({ input, report })
  }

  /** Writes a fact where it belongs: replacing an older one about the same thing, or as a new line. */
  add({ path, heading, line }: Fact, isCorrection: boolean): void {
    const lines = this.#files.get(path) ?? [`# ${heading}`, '']
    const older = olderThan(line, lines, isCorrection)
    if (older >= 0) return this.replaceLine(path, older, `- ${line}`)
    const all = [...lines, `- ${line}`]
    if (this.#files.has(path)) this.step(insert(path, lines.length, all.slice(-1)), this.#say('added', path, line))
    else this.step(create(path, all), this.#say('saved', path, line))
    this.#files.set(path, all)
  }

  replaceLine(path: string, index: number, line: string, report?: string): void {
    const lines = this.#files.get(path) ?? []
    const said = report ?? this.#say('changed', path, factIn(line) ?? line, factIn(lines[index] ?? '') ?? '')
    this.#change(path, lines.with(index, line), said)
  }

  /** Removes one line, and the file with it if only its heading would be left. */
  removeLine(path: string, index: number): void {
    const lines = this.#files.get(path) ?? []
    const [left, report] = [lines.toSpliced(index, 1), this.#say('removed', path, factIn(lines[index] ?? '') ?? '')]
    if (left.some((line) => factIn(line) !== null)) this.#change(path, left, report)
    else this.removeFile(path, report)
  }

  removeFile(path: string, report = this.#say('removedFile', path)): void {
    for (const file of this.#files.keys()) if (file === path || file.startsWith(`${path}/`)) this.#files.delete(file)
    this.step(remove(path), report)
  }

  #change(path: string, lines: readonly string[], report: string): void {
    this.step(replaceLines(path, this.#files.get(path) ?? [], lines), report)
    this.#files.set(path, lines)
  }
}

/** The line that a fact replaces: the one with the same key; for a correction also the one it shares most words with. */
function olderThan(fact: string, lines: readonly string[], isCorrection: boolean): number {
  const key = keyOf(fact)
  const same = lines.flatMap((line, index) => (key !== null && keyOf(factIn(line) ?? '') === key ? [index] : []))
  const [only = -1] = same
  if (same.length === 1) return isCorrection || !canBeSeveral(fact) ? only : -1
  if (same.length > 1 || !isCorrection) return -1
  const [first, ...others] = contentWords(fact)
  const scores = lines.map((line) => {
    const words = contentWords(factIn(line) ?? '')
    return first === undefined || words[0] !== first ? 0 : 1 + others.filter((word) => words.includes(word)).length
  })
  // None, if none is more alike than all others.
  const best = Math.max(0, ...scores)
  return best === 0 || scores.indexOf(best) !== scores.lastIndexOf(best) ? -1 : scores.indexOf(best)
}

/** The text of a line without its bullet; `null` for headings, and where there are no words. */
export function factIn(line: string): string | null {
  const text = line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim()
  return !/[\p{L}\p{N}]/u.test(text) || /^#{1,6}\s/.test(line) ? null : text
}

export interface FoundLine {
  readonly path: string
  readonly index: number
  readonly text: string
}

/** All facts, with their places. */
export function linesIn(files: Files): readonly FoundLine[] {
  return [...files].flatMap(([path, lines]) =>
    lines.map((line, index) => ({ path, index, text: factIn(line) ?? '' })).filter(({ text }) => text !== ''),
  )
}
