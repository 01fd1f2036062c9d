import { z } from 'zod'
import { Ulid, type ObjectId } from '../../../shared/change.ts'
import { Actor, lineageOf } from '../../../shared/commit.ts'
import { undoneBy } from '../../../shared/undo.ts'
import type { Chain, ChainEntry } from './chain.ts'
import { CHANGED_WORDS_SQL, ChangedWords } from './changed-words.ts'
import { conditionsOf } from './commit-conditions.ts'
import { CommitRows } from './commit-rows.ts'
import { DerivedDatabase } from './derived-database.ts'
import { encodeIndexed } from './indexed-commit.ts'
import { termsOf } from './matches-text.ts'
import { TextSearch, type Start } from './text-search.ts'
import type { ChangedText, LastEdit, Timeline, TimelineQuery } from './timeline.ts'

const SCHEMA = {
  version: 3,
  sql: `
  CREATE TABLE commits (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, variorum_id TEXT, actor TEXT NOT NULL, verb TEXT NOT NULL, lineage TEXT NOT NULL, time TEXT NOT NULL, at INTEGER NOT NULL, conversation TEXT, turn INTEGER, call TEXT, about TEXT NOT NULL, entry TEXT NOT NULL);
  CREATE INDEX commits_by_variorum_id ON commits (variorum_id) WHERE variorum_id IS NOT NULL;
  CREATE INDEX commits_by_conversation ON commits (conversation, turn) WHERE conversation IS NOT NULL;
  CREATE INDEX commits_by_call ON commits (call) WHERE call IS NOT NULL;
  CREATE INDEX commits_by_actor ON commits (actor);
  CREATE INDEX commits_by_verb ON commits (verb);
  CREATE INDEX commits_by_lineage ON commits (lineage);
  CREATE INDEX commits_by_time ON commits (at);
  CREATE TABLE paths (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
  CREATE TABLE touches (path INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (path, seq)) WITHOUT ROWID;
  CREATE INDEX touches_by_seq ON touches (seq);
  CREATE TABLE undone (id TEXT NOT NULL, seq INTEGER NOT NULL, by TEXT NOT NULL, PRIMARY KEY (id, seq)) WITHOUT ROWID;
  CREATE INDEX undone_by_seq ON undone (seq);
  ${CHANGED_WORDS_SQL}
  CREATE TABLE state (complete INTEGER NOT NULL);
  INSERT INTO state VALUES (0);
`,
}
/** The sequence number of the newest commit in a new index: older ones are below it, newer ones above. */
const FIRST_SEQ = 40_000_000_000
/** Above every sequence number. Numbers made from it are still exact. */
const NO_SEQ = 80_000_000_000
/** An index at most this far behind HEAD is brought forward at once; farther behind, walking is faster meanwhile. */
const MAX_CATCH_UP_COMMITS = 2_000
const BATCH_COMMITS = 25
/** Changes of one large commit that are read at once. */
const BATCH_CHANGES = 200
const PAGE_ROWS = 100

const EditRow = z.object({ path: z.string(), commit: z.string(), actor: Actor, time: z.string() })
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
  /** The last edits of all paths as of `head`. */
  #lastEdits: { readonly head: ObjectId; readonly edits: Map<string, LastEdit> } | null = null

  /** @param path null keeps it in memory */
  constructor(chain: Chain, path: string | null) {
    this.#chain = chain
    this.#database = new DerivedDatabase(path, SCHEMA)
    this.#rows = new CommitRows(this.#database, chain)
    this.#words = new ChangedWords(this.#database)
    this.#texts = new TextSearch(chain, this.#rows, this.#words)
  }

  /** Deletes everything; `extend` rebuilds it. */
  reset(): void {
    this.#database.reset()
  }

  close(): void {
    this.#database.close()
  }

  get isComplete(): boolean {
    return this.#rows.seq('SELECT complete AS seq FROM state') === 1
  }

  get count(): number {
    return this.#rows.seq('SELECT count(*) AS seq FROM commits') ?? 0
  }

  /**
   * Brings the index forward to HEAD.
   * @returns false if it is too far behind, or does not reach the first commit yet
   */
  catchUp(head: ObjectId): boolean {
    const fresh: ChainEntry[] = []
    let known: number | null = null
    for (const entry of this.#chain.from(head)) {
      known = this.#rows.seqOf(entry.commit)
      if (known !== null) break
      if (fresh.push(entry) > MAX_CATCH_UP_COMMITS) return false
    }
    if (known === null && this.count > 0) {
      // A different history, short enough to be read at once.
      this.reset()
      return this.catchUp(head)
    }
    const newest = this.#rows.seq('SELECT max(seq) AS seq FROM commits')
    if (fresh.length === 0 && newest === known) return this.isComplete
    this.#database.transaction(() => {
      if (known !== null) this.#deleteAfter(known)
      const above = known ?? FIRST_SEQ - fresh.length
      for (const [at, entry] of fresh.toReversed().entries()) this.#add(above + 1 + at, entry)
      if (known === null) this.#database.run('UPDATE state SET complete = 1')
    })
    return this.isComplete
  }

  /** Deletes the commits that HEAD no longer has, because the branch was moved. */
  #deleteAfter(seq: number): void {
    this.#words.deleteAfter(seq)
    for (const table of ['touches', 'undone', 'commits']) this.#database.run(`DELETE FROM ${table} WHERE seq > ?`, seq)
  }

  #add(seq: number, entry: ChainEntry): void {
    const { actor, verb, conversation, turn, call, undoes } = entry.origin
    const { counted, texts } = this.#chain.compared(entry.commit)
    const about = this.#chain.about(entry)
    this.#database.run(
      'INSERT INTO commits (seq, id, variorum_id, actor, verb, lineage, time, at, conversation, turn, call, about, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      seq,
      entry.commit,
      entry.id,
      actor,
      verb,
      lineageOf(entry.origin),
      entry.time,
      Date.parse(entry.time),
      conversation ?? null,
      turn ?? null,
      call ?? null,
      about,
      encodeIndexed({ entry, counted }),
    )
    this.#words.add(seq, about, texts, counted.count)
    for (const path of this.#pathsOf(entry.commit)) {
      this.#database.run('INSERT OR IGNORE INTO paths (path) VALUES (?)', path)
      this.#database.run('INSERT OR IGNORE INTO touches (path, seq) SELECT id, ? FROM paths WHERE path = ?', seq, path)
    }
    if (entry.id !== null)
      for (const undone of undoes ?? [])
        this.#database.run('INSERT OR REPLACE INTO undone (id, seq, by) VALUES (?, ?, ?)', undone, seq, entry.id)
  }

  #pathsOf(commit: ObjectId): readonly string[] {
    return this.#chain.changes(commit).flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]))
  }

  /**
   * Reads older commits, in batches, until the index is complete.
   * @param pause called before each batch with the number of commits read; false stops
   */
  async extend(head: ObjectId, pause: (commits: number) => Promise<boolean>): Promise<void> {
    if (!this.catchUp(head) && (this.count === 0 || this.#rows.seqOf(head) === null)) this.#startAt(head)
    while (!this.isComplete && (await pause(this.count)) && this.#addBatch());
    while (this.isComplete && this.#words.unread() !== null && (await pause(this.count))) this.#addUnread()
  }

  #startAt(head: ObjectId): void {
    this.reset()
    this.#database.transaction(() => this.#add(FIRST_SEQ, this.#chain.entry(head)))
  }

  #addBatch(): boolean {
    const oldest = this.#rows.seq('SELECT min(seq) AS seq FROM commits') ?? FIRST_SEQ
    const row = this.#rows.at(oldest)
    if (row === null) return false
    const batch: ChainEntry[] = []
    let parent = row.entry.parent
    for (; batch.length < BATCH_COMMITS && parent !== null; parent = batch.at(-1)?.parent ?? null)
      batch.push(this.#chain.entry(parent))
    this.#database.transaction(() => {
      // Full-text rows are cheap to add in ascending order only.
      for (const [at, entry] of [...batch.entries()].toReversed()) this.#add(oldest - 1 - at, entry)
      if (parent === null) this.#database.run('UPDATE state SET complete = 1')
    })
    return true
  }

  /** Adds texts of a commit that has more changes than are read at once. */
  #addUnread(): void {
    const unread = this.#words.unread()
    const row = unread === null ? null : this.#rows.at(unread.seq)
    if (unread === null || row === null) return
    const changes = this.#chain.changes(row.entry.commit)
    const texts = changes
      .slice(unread.next, unread.next + BATCH_CHANGES)
      .map((change) => this.#chain.changedText(change))
    this.#database.transaction(() => this.#words.addUnread(unread, texts, unread.next + texts.length >= changes.length))
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
          for (const path of this.#pathsOf(commit)) edits.set(path, { commit, actor: origin.actor, time })
        return edits
      }
      if (this.#lastEdits === null || since.push(entry) > PAGE_ROWS) return null
    }
    return null
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
