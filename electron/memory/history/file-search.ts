import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import type { FileHit, SearchPage } from '../../../shared/memory.ts'
import { isPolicyPath } from '../../../shared/policies-path.ts'
import { decodeText } from '../../disk/utf8.ts'
import type { Repository } from '../repo/repository.ts'
import { searchable, type Candidate, type FileIndex } from './file-index.ts'
import { linesOf } from './text.ts'
import { isIndexed } from './trigrams.ts'

const HITS = 50
/** After so many files others get their turn. */
const BREATH = 50
/** Of a line so much is told, and so much of that stands before what was found. */
const SHOWN = 240
const BEFORE = 60

/** Finds words in the files as HEAD has them: by the index where it is up to date and knows words of this length, else by reading. */
export class FileSearch {
  readonly #repo: Repository
  readonly #index: FileIndex | null

  constructor(repo: Repository, index: FileIndex | null) {
    this.#repo = repo
    this.#index = index
  }

  /** @param limit how many files; where there are more, that is said */
  async find(tree: ObjectId, text: string, limit = HITS): Promise<SearchPage> {
    const words = [
      ...new Set(
        text
          .toLowerCase()
          .split(/\s+/)
          .filter((word) => word !== ''),
      ),
    ]
    if (words.length === 0) return { hits: [], more: false }
    const hits: FileHit[] = []
    for (const [at, candidate] of this.#candidates(tree, words).entries()) {
      if (at % BREATH === BREATH - 1) await yieldToOthers()
      const hit = this.#look(candidate, words)
      if (hit === null) continue
      if (hits.length === limit) return { hits, more: true }
      hits.push(hit)
    }
    return { hits, more: false }
  }

  #candidates(tree: ObjectId, words: readonly string[]): readonly Candidate[] {
    const indexed = words.filter(isIndexed)
    try {
      if (indexed.length > 0 && this.#index?.catchUp(tree) === true) return this.#index.candidates(indexed)
    } catch (error) {
      // What is wrong with the history itself is told; else it is the index, which is made anew.
      if (error instanceof AppError) throw error
      this.#index?.reset()
    }
    return this.#repo.trees.files(tree).map(({ path, id }) => ({ path, blob: id }))
  }

  /** The line that has most of the words, and of several the first; a file whose path alone has them is told without one. */
  #look({ path, blob }: Candidate, words: readonly string[]): FileHit | null {
    const text = decodeText(this.#repo.objects.read(blob).bytes)
    const whole = searchable(path, text)
    if (isPolicyPath(path) || !words.every((word) => whole.includes(word))) return null
    let best: { readonly line: number; readonly text: string; readonly count: number } = { line: 0, text: '', count: 0 }
    for (const [at, line] of linesOf(text ?? '').entries()) {
      const count = words.filter((word) => line.toLowerCase().includes(word)).length
      if (count > best.count) best = { line: at + 1, text: line, count }
      if (count === words.length) break
    }
    return { path, line: best.count === 0 ? null : { number: best.line, text: excerpt(best.text, words) } }
  }
}

function excerpt(line: string, words: readonly string[]): string {
  if (line.length <= SHOWN) return line
  const found = Math.min(...words.map((word) => line.toLowerCase().indexOf(word)).filter((at) => at >= 0))
  const from = Math.max(0, found - BEFORE)
  return `${from > 0 ? '…' : ''}${line.slice(from, from + SHOWN).toWellFormed()}${from + SHOWN < line.length ? '…' : ''}`
}
