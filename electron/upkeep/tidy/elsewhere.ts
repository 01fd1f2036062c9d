import { TimeSlice } from '../../disk/yield.ts'
import { contentWords, type LineOf, linesIn, type Texts } from './lines.ts'

/** Files looked into for one line. */
const MAX_FILES = 100
/** At least this share of a line's words is in a near-equal one, so one of its rarest words is. */
const MAX_MISSING = 0.2

/** The files that a proposal leaves as they are: what is dropped elsewhere may be said in them, too. */
export class Elsewhere {
  readonly #texts: Texts
  readonly #byWord: ReadonlyMap<string, readonly string[]>
  readonly #lines = new Map<string, readonly LineOf[]>()
  /** How many lines they have. */
  readonly lines: number

  private constructor(texts: Texts, byWord: ReadonlyMap<string, readonly string[]>, lines: number) {
    this.#texts = texts
    this.#byWord = byWord
    this.lines = lines
  }

  /** Yields to others: there may be very many files. */
  static async of(texts: Texts): Promise<Elsewhere> {
    const slice = new TimeSlice()
    const byWord = new Map<string, string[]>()
    let lines = 0
    for (const [path, text] of texts) {
      if (slice.isOver) await slice.yield()
      lines += text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line) && !/^\s{0,3}#{1,6}\s/.test(line)).length
      for (const word of new Set(contentWords(`${path.replaceAll(/[/_.-]/g, ' ')}\n${text}`))) {
        const known = byWord.get(word)
        if (known === undefined) byWord.set(word, [path])
        else known.push(path)
      }
    }
    return new Elsewhere(texts, byWord, lines)
  }

  /** The lines of the files in which a line like this one could be. */
  *linesLike({ words }: LineOf): Generator<LineOf> {
    const all = [...new Set(words)].map((word) => this.#byWord.get(word) ?? [])
    const rarest = all.toSorted((a, b) => a.length - b.length).slice(0, Math.floor(all.length * MAX_MISSING) + 1)
    for (const path of [...new Set(rarest.flat())].slice(0, MAX_FILES)) yield* this.#linesOf(path)
  }

  #linesOf(path: string): readonly LineOf[] {
    const known = this.#lines.get(path) ?? linesIn(new Map([[path, this.#texts.get(path) ?? '']]))
    this.#lines.set(path, known)
    return known
  }
}
