import { z } from 'zod'
import { fold } from '../../../shared/phrase.ts'
import type { DerivedDatabase } from './derived-database.ts'
import { indexedText, isIndexable, trigramQuery, TRIGRAM_COLUMN } from './trigrams.ts'

/**
 * The changed lines of every commit, and the trigrams of all that is searched for words. The trigrams are stored without
 * their texts. `text` is null for a long one: it is read from git. A commit is `unread` while texts of it are missing.
 */
export const CHANGED_WORDS_SQL = `
  CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT);
  CREATE TABLE unread (seq INTEGER PRIMARY KEY, next INTEGER NOT NULL);
  CREATE VIRTUAL TABLE words USING fts5 (text, content='', contentless_delete=1, ${TRIGRAM_COLUMN});
`
/** A text's id is its commit's sequence number times this, and the number of its change. */
const IDS_PER_COMMIT = 100_000
const MAX_STORED_LENGTH = 16_000
/** Candidates are read this many at a time. */
const BATCH_ROWS = 200
const SCANNED_ROWS = 2_000

const Id = z.object({ id: z.number() })
const Text = z.object({ id: z.number(), text: z.string().nullable() })
const Scanned = z.object({ seq: z.number(), about: z.string() })
const Unread = z.object({ seq: z.number(), next: z.number() })

/** The text of one change, by its number in the commit; null when it must be read from git. */
export interface StoredText {
  readonly change: number
  readonly text: string | null
}

/** Some commits that may have a term, in order, and where the search for more goes on; null at its end. */
export interface Candidates {
  readonly seqs: readonly number[]
  readonly next: number | null
}

/** Where a term is searched for. */
export interface TermSearch {
  readonly term: string
  /** Also in subjects and paths. */
  readonly anywhere: boolean
  /** Only commits below this one (above it, if oldest first), which is a sequence number. */
  readonly beyond: number
  readonly oldestFirst: boolean
}

/** The tables of the history's index that find words in what commits changed. */
export class ChangedWords {
  readonly #database: DerivedDatabase

  constructor(database: DerivedDatabase) {
    this.#database = database
  }

  /**
   * Adds the texts of a commit's first changes.
   * @param about where words are searched besides
   * @param count the number of all changes
   */
  add(seq: number, about: string, texts: readonly string[], count: number): void {
    this.#addText(seq, 0, { text: texts[0] ?? '', about: `${about}\n` })
    for (const [at, text] of texts.entries()) if (at > 0) this.#addText(seq, at, { text })
    if (count > texts.length) this.#database.run('INSERT INTO unread (seq, next) VALUES (?, ?)', seq, texts.length)
  }

  #addText(
    seq: number,
    change: number,
    { text, about = '' }: { readonly text: string; readonly about?: string },
  ): void {
    const id = seq * IDS_PER_COMMIT + change
    const folded = indexedText(about + fold(text))
    if (folded !== '') this.#database.run('INSERT INTO words (rowid, text) VALUES (?, ?)', id, folded)
    if (text !== '')
      this.#database.run(
        'INSERT INTO texts (id, text) VALUES (?, ?)',
        id,
        text.length > MAX_STORED_LENGTH ? null : text,
      )
  }

  /** A commit with texts that are missing, and the number of the first; null if there is none. */
  unread(): z.infer<typeof Unread> | null {
    const row = this.#database.first('SELECT seq, next FROM unread WHERE next < ? LIMIT 1', IDS_PER_COMMIT)
    return row === undefined ? null : Unread.parse(row)
  }

  /** Adds texts that were missing. @param isLast whether the commit has no more */
  addUnread({ seq, next }: z.infer<typeof Unread>, texts: readonly string[], isLast: boolean): void {
    for (const [at, text] of texts.entries()) if (next + at < IDS_PER_COMMIT) this.#addText(seq, next + at, { text })
    if (isLast && next + texts.length <= IDS_PER_COMMIT) this.#database.run('DELETE FROM unread WHERE seq = ?', seq)
    else this.#database.run('UPDATE unread SET next = ? WHERE seq = ?', next + texts.length, seq)
  }

  deleteAfter(seq: number): void {
    const first = (seq + 1) * IDS_PER_COMMIT
    this.#database.run('DELETE FROM words WHERE rowid >= ?', first)
    this.#database.run('DELETE FROM texts WHERE id >= ?', first)
    this.#database.run('DELETE FROM unread WHERE seq > ?', seq)
  }

  /**
   * The texts of a commit that are not empty, and the number of the first change that is still unread.
   * @param phrase only texts that may have it
   */
  textsOf(seq: number, phrase = ''): { readonly texts: readonly StoredText[]; readonly unread: number | null } {
    const ids = [seq * IDS_PER_COMMIT, (seq + 1) * IDS_PER_COMMIT] as const
    const few = this.#database.all(`SELECT id, text FROM texts WHERE id >= ? AND id < ? LIMIT ${BATCH_ROWS}`, ...ids)
    const rows = few.length < BATCH_ROWS ? few : this.#manyTexts(ids, phrase)
    const unread = this.#database.first('SELECT seq, next FROM unread WHERE seq = ?', seq)
    return {
      texts: rows.map((row) => {
        const { id, text } = Text.parse(row)
        return { change: id % IDS_PER_COMMIT, text }
      }),
      unread: unread === undefined ? null : Unread.parse(unread).next,
    }
  }

  /** The texts of a large commit. The trigrams say which may have the phrase, but only slowly for a small one. */
  #manyTexts(ids: readonly [number, number], phrase: string) {
    return isIndexable(phrase)
      ? this.#database.all(
          'SELECT id, text FROM texts WHERE id IN (SELECT rowid FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ?)',
          trigramQuery(phrase),
          ...ids,
        )
      : this.#database.all('SELECT id, text FROM texts WHERE id >= ? AND id < ?', ...ids)
  }

  /** Commits that may have a term: every one that has it is among them. */
  candidates(search: TermSearch): Candidates {
    return isIndexable(search.term) ? this.#byTrigrams(search) : this.#byScanning(search)
  }

  #byTrigrams({ term, beyond, oldestFirst }: TermSearch): Candidates {
    const rows = oldestFirst
      ? this.#database.all(
          `SELECT rowid AS id FROM words WHERE words MATCH ? AND rowid >= ? ORDER BY rowid LIMIT ${BATCH_ROWS}`,
          trigramQuery(term),
          (beyond + 1) * IDS_PER_COMMIT,
        )
      : this.#database.all(
          `SELECT rowid AS id FROM words WHERE words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ${BATCH_ROWS}`,
          trigramQuery(term),
          beyond * IDS_PER_COMMIT,
        )
    const seqs = rows.map((row) => Math.floor(Id.parse(row).id / IDS_PER_COMMIT))
    const next = rows.length < BATCH_ROWS ? null : (seqs.at(-1) ?? null)
    return { seqs: withUnread(seqs, this.#unreadIn(beyond, next, oldestFirst), oldestFirst), next }
  }

  /** Unread commits between two others; `end` null for no end. */
  #unreadIn(beyond: number, end: number | null, oldestFirst: boolean): readonly number[] {
    return this.#database
      .all('SELECT seq, next FROM unread')
      .map((row) => Unread.parse(row).seq)
      .filter((seq) =>
        oldestFirst ? seq > beyond && (end === null || seq <= end) : seq < beyond && (end === null || seq >= end),
      )
  }

  /** A term that is too short for trigrams is looked for in every text. */
  #byScanning({ term, anywhere, beyond, oldestFirst }: TermSearch): Candidates {
    const rows = this.#database
      .all(
        oldestFirst
          ? `SELECT seq, about FROM commits WHERE seq > ? ORDER BY seq LIMIT ${SCANNED_ROWS}`
          : `SELECT seq, about FROM commits WHERE seq < ? ORDER BY seq DESC LIMIT ${SCANNED_ROWS}`,
        beyond,
      )
      .map((row) => Scanned.parse(row))
    const [first, last] = [rows[0]?.seq ?? 0, rows.at(-1)?.seq ?? 0]
    const [low, high] = [Math.min(first, last), Math.max(first, last)]
    const found = new Set(this.#unreadIn(low - 1, high, true))
    for (const row of this.#database.all(
      'SELECT id, text FROM texts WHERE id >= ? AND id < ?',
      low * IDS_PER_COMMIT,
      (high + 1) * IDS_PER_COMMIT,
    )) {
      const { id, text } = Text.parse(row)
      if (text === null || fold(text).includes(term)) found.add(Math.floor(id / IDS_PER_COMMIT))
    }
    return {
      seqs: rows.flatMap(({ seq, about }) => (found.has(seq) || (anywhere && about.includes(term)) ? [seq] : [])),
      next: rows.length < SCANNED_ROWS ? null : last,
    }
  }
}

function withUnread(seqs: readonly number[], unread: readonly number[], oldestFirst: boolean): readonly number[] {
  return [...new Set([...seqs, ...unread])].toSorted((a, b) => (oldestFirst ? a - b : b - a))
}
