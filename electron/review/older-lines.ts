import { JOBS_FOLDER } from '../../shared/jobs/names.ts'
import { keyOf } from '../../shared/merge/similarity.ts'
import { linesWithEnds } from '../../shared/merge/tokens.ts'
import type { ReviewChange, ReviewLine } from '../../shared/review.ts'
import type { StoreMethods } from '../memory/store-interface.ts'
import { contradicts } from '../upkeep/checks/values.ts'
import { replacedValue } from './rank.ts'

/** A key that more files have ("phone", "status") belongs to a kind of file, and each is about something else. */
const MAX_FILES_OF_KEY = 1
/** A longer text about something new has keys of its own. */
const MAX_NEW_LINES = 3
const MAX_HITS = 20
/** Searches for one list; the next one goes on. */
const MAX_SEARCHES = 200
const MAX_KNOWN = 20_000

/** Data, and the files of a job, say how things are at one moment, one thing after the other. */
const isRecord = (path: string): boolean => path.endsWith('.json') || path.startsWith(`${JOBS_FOLDER}/`)

/** Finds the older lines that new ones contradict. What was found for a change is kept as long as it is still there. */
export class OlderLines {
  readonly #store: StoreMethods
  readonly #known = new Map<string, ReviewLine['against']>()
  readonly #texts = new Map<string, readonly string[]>()
  #searches = 0

  constructor(store: StoreMethods) {
    this.#store = store
  }

  /** The memory may have changed. */
  refresh(): void {
    this.#texts.clear()
    this.#searches = 0
    if (this.#known.size > MAX_KNOWN) this.#known.clear()
  }

  /** @param id of the change */
  async against(id: string, change: ReviewChange): Promise<ReviewLine['against']> {
    const known = this.#known.get(id)
    if (known === null) return null
    if (known !== undefined && (change.kind === 'changed' || (await this.#linesOf(known.path)).includes(known.text)))
      return known
    const isOver = this.#searches >= MAX_SEARCHES
    const found = await this.#find(change)
    if (!isOver) this.#known.set(id, found)
    return found
  }

  async #find(change: ReviewChange): Promise<ReviewLine['against']> {
    const replaced = replacedValue(change)
    if (replaced !== null) return { path: change.path, text: replaced }
    if (change.kind !== 'learned' || isRecord(change.path)) return null
    const own = new Set(change.added.map(({ number }) => number))
    for (const { text } of change.added) {
      const key = keyOf(text)
      if (key === null) continue
      const lines = await this.#linesOf(change.path)
      const [here, ...more] = lines.filter((line, at) => !own.has(at + 1) && keyOf(line) === key)
      // A key that the file repeats has one value for each of many things.
      if (here !== undefined && more.length === 0 && contradicts(here, text)) return { path: change.path, text: here }
      const isNewSubject = change.linesThen === 0 && change.added.length > MAX_NEW_LINES
      const elsewhere = isNewSubject ? null : await this.#elsewhere(change.path, text)
      if (elsewhere !== null) return elsewhere
    }
    return null
  }

  async #linesOf(path: string): Promise<readonly string[]> {
    let lines = this.#texts.get(path)
    if (lines === undefined) {
      lines = linesWithEnds((await this.#store.file(path))?.text ?? '').map((line) => line.trimEnd())
      this.#texts.set(path, lines)
    }
    return lines
  }

  async #elsewhere(path: string, text: string): Promise<ReviewLine['against']> {
    const key = keyOf(text)
    if (key === null || this.#searches >= MAX_SEARCHES) return null
    this.#searches += 1
    const { hits } = await this.#store.search({ words: key, limit: MAX_HITS })
    const others = hits.filter((hit) => hit.path !== path && hit.line !== null && keyOf(hit.line.text) === key)
    if (others.length > MAX_FILES_OF_KEY) return null
    const found = others.find(({ line }) => contradicts(line?.text ?? '', text))
    return found?.line == null ? null : { path: found.path, text: found.line.text }
  }
}
