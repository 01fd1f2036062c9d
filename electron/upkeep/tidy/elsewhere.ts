import { isTidied } from '../../../shared/tidy.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { isBlank, type LineOf, linesIn, sentenceOf, type Texts } from './lines.ts'

/** Files looked into for one line. */
const MAX_FILES = 100

/** The files that a proposal leaves as they are: what is dropped elsewhere may be said in their notes, too. */
export class Elsewhere {
  readonly #texts: Texts
  readonly #bySentence: ReadonlyMap<string, readonly string[]>
  readonly #lines = new Map<string, readonly LineOf[]>()
  /** How many lines their notes have. */
  readonly lines: number

  private constructor(texts: Texts, bySentence: ReadonlyMap<string, readonly string[]>, lines: number) {
    this.#texts = texts
    this.#bySentence = bySentence
    this.lines = lines
  }

  /** Yields to others: there may be very many files. */
  static async of(texts: Texts): Promise<Elsewhere> {
    const slice = new TimeSlice()
    const bySentence = new Map<string, string[]>()
    let lines = 0
    for (const [path, text] of texts) {
      if (slice.isOver) await slice.yield()
      if (!isTidied(path)) continue
      const all = text.split('\n').filter((line) => !isBlank(line))
      lines += all.length
      for (const sentence of new Set(all.map(sentenceOf))) {
        const known = bySentence.get(sentence)
        if (known === undefined) bySentence.set(sentence, [path])
        else known.push(path)
      }
    }
    return new Elsewhere(texts, bySentence, lines)
  }

  /** The lines that are this sentence. */
  *linesOf(sentence: string): Generator<LineOf> {
    for (const path of (this.#bySentence.get(sentence) ?? []).slice(0, MAX_FILES))
      for (const line of this.#linesIn(path)) if (line.sentence === sentence) yield line
  }

  #linesIn(path: string): readonly LineOf[] {
    const known = this.#lines.get(path) ?? linesIn(path, this.#texts.get(path) ?? '')
    this.#lines.set(path, known)
    return known
  }
}
