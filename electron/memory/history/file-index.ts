import { z } from 'zod'
import { ObjectId } from '../../../shared/change.ts'
import { decodeText } from '../../disk/utf8.ts'
import type { Repository } from '../repo/repository.ts'
import { DerivedDatabase } from './derived-database.ts'
import { indexedText, trigramQuery, TRIGRAM_COLUMN } from './trigrams.ts'

/** The trigrams are stored without the text: the text is in git, and every answer is read from there. */
const SCHEMA = {
  version: 3,
  sql: `
  CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, blob TEXT NOT NULL);
  CREATE VIRTUAL TABLE words USING fts5 (text, content='', contentless_delete=1, ${TRIGRAM_COLUMN});
  CREATE TABLE state (tree TEXT);
  INSERT INTO state VALUES (NULL);
`,
}
/** An index behind by more differences is not brought forward at once when somebody searches. */
const MAX_CATCH_UP_FILES = 500
const BATCH_FILES = 500

const State = z.object({ tree: ObjectId.nullable() })
const Row = z.object({ path: z.string(), blob: ObjectId })

/** A file of the memory, and the version to search. */
export interface Candidate {
  readonly path: string
  readonly blob: ObjectId
}

/** Finds the files of one tree that may have a word. Derived from git, and used only if its tree is HEAD's. */
export class FileIndex {
  readonly #repo: Repository
  readonly #database: DerivedDatabase
  #isLent = false

  /** @param path null keeps it in memory */
  constructor(repo: Repository, path: string | null) {
    this.#repo = repo
    this.#database = new DerivedDatabase(path, SCHEMA)
  }

  close(): void {
    this.#database.close()
  }

  reset(): void {
    this.#database.reset()
  }

  /** Leaves the database to a thread that fills it, until it is taken back. Until then files are read. */
  lend(): void {
    this.#isLent = true
    this.close()
  }

  takeBack(): void {
    this.#isLent = false
  }

  /** Brings the index forward to a tree. @returns false when it is behind by more than `atMost` files */
  catchUp(tree: ObjectId, atMost = MAX_CATCH_UP_FILES): boolean {
    if (this.#isLent) return false
    const known = State.parse(this.#database.first('SELECT tree FROM state')).tree
    if (known === tree) return true
    if (known === null && this.#repo.trees.hasMoreFiles(tree, atMost)) return false
    const changed = this.#repo.trees.differences(known, tree)
    if (changed.length > atMost) return false
    this.#database.transaction(() => {
      for (const { path, after } of changed) {
        this.#remove(path)
        if (after !== null) this.#add(path, after.id)
      }
      this.#database.run('UPDATE state SET tree = ?', tree)
    })
    return true
  }

  /**
   * Rebuilds the index from every file of a tree, in batches.
   * @param pause called before each batch; false stops, and the next call starts over
   */
  async fill(tree: ObjectId, pause: () => Promise<boolean>): Promise<void> {
    this.reset()
    const files = this.#repo.trees.files(tree)
    for (let at = 0; at < files.length; at += BATCH_FILES) {
      if (!(await pause())) return
      this.#database.transaction(() => {
        for (const { path, id } of files.slice(at, at + BATCH_FILES)) this.#add(path, id)
      })
    }
    this.#database.run('UPDATE state SET tree = ?', tree)
  }

  /** Files whose path or text has all trigrams of all words, sorted by path. */
  candidates(words: readonly string[]): readonly Candidate[] {
    return this.#database
      .all(
        `SELECT path, blob FROM files WHERE ${words.map(() => 'id IN (SELECT rowid FROM words WHERE words MATCH ?)').join(' AND ')} ORDER BY path`,
        ...words.map(trigramQuery),
      )
      .map((row) => Row.parse(row))
  }

  #add(path: string, blob: ObjectId): void {
    this.#database.run('INSERT INTO files (path, blob) VALUES (?, ?)', path, blob)
    this.#database.run(
      'INSERT INTO words (rowid, text) VALUES ((SELECT id FROM files WHERE path = ?), ?)',
      path,
      indexedText(searchableText(path, decodeText(this.#repo.objects.readIfFits(blob).bytes))),
    )
  }

  #remove(path: string): void {
    this.#database.run('DELETE FROM words WHERE rowid = (SELECT id FROM files WHERE path = ?)', path)
    this.#database.run('DELETE FROM files WHERE path = ?', path)
  }
}

/** The text that is searched: the path and, if the file is text, its content. */
export function searchableText(path: string, text: string | null): string {
  return `${path}\n${text ?? ''}`.toLowerCase()
}
