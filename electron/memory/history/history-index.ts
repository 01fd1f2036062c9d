import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { Ulid, type ObjectId } from '../../../shared/change.ts'
import { Actor } from '../../../shared/commit.ts'
import { undoneBy } from '../../../shared/undo.ts'
import type { Chain, ChainEntry } from './chain.ts'
import { DerivedDatabase } from './derived-database.ts'
import { decodeIndexed, encodeIndexed } from './indexed-commit.ts'
import type { LastEdit, Timeline, TimelineQuery } from './timeline.ts'
import { isIndexable, trigramQuery, TRIGRAM_COLUMN } from './trigrams.ts'

const SCHEMA = {
  version: 2,
  sql: `
  CREATE TABLE commits (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, variorum_id TEXT, actor TEXT NOT NULL, time TEXT NOT NULL, conversation TEXT, turn INTEGER, call TEXT, entry TEXT NOT NULL, text TEXT NOT NULL);
  CREATE INDEX commits_by_variorum_id ON commits (variorum_id) WHERE variorum_id IS NOT NULL;
  CREATE INDEX commits_by_conversation ON commits (conversation, turn) WHERE conversation IS NOT NULL;
  CREATE INDEX commits_by_call ON commits (call) WHERE call IS NOT NULL;
  CREATE INDEX commits_by_actor ON commits (actor);
  CREATE TABLE paths (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
  CREATE TABLE touches (path INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (path, seq)) WITHOUT ROWID;
  CREATE INDEX touches_by_seq ON touches (seq);
  CREATE TABLE undone (id TEXT NOT NULL, seq INTEGER NOT NULL, by TEXT NOT NULL, PRIMARY KEY (id, seq)) WITHOUT ROWID;
  CREATE INDEX undone_by_seq ON undone (seq);
  CREATE VIRTUAL TABLE words USING fts5 (text, content='commits', content_rowid='seq', ${TRIGRAM_COLUMN});
  CREATE TABLE state (complete INTEGER NOT NULL);
  INSERT INTO state VALUES (0);
`,
}
/** The sequence number of the newest commit in a new index: older ones are below it, newer ones above. */
const FIRST_SEQ = 1_000_000_000_000
/** An index at most this far behind HEAD is brought forward at once; farther behind, walking is faster meanwhile. */
const MAX_CATCH_UP_COMMITS = 2_000
const BATCH_COMMITS = 25
const PAGE_ROWS = 100

const Row = z.object({ seq: z.number(), entry: z.string() })
const EditRow = z.object({ path: z.string(), commit: z.string(), actor: Actor, time: z.string() })
const UndoneBy = z.object({ by: Ulid })
const Seq = z.object({ seq: z.number().nullable() })

/**
 * The chain in a database, which answers any question about it at once. Derived from git and never trusted over it: it
 * is used only if its newest commit is HEAD and it reaches back to the first commit. A damaged one is deleted and
 * rebuilt.
 */
export class HistoryIndex implements Timeline {
  readonly #chain: Chain
  readonly #database: DerivedDatabase
  /** The last edits of all paths as of `head`. */
  #lastEdits: { readonly head: ObjectId; readonly edits: Map<string, LastEdit> } | null = null

  /** @param path null keeps it in memory */
  constructor(chain: Chain, path: string | null) {
    this.#chain = chain
    this.#database = new DerivedDatabase(path, SCHEMA)
  }

  /** Deletes everything; `extend` rebuilds it. */
  reset(): void {
    this.#database.reset()
  }

  close(): void {
    this.#database.close()
  }

  #seq(sql: string, ...values: readonly SQLInputValue[]): number | null {
    const row = this.#database.first(sql, ...values)
    return row === undefined ? null : Seq.parse(row).seq
  }

  get isComplete(): boolean {
    return this.#seq('SELECT complete AS seq FROM state') === 1
  }

  get count(): number {
    return this.#seq('SELECT count(*) AS seq FROM commits') ?? 0
  }

  /**
   * Brings the index forward to HEAD.
   * @returns false if it is too far behind, or does not reach the first commit yet
   */
  catchUp(head: ObjectId): boolean {
    const fresh: ChainEntry[] = []
    let known: number | null = null
    for (const entry of this.#chain.from(head)) {
      known = this.#seq('SELECT seq FROM commits WHERE id = ?', entry.commit)
      if (known !== null) break
      if (fresh.push(entry) > MAX_CATCH_UP_COMMITS) return false
    }
    if (known === null && this.count > 0) {
      // A different history, short enough to be read at once.
      this.reset()
      return this.catchUp(head)
    }
    const newest = this.#seq('SELECT max(seq) AS seq FROM commits')
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
    this.#database.run(
      "INSERT INTO words (words, rowid, text) SELECT 'delete', seq, text FROM commits WHERE seq > ?",
      seq,
    )
    for (const table of ['touches', 'undone', 'commits']) this.#database.run(`DELETE FROM ${table} WHERE seq > ?`, seq)
  }

  #add(seq: number, entry: ChainEntry): void {
    const { actor, conversation, turn, call, undoes } = entry.origin
    const text = this.#chain.searchableText(entry)
    this.#database.run(
      'INSERT INTO commits (seq, id, variorum_id, actor, time, conversation, turn, call, entry, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      seq,
      entry.commit,
      entry.id,
      actor,
      entry.time,
      conversation ?? null,
      turn ?? null,
      call ?? null,
      encodeIndexed({ entry, counted: this.#chain.counted(entry.commit) }),
      text,
    )
    this.#database.run('INSERT INTO words (rowid, text) VALUES (?, ?)', seq, text)
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
    if (!this.catchUp(head) && (this.count === 0 || this.#seq('SELECT seq FROM commits WHERE id = ?', head) === null))
      this.#startAt(head)
    while (!this.isComplete && (await pause(this.count)) && this.#addBatch());
  }

  #startAt(head: ObjectId): void {
    this.reset()
    this.#database.transaction(() => this.#add(FIRST_SEQ, this.#chain.entry(head)))
  }

  #addBatch(): boolean {
    const oldest = this.#seq('SELECT min(seq) AS seq FROM commits') ?? FIRST_SEQ
    const [row] = this.#rows('SELECT seq, entry FROM commits WHERE seq = ?', [oldest])
    if (row === undefined) return false
    this.#database.transaction(() => {
      let [seq, parent] = [oldest, row.entry.parent]
      for (let added = 0; added < BATCH_COMMITS && parent !== null; added += 1) {
        const entry = this.#chain.entry(parent)
        seq -= 1
        this.#add(seq, entry)
        parent = entry.parent
      }
      if (parent === null) this.#database.run('UPDATE state SET complete = 1')
    })
    return true
  }

  #rows(
    sql: string,
    values: readonly SQLInputValue[],
  ): readonly { readonly seq: number; readonly entry: ChainEntry }[] {
    return this.#database.all(sql, ...values).map((row) => {
      const { seq, entry: json } = Row.parse(row)
      const { entry, counted } = decodeIndexed(json)
      this.#chain.keepCounted(entry.commit, counted)
      return { seq, entry }
    })
  }

  *entries(query: TimelineQuery): Generator<ChainEntry> {
    const { sql, values } = conditions(query)
    let below =
      query.after === undefined
        ? Number.MAX_SAFE_INTEGER
        : this.#seq('SELECT seq FROM commits WHERE id = ?', query.after)
    while (below !== null) {
      const rows = this.#rows(
        `SELECT seq, entry FROM commits WHERE seq < ? ${sql} ORDER BY seq DESC LIMIT ${PAGE_ROWS}`,
        [below, ...values],
      )
      for (const { entry } of rows) yield entry
      below = rows.length < PAGE_ROWS ? null : (rows.at(-1)?.seq ?? null)
    }
  }

  undoneBy({ id }: ChainEntry): Ulid | null {
    return id === null ? null : undoneBy(id, (each) => this.#undoersOf(each))
  }

  #undoersOf(id: Ulid): readonly Ulid[] {
    const rows = this.#database.all('SELECT by FROM undone WHERE id = ? ORDER BY seq DESC', id)
    return rows.map((row) => UndoneBy.parse(row).by)
  }

  inOrder(ids: readonly ObjectId[]): readonly ObjectId[] {
    const places = new Map(ids.map((id) => [id, this.#seq('SELECT seq FROM commits WHERE id = ?', id) ?? 0]))
    return [...places].toSorted(([, a], [, b]) => a - b).map(([id]) => id)
  }

  lastEdits(paths: ReadonlySet<string>): ReadonlyMap<string, LastEdit> {
    const [newest] = this.#rows('SELECT seq, entry FROM commits ORDER BY seq DESC LIMIT 1', [])
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

function conditions({ actors, conversation, turn, call, variorumId, words = [], path }: TimelineQuery): {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
} {
  const all: (readonly [sql: string, ...values: readonly SQLInputValue[]])[] = []
  if (actors !== undefined) all.push([`actor IN (${actors.map(() => '?').join(', ')})`, ...actors])
  if (conversation !== undefined) all.push(['conversation = ?', conversation])
  if (turn !== undefined) all.push(['turn = ?', turn])
  if (call !== undefined) all.push(['call = ?', call])
  if (variorumId !== undefined) all.push(['variorum_id = ?', variorumId])
  if (path !== undefined)
    all.push([
      'seq IN (SELECT touches.seq FROM paths JOIN touches ON touches.path = paths.id WHERE paths.path = ? OR (paths.path > ? AND paths.path < ?))',
      path,
      `${path}/`,
      `${path}0`,
    ])
  for (const word of words.map((each) => each.toLowerCase())) {
    // The index finds commits with all trigrams of a word; only their text shows whether they have the word.
    if (isIndexable(word)) all.push(['seq IN (SELECT rowid FROM words WHERE words MATCH ?)', trigramQuery(word)])
    all.push(['instr(text, ?) > 0', word])
  }
  return { sql: all.map(([sql]) => `AND ${sql}`).join(' '), values: all.flatMap(([, ...values]) => values) }
}
