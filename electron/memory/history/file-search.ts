import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ObjectId, StorePath } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import type { FileHit, SearchPage, SearchQuery } from '../../../shared/memory.ts'
import { isPolicyPath } from '../../../shared/policies-path.ts'
import { decodeText } from '../../disk/utf8.ts'
import type { Repository } from '../repo/repository.ts'
import { linesOf } from '../repo/text.ts'
import { isLocked } from './derived-database.ts'
import { searchableText, type Candidate, type FileIndex } from './file-index.ts'
import { isIndexable } from './trigrams.ts'

const DEFAULT_HITS = 50
const YIELD_EVERY_FILES = 50
/** Characters of the line returned with a hit; of these, how many precede the match. */
const EXCERPT_LENGTH = 240
const EXCERPT_LEAD_LENGTH = 60

/**
 * Finds words in the files of HEAD. Uses the index if it is up to date and a word is long enough; else reads all files.
 */
export class FileSearch {
  readonly #repo: Repository
  readonly #index: FileIndex | null

  constructor(repo: Repository, index: FileIndex | null) {
    this.#repo = repo
    this.#index = index
  }

  /** `limit` is the number of hits; `more` says whether there are further ones. */
  async find(tree: ObjectId, { words: text, path = '', limit = DEFAULT_HITS }: SearchQuery): Promise<SearchPage> {
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
    const isWithin = (file: StorePath): boolean => path === '' || file === path || file.startsWith(`${path}/`)
    const candidates = this.#candidates(tree, words).filter((each) => isWithin(each.path))
    for (const [at, candidate] of candidates.entries()) {
      if (at % YIELD_EVERY_FILES === YIELD_EVERY_FILES - 1) await yieldToEventLoop()
      const hit = this.#hitIn(candidate, words)
      if (hit === null) continue
      if (hits.length === limit) return { hits, more: true }
      hits.push(hit)
    }
    return { hits, more: false }
  }

  #candidates(tree: ObjectId, words: readonly string[]): readonly Candidate[] {
    const indexed = words.filter(isIndexable)
    try {
      if (indexed.length > 0 && this.#index?.catchUp(tree) === true) return this.#index.candidates(indexed)
    } catch (error) {
      // Damage of the history itself is an AppError. Anything else is a damaged index, which is deleted and rebuilt.
      if (error instanceof AppError) throw error
      if (!isLocked(error)) this.#index?.reset()
    }
    return this.#repo.trees.files(tree).map(({ path, id }) => ({ path, blob: id }))
  }

  /** A hit with the first line that has the most words, or without a line if only the path has them; null if no hit. */
  #hitIn({ path, blob }: Candidate, words: readonly string[]): FileHit | null {
    const text = decodeText(this.#repo.objects.readIfFits(blob).bytes)
    const whole = searchableText(path, text)
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
  if (line.length <= EXCERPT_LENGTH) return line
  const found = Math.min(...words.map((word) => line.toLowerCase().indexOf(word)).filter((at) => at >= 0))
  const from = Math.max(0, found - EXCERPT_LEAD_LENGTH)
  const end = from + EXCERPT_LENGTH
  return `${from > 0 ? '…' : ''}${line.slice(from, end).toWellFormed()}${end < line.length ? '…' : ''}`
}
