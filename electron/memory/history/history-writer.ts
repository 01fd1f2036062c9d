import { hash } from 'node:crypto'
import type { Change, ObjectId } from '../../../shared/change.ts'
import type { Chain, ChainEntry } from './chain.ts'
import { CHANGED_WORDS_SQL, type ChangedWords } from './changed-words.ts'
import { CommitReader, type ReadCommit } from './commit-reader.ts'
import type { CommitRows } from './commit-rows.ts'
import type { DerivedDatabase, DerivedSchema } from './derived-database.ts'
import { GROWTH_SQL, growthBy, type GrowthTable } from './growth-table.ts'
import { encodeIndexed } from './indexed-commit.ts'

const VERSION = 7
const ADDRESSES_BITS = 24

/** @param addresses of which git's commits count as the user's: they decide what is stored as the actor */
export function historySchema(addresses: ReadonlySet<string>): DerivedSchema {
  const digest = hash('sha256', [...addresses].toSorted().join('\n'), 'buffer').readUIntBE(0, ADDRESSES_BITS / 8)
  return { version: VERSION * 2 ** ADDRESSES_BITS + (addresses.size === 0 ? 0 : digest), sql: SQL }
}

const SQL = `
  CREATE TABLE commits (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, variorum_id TEXT, actor TEXT NOT NULL, verb TEXT NOT NULL, lineage TEXT NOT NULL, time TEXT NOT NULL, at INTEGER NOT NULL, conversation TEXT, turn INTEGER, call TEXT, client TEXT, about TEXT NOT NULL, entry TEXT NOT NULL);
  CREATE INDEX commits_by_variorum_id ON commits (variorum_id) WHERE variorum_id IS NOT NULL;
  CREATE INDEX commits_by_conversation ON commits (conversation, turn) WHERE conversation IS NOT NULL;
  CREATE INDEX commits_by_call ON commits (call) WHERE call IS NOT NULL;
  CREATE INDEX commits_by_client ON commits (client) WHERE client IS NOT NULL;
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
  ${GROWTH_SQL}
  CREATE TABLE state (complete INTEGER NOT NULL);
  INSERT INTO state VALUES (0);
`

/** The sequence number of the newest commit in a new index: older ones are below it, newer ones above. */
const FIRST_SEQ = 40_000_000_000
/** An index at most this far behind HEAD is brought forward at once when somebody asks; farther behind, walking is faster. */
const MAX_CATCH_UP_COMMITS = 1_000
/** Changes of one large commit that are read at once. */
const BATCH_CHANGES = 1_000

/** Reads a commit and those before it, newest first, as many as are added at once. */
export type ReadBatch = (newest: ObjectId) => readonly ReadCommit[] | Promise<readonly ReadCommit[]>

/** The tables that a writer fills. */
export interface HistoryTables {
  readonly database: DerivedDatabase
  readonly rows: CommitRows
  readonly words: ChangedWords
  readonly growth: GrowthTable
}

/**
 * Fills the tables of the history's index. Everything is read from git before a transaction begins, and nothing is added
 * if another process was faster, so that several may fill the same index.
 */
export class HistoryWriter {
  readonly #chain: Chain
  readonly #reader: CommitReader
  readonly #database: DerivedDatabase
  readonly #rows: CommitRows
  readonly #words: ChangedWords
  readonly #growth: GrowthTable
  #large: { readonly commit: ObjectId; readonly changes: readonly Change[] } | null = null

  constructor(chain: Chain, { database, rows, words, growth }: HistoryTables) {
    this.#chain = chain
    this.#reader = new CommitReader(chain)
    this.#database = database
    this.#rows = rows
    this.#words = words
    this.#growth = growth
  }

  get isComplete(): boolean {
    return this.#rows.seq('SELECT complete AS seq FROM state') === 1
  }

  get #newest(): number | null {
    return this.#rows.seq('SELECT max(seq) AS seq FROM commits')
  }

  get #oldest(): number | null {
    return this.#rows.seq('SELECT min(seq) AS seq FROM commits')
  }

  /** The number of commits; they are numbered without gaps. */
  get count(): number {
    const [newest, oldest] = [this.#newest, this.#oldest]
    return newest === null || oldest === null ? 0 : newest - oldest + 1
  }

  /**
   * Brings the newest end forward to HEAD.
   * @returns false if it is too far behind
   */
  bringForward(head: ObjectId, atMost = MAX_CATCH_UP_COMMITS): boolean {
    const newest = this.#newest
    const fresh: ChainEntry[] = []
    let known: number | null = null
    for (const entry of this.#chain.from(head)) {
      known = this.#rows.seqOf(entry.commit)
      if (known !== null) break
      if (fresh.push(entry) > atMost) return false
    }
    if (known === null && newest !== null) {
      // A different history, short enough to be read at once.
      this.#database.reset()
      return this.bringForward(head, atMost)
    }
    if (fresh.length === 0 && newest === known) return true
    const above = known ?? FIRST_SEQ - fresh.length
    const commits = fresh.toReversed().map((entry) => this.#reader.read(entry))
    return this.#database.transaction(() => {
      if (this.#newest !== newest) return false
      if (known !== null) this.#deleteAfter(known)
      for (const [at, commit] of commits.entries()) this.#add(above + 1 + at, commit)
      if (known === null) this.#complete()
      return true
    })
  }

  /** Deletes the commits that HEAD no longer has, because the branch was moved. */
  #deleteAfter(seq: number): void {
    this.#words.deleteAfter(seq)
    this.#growth.deleteAfter(seq)
    for (const table of ['touches', 'undone', 'commits']) this.#database.run(`DELETE FROM ${table} WHERE seq > ?`, seq)
  }

  #complete(): void {
    this.#database.run('UPDATE state SET complete = 1')
  }

  #add(seq: number, { entry, counted, texts, about, paths }: ReadCommit): void {
    const { actor, verb, conversation, turn, call, client, undoes } = entry.origin
    this.#database.run(
      'INSERT INTO commits (seq, id, variorum_id, actor, verb, lineage, time, at, conversation, turn, call, client, about, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      seq,
      entry.commit,
      entry.id,
      actor,
      verb,
      entry.origin.lineage,
      entry.time,
      Date.parse(entry.time),
      conversation ?? null,
      turn ?? null,
      call ?? null,
      client ?? null,
      about,
      encodeIndexed({ entry, counted }),
    )
    this.#words.add(seq, about, texts, counted.count)
    const { changes, count } = counted
    const growth = changes.length === count ? growthBy(changes.map(({ change }) => change)) : null
    this.#growth.add({ seq, at: Date.parse(entry.time), actor }, growth)
    for (const path of paths) {
      this.#database.run('INSERT OR IGNORE INTO paths (path) VALUES (?)', path)
      this.#database.run('INSERT OR IGNORE INTO touches (path, seq) SELECT id, ? FROM paths WHERE path = ?', seq, path)
    }
    if (entry.id !== null)
      for (const undone of undoes ?? [])
        this.#database.run('INSERT OR REPLACE INTO undone (id, seq, by) VALUES (?, ?, ?)', undone, seq, entry.id)
  }

  /**
   * Adds older commits, in batches, until the index is complete and no text is missing.
   * @param pause called before each batch with the number of commits added; false stops
   * @param read where batches come from, if not from this thread
   */
  async extend(
    head: ObjectId,
    pause: (commits: number) => Promise<boolean>,
    read: ReadBatch = (newest) => this.#reader.batch(newest),
  ): Promise<void> {
    if (!this.bringForward(head) && this.#rows.seqOf(head) === null) this.#startAt(head)
    while (!this.isComplete && (await pause(this.count)) && (await this.#addBatch(read)));
    while (this.isComplete && this.#words.unread() !== null && (await pause(this.count))) this.#addUnread()
  }

  #startAt(head: ObjectId): void {
    this.#database.reset()
    const newest = this.#reader.read(this.#chain.entry(head))
    this.#database.transaction(() => {
      if (this.#newest === null) this.#add(FIRST_SEQ, newest)
    })
  }

  /** @returns false if the index has no commit to continue from, because another process has just reset it */
  async #addBatch(read: ReadBatch): Promise<boolean> {
    const oldest = this.#oldest
    const row = oldest === null ? null : this.#rows.at(oldest)
    if (oldest === null || row === null) return false
    const { parent } = row.entry
    const batch = parent === null ? [] : await read(parent)
    this.#database.transaction(() => {
      if (this.#oldest !== oldest) return
      // Full-text rows are cheap to add in ascending order only.
      for (const [at, commit] of [...batch.entries()].toReversed()) this.#add(oldest - 1 - at, commit)
      if ((batch.at(-1)?.entry ?? row.entry).parent === null) this.#complete()
    })
    return true
  }

  /** Adds texts of a commit that has more changes than are read at once. */
  #addUnread(): void {
    const unread = this.#words.unread()
    const row = unread === null ? null : this.#rows.at(unread.seq)
    if (unread === null || row === null) return
    const changes = this.#largeChanges(row.entry.commit)
    const texts = changes
      .slice(unread.next, unread.next + BATCH_CHANGES)
      .map((change) => this.#chain.changedText(change))
    this.#database.transaction(() => {
      const now = this.#words.unread()
      if (now?.seq === unread.seq && now.next === unread.next)
        this.#words.addUnread(unread, texts, unread.next + texts.length >= changes.length)
    })
  }

  /** The changes of a commit that is read in parts: too many to be cached with those of others. */
  #largeChanges(commit: ObjectId): readonly Change[] {
    if (this.#large?.commit !== commit) this.#large = { commit, changes: this.#chain.changes(commit) }
    return this.#large.changes
  }
}
