import { z } from 'zod'
import { Ulid, type ObjectId } from '../../../shared/change.ts'
import type { HistoryOverview } from '../../../shared/memory.ts'
import { Actor, Lineage } from '../../../shared/origin.ts'
import { undoneBy } from '../../../shared/undo.ts'
import type { Chain, ChainEntry } from './chain.ts'
import { ChangedWords } from './changed-words.ts'
import { conditionsOf } from './commit-conditions.ts'
import { CommitRows } from './commit-rows.ts'
import { DerivedDatabase } from './derived-database.ts'
import { growthBy, GrowthTable } from './growth-table.ts'
import { historySchema, HistoryWriter, type ReadBatch } from './history-writer.ts'
import { termsOf } from './matches-text.ts'
import { Overview } from './overview.ts'
import { TextSearch, type Start } from './text-search.ts'
import {
  noteNames,
  type Names,
  type NameSource,
  type ChangedText,
  type LastEdit,
  type Timeline,
  type TimelineQuery,
} from './timeline.ts'

/** Above every sequence number. Numbers made from it are still exact. */
const NO_SEQ = 80_000_000_000
const PAGE_ROWS = 100

const EditRow = z.object({ path: z.string(), commit: z.string(), actor: Actor, time: z.string() })
const NameRow = z.object({ path: z.string(), commit: z.string(), actor: Actor, lineage: Lineage })
const UndoneBy = z.object({ by: Ulid })

/**
 * The chain in a database, which answers any question about it at once. Derived from git and never trusted over it: it
 * is used only if its newest commit is HEAD and it reaches back to the first commit. A damaged one is deleted and
 * rebuilt.
 */
export class HistoryIndex implements Timeline {
  readonly #chain: Chain
  readonly #database: DerivedDatabase
  readonly #rows: CommitRows
  readonly #words: ChangedWords
  readonly #texts: TextSearch
  readonly #writer: HistoryWriter
  readonly #overview: Overview
  #isLent = false
  /** The last edits of all paths as of `head`. */
  #lastEdits: { readonly head: ObjectId; readonly edits: Map<string, LastEdit> } | null = null

  /**
   * @param path null keeps it in memory
   * @param addresses of which git's commits count as the user's: with others, the database is another one
   */
  constructor(chain: Chain, path: string | null, addresses: ReadonlySet<string> = new Set()) {
    this.#chain = chain
    this.#database = new DerivedDatabase(path, historySchema(addresses))
    this.#rows = new CommitRows(this.#database, chain)
    this.#words = new ChangedWords(this.#database)
    this.#texts = new TextSearch(chain, this.#rows, this.#words)
    const growth = new GrowthTable(this.#database)
    const tables = { database: this.#database, rows: this.#rows, words: this.#words, growth }
    this.#writer = new HistoryWriter(chain, tables)
    this.#overview = new Overview(growth, this.#rows, async (commit) => growthBy(await chain.sizedChanges(commit)))
  }

  /** Deletes everything; `extend` rebuilds it. */
  reset(): void {
    this.#database.reset()
  }

  close(): void {
    this.#database.close()
  }

  /** False also while a thread fills the index. */
  get isComplete(): boolean {
    return !this.#isLent && this.#writer.isComplete
  }

  get count(): number {
    return this.#writer.count
  }

  /** Whether texts of a large commit are not indexed yet. They are read from git meanwhile. */
  get hasUnread(): boolean {
    return this.#words.unread() !== null
  }

  /** Leaves the database to a thread that fills it, until it is taken back. Until then walking answers. */
  lend(): void {
    this.#isLent = true
    this.close()
  }

  takeBack(): void {
    this.#isLent = false
  }

  /**
   * Brings the index forward to HEAD.
   * @returns false if it is behind by more than `atMost` commits, or does not reach the first commit yet
   */
  catchUp(head: ObjectId, atMost?: number): boolean {
    if (this.#isLent || (this.count > 0 && !this.isComplete)) return false
    return this.#writer.bringForward(head, atMost) && this.isComplete
  }

  /**
   * Fills the index, a batch after the other, until it is complete and no text is missing.
   * @param pause called before each batch with the number of commits read; false stops
   * @param read where batches come from, if not from this thread
   */
  extend(head: ObjectId, pause: (commits: number) => Promise<boolean>, read?: ReadBatch): Promise<void> {
    return this.#writer.extend(head, pause, read)
  }

  entries(query: TimelineQuery): Iterable<ChainEntry> | AsyncIterable<ChainEntry> {
    const beyond = query.after === undefined ? NO_SEQ : this.#rows.seqOf(query.after)
    return beyond === null ? [] : this.#entriesBeyond(query, { beyond, oldestFirst: false })
  }

  fromOldest(query: TimelineQuery): Iterable<ChainEntry> | AsyncIterable<ChainEntry> {
    const beyond = query.after === undefined ? 0 : this.#rows.seqOf(query.after)
    return beyond === null ? [] : this.#entriesBeyond(query, { beyond, oldestFirst: true })
  }

  #entriesBeyond(query: TimelineQuery, start: Start): Iterable<ChainEntry> | AsyncIterable<ChainEntry> {
    const terms = termsOf(query)
    return terms === null ? this.#plainEntries(query, start) : this.#texts.entries(terms, query, start)
  }

  *#plainEntries(query: TimelineQuery, { beyond: start, oldestFirst }: Start): Generator<ChainEntry> {
    const { sql, values } = conditionsOf(query)
    const [from, order] = oldestFirst ? ['seq > ?', 'ASC'] : ['seq < ?', 'DESC']
    for (let beyond: number | null = start; beyond !== null;) {
      const rows = this.#rows.find(`${from} ${sql} ORDER BY seq ${order} LIMIT ${PAGE_ROWS}`, beyond, ...values)
      for (const { entry } of rows) yield entry
      beyond = rows.length < PAGE_ROWS ? null : (rows.at(-1)?.seq ?? null)
    }
  }

  /** See Store.overview. The index must be complete. */
  overview(): Promise<HistoryOverview> {
    return this.#overview.read()
  }

  changedTexts({ commit }: ChainEntry, phrase?: string): Iterable<ChangedText> {
    const seq = this.#rows.seqOf(commit)
    const row = seq === null ? null : this.#rows.at(seq)
    return row === null ? [] : this.#texts.textsOf(row, phrase)
  }

  firstWith(phrase: string): Promise<ChainEntry | null> {
    return this.#texts.firstWith(phrase)
  }

  async distance(from: ObjectId, to: ObjectId): Promise<number | null> {
    const [first, last] = [this.#rows.seqOf(from), this.#rows.seqOf(to)]
    return first === null || last === null || last <= first ? null : last - first
  }

  async after(from: ObjectId, _to: ObjectId, steps: number): Promise<ChainEntry | null> {
    return this.#rows.at((this.#rows.seqOf(from) ?? 0) + steps)?.entry ?? null
  }

  undoneBy({ id }: ChainEntry): Ulid | null {
    return id === null ? null : undoneBy(id, (each) => this.#undoersOf(each))
  }

  #undoersOf(id: Ulid): readonly Ulid[] {
    const rows = this.#database.all('SELECT by FROM undone WHERE id = ? ORDER BY seq DESC', id)
    return rows.map((row) => UndoneBy.parse(row).by)
  }

  inOrder(ids: readonly ObjectId[]): readonly ObjectId[] {
    const places = new Map(ids.map((id) => [id, this.#rows.seqOf(id) ?? 0]))
    return [...places].toSorted(([, a], [, b]) => a - b).map(([id]) => id)
  }

  lastEdits(paths: ReadonlySet<string>): ReadonlyMap<string, LastEdit> {
    const [newest] = this.#rows.find('seq > ? ORDER BY seq DESC LIMIT 1', 0)
    if (newest === undefined) return new Map()
    this.#lastEdits = {
      head: newest.entry.commit,
      edits: this.#updatedLastEdits(newest.entry) ?? this.#readLastEdits(),
    }
    return new Map([...this.#lastEdits.edits].filter(([path]) => paths.has(path)))
  }

  /** The previous result brought forward, if that is at most a page of commits ago; else null. */
  #updatedLastEdits({ commit: head }: ChainEntry): Map<string, LastEdit> | null {
    const since: ChainEntry[] = []
    for (const entry of this.#chain.from(head)) {
      if (entry.commit === this.#lastEdits?.head) {
        const { edits } = this.#lastEdits
        for (const { commit, origin, time } of since.toReversed())
          for (const path of this.#chain.pathsOf(commit)) edits.set(path, { commit, actor: origin.actor, time })
        return edits
      }
      if (this.#lastEdits === null || since.push(entry) > PAGE_ROWS) return null
    }
    return null
  }

  namesFrom(isMeant: (source: NameSource) => boolean): Names {
    const rows = this.#database.all(
      'SELECT path, commits.id AS "commit", actor, lineage FROM paths JOIN commits ON commits.seq = (SELECT min(seq) FROM touches WHERE touches.path = paths.id) ORDER BY seq DESC',
    )
    const names = new Map<string, NameSource>()
    for (const row of rows) {
      const { path, ...source } = NameRow.parse(row)
      if (isMeant(source)) noteNames(names, path, source)
    }
    return names
  }

  #readLastEdits(): Map<string, LastEdit> {
    const rows = this.#database.all(
      'SELECT path, commits.id AS "commit", actor, time FROM paths JOIN commits ON commits.seq = (SELECT max(seq) FROM touches WHERE touches.path = paths.id)',
    )
    return new Map(
      rows.map((row) => {
        const { path, ...edit } = EditRow.parse(row)
        return [path, edit]
      }),
    )
  }
}
