import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { Ulid, type ObjectId } from '../../../shared/change.ts'
import { Actor } from '../../../shared/commit.ts'
import { undoneBy } from '../../../shared/undo.ts'
import type { Chain, Link } from './chain.ts'
import { DerivedDatabase } from './derived-database.ts'
import { decodeEntry, encodeEntry } from './entry.ts'
import { isIndexed, matching, TRIGRAM_COLUMN } from './trigrams.ts'
import type { LastTouch, LinkQuery, Timeline } from './walked-timeline.ts'

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
/** Where the newest commit of a new index stands; older ones below, newer ones above. */
const MIDDLE = 1_000_000_000_000
/** So far behind HEAD an index is brought forward at once; farther, and it is better walked meanwhile. */
const CATCH_UP = 2_000
const BATCH = 25
const READ_AT_ONCE = 100

const Row = z.object({ seq: z.number(), entry: z.string() })
const Touch = z.object({ path: z.string(), commit: z.string(), actor: Actor, time: z.string() })
const UndoneBy = z.object({ by: Ulid })
const Seq = z.object({ seq: z.number().nullable() })

/**
 * The chain in a database of its own, so that any question about it is answered at once. Derived from git, and never
 * trusted over it: it is used only where its newest commit is HEAD and it reaches back to the beginning, and
 * whatever is wrong with it, it is deleted and made anew.
 */
export class HistoryIndex implements Timeline {
  readonly #chain: Chain
  readonly #database: DerivedDatabase
  /** As it was last asked for, and as of which commit. */
  #lastTouches: { readonly head: ObjectId; readonly touches: Map<string, LastTouch> } | null = null

  /** @param path null keeps it in memory */
  constructor(chain: Chain, path: string | null) {
    this.#chain = chain
    this.#database = new DerivedDatabase(path, SCHEMA)
  }

  /** Forgets everything; it is made anew by `extend`. */
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

  /** Brings it to HEAD. @returns false when it is too far behind, or does not reach the beginning yet */
  catchUp(head: ObjectId): boolean {
    const fresh: Link[] = []
    let known: number | null = null
    for (const link of this.#chain.from(head)) {
      known = this.#seq('SELECT seq FROM commits WHERE id = ?', link.commit)
      if (known !== null) break
      if (fresh.push(link) > CATCH_UP) return false
    }
    if (known === null && this.count > 0) {
      // Another history altogether, shorter than what is caught up at once.
      this.reset()
      return this.catchUp(head)
    }
    const newest = this.#seq('SELECT max(seq) AS seq FROM commits')
    if (fresh.length === 0 && newest === known) return this.isComplete
    this.#database.transaction(() => {
      if (known !== null) this.#forgetAfter(known)
      const above = known ?? MIDDLE - fresh.length
      for (const [at, link] of fresh.toReversed().entries()) this.#add(above + 1 + at, link)
      if (known === null) this.#database.run('UPDATE state SET complete = 1')
    })
    return this.isComplete
  }

  /** The branch was moved back, or elsewhere. */
  #forgetAfter(seq: number): void {
    this.#database.run(
      "INSERT INTO words (words, rowid, text) SELECT 'delete', seq, text FROM commits WHERE seq > ?",
      seq,
    )
    for (const table of ['touches', 'undone', 'commits']) this.#database.run(`DELETE FROM ${table} WHERE seq > ?`, seq)
  }

  #add(seq: number, link: Link): void {
    const { actor, conversation, turn, call, undoes } = link.origin
    const text = this.#chain.searchable(link)
    this.#database.run(
      'INSERT INTO commits (seq, id, variorum_id, actor, time, conversation, turn, call, entry, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      seq,
      link.commit,
      link.id,
      actor,
      link.time,
      conversation ?? null,
      turn ?? null,
      call ?? null,
      encodeEntry({ link, counted: this.#chain.counted(link.commit) }),
      text,
    )
    this.#database.run('INSERT INTO words (rowid, text) VALUES (?, ?)', seq, text)
    for (const path of this.#pathsOf(link.commit)) {
      this.#database.run('INSERT OR IGNORE INTO paths (path) VALUES (?)', path)
      this.#database.run('INSERT OR IGNORE INTO touches (path, seq) SELECT id, ? FROM paths WHERE path = ?', seq, path)
    }
    if (link.id !== null)
      for (const undone of undoes ?? [])
        this.#database.run('INSERT OR REPLACE INTO undone (id, seq, by) VALUES (?, ?, ?)', undone, seq, link.id)
  }

  #pathsOf(commit: ObjectId): readonly string[] {
    return this.#chain.changes(commit).flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]))
  }

  /**
   * Reads on towards the beginning until it is complete, a little at a time.
   * @param rest waited for in between; false stops it
   */
  async extend(head: ObjectId, rest: (commits: number) => Promise<boolean>): Promise<void> {
    if (!this.catchUp(head) && (this.count === 0 || this.#seq('SELECT seq FROM commits WHERE id = ?', head) === null))
      this.#startAt(head)
    while (!this.isComplete && (await rest(this.count)) && this.#extendOnce());
  }

  #startAt(head: ObjectId): void {
    this.reset()
    this.#database.transaction(() => this.#add(MIDDLE, this.#chain.link(head)))
  }

  #extendOnce(): boolean {
    const oldest = this.#seq('SELECT min(seq) AS seq FROM commits') ?? MIDDLE
    const [row] = this.#rows('SELECT seq, entry FROM commits WHERE seq = ?', [oldest])
    if (row === undefined) return false
    this.#database.transaction(() => {
      let [seq, parent] = [oldest, row.link.parent]
      for (let added = 0; added < BATCH && parent !== null; added += 1) {
        const link = this.#chain.link(parent)
        seq -= 1
        this.#add(seq, link)
        parent = link.parent
      }
      if (parent === null) this.#database.run('UPDATE state SET complete = 1')
    })
    return true
  }

  #rows(sql: string, values: readonly SQLInputValue[]): readonly { readonly seq: number; readonly link: Link }[] {
    return this.#database.all(sql, ...values).map((row) => {
      const { seq, entry } = Row.parse(row)
      const { link, counted } = decodeEntry(entry)
      this.#chain.keepCounted(link.commit, counted)
      return { seq, link }
    })
  }

  *links(query: LinkQuery): Generator<Link> {
    const { sql, values } = conditions(query)
    let below =
      query.after === undefined
        ? Number.MAX_SAFE_INTEGER
        : this.#seq('SELECT seq FROM commits WHERE id = ?', query.after)
    while (below !== null) {
      const rows = this.#rows(
        `SELECT seq, entry FROM commits WHERE seq < ? ${sql} ORDER BY seq DESC LIMIT ${READ_AT_ONCE}`,
        [below, ...values],
      )
      for (const { link } of rows) yield link
      below = rows.length < READ_AT_ONCE ? null : (rows.at(-1)?.seq ?? null)
    }
  }

  undoneBy({ id }: Link): Ulid | null {
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

  lastTouches(paths: ReadonlySet<string>): ReadonlyMap<string, LastTouch> {
    const [newest] = this.#rows('SELECT seq, entry FROM commits ORDER BY seq DESC LIMIT 1', [])
    if (newest === undefined) return new Map()
    this.#lastTouches = {
      head: newest.link.commit,
      touches: this.#touchesBroughtTo(newest.link) ?? this.#readLastTouches(),
    }
    return new Map([...this.#lastTouches.touches].filter(([path]) => paths.has(path)))
  }

  /** From what was asked for before, where that is a few commits ago; null where it is not. */
  #touchesBroughtTo({ commit: head }: Link): Map<string, LastTouch> | null {
    const since: Link[] = []
    for (const link of this.#chain.from(head)) {
      if (link.commit === this.#lastTouches?.head) {
        const { touches } = this.#lastTouches
        for (const { commit, origin, time } of since.toReversed())
          for (const path of this.#pathsOf(commit)) touches.set(path, { commit, actor: origin.actor, time })
        return touches
      }
      if (this.#lastTouches === null || since.push(link) > READ_AT_ONCE) return null
    }
    return null
  }

  #readLastTouches(): Map<string, LastTouch> {
    const rows = this.#database.all(
      'SELECT path, commits.id AS "commit", actor, time FROM paths JOIN commits ON commits.seq = (SELECT max(seq) FROM touches WHERE touches.path = paths.id)',
    )
    return new Map(
      rows.map((row) => {
        const { path, ...touch } = Touch.parse(row)
        return [path, touch]
      }),
    )
  }
}

function conditions({ actors, conversation, turn, call, variorumId, words = [], path }: LinkQuery): {
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
    // The index tells which commits have all of a word's trigrams; whether they have the word, their text does.
    if (isIndexed(word)) all.push(['seq IN (SELECT rowid FROM words WHERE words MATCH ?)', matching(word)])
    all.push(['instr(text, ?) > 0', word])
  }
  return { sql: all.map(([sql]) => `AND ${sql}`).join(' '), values: all.flatMap(([, ...values]) => values) }
}
