import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { z } from 'zod'
import { ObjectId } from '../../../shared/change.ts'
import { decodeText } from '../../disk/utf8.ts'
import type { Repository } from '../repo/repository.ts'
import { DerivedDatabase } from './derived-database.ts'
import { matching, TRIGRAM_COLUMN } from './trigrams.ts'

/** The words are kept without the text: that is in git, and every answer is read there. */
const SCHEMA = {
  version: 1,
  sql: `
  CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, blob TEXT NOT NULL);
  CREATE VIRTUAL TABLE words USING fts5 (text, content='', contentless_delete=1, ${TRIGRAM_COLUMN});
  CREATE TABLE state (tree TEXT);
  INSERT INTO state VALUES (NULL);
`,
}
/** More differences than this are not caught up at once. */
const CATCH_UP = 500
const BATCH = 20

const State = z.object({ tree: ObjectId.nullable() })
const Row = z.object({ path: z.string(), blob: ObjectId })

/** A file of the memory, and the version of it that is looked through. */
export interface Candidate {
  readonly path: string
  readonly blob: ObjectId
}

/** Which files of one tree may have a word. Derived from git, and never trusted over it: it is asked only where its tree is HEAD's. */
export class FileIndex {
  readonly #repo: Repository
  readonly #database: DerivedDatabase

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

  /** Brings it to a tree. @returns false when that is too much to do at once */
  catchUp(tree: ObjectId): boolean {
    const known = State.parse(this.#database.first('SELECT tree FROM state')).tree
    if (known === tree) return true
    const changed = known === null ? null : this.#repo.trees.differences(known, tree)
    if (changed === null || changed.length > CATCH_UP) return false
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
   * Reads every file of a tree, a few at a time.
   * @param rest waited for in between; false stops it, and the next time it begins anew
   */
  async fill(tree: ObjectId, rest: () => Promise<boolean>): Promise<void> {
    this.reset()
    const files = this.#repo.trees.files(tree)
    for (let at = 0; at < files.length; at += BATCH) {
      if (!(await rest())) return
      this.#database.transaction(() => {
        for (const { path, id } of files.slice(at, at + BATCH)) this.#add(path, id)
      })
      await yieldToOthers()
    }
    this.#database.run('UPDATE state SET tree = ?', tree)
  }

  /** Files that have all trigrams of all words in their path or their text, by path. */
  candidates(words: readonly string[]): readonly Candidate[] {
    return this.#database
      .all(
        `SELECT path, blob FROM files WHERE ${words.map(() => 'id IN (SELECT rowid FROM words WHERE words MATCH ?)').join(' AND ')} ORDER BY path`,
        ...words.map(matching),
      )
      .map((row) => Row.parse(row))
  }

  #add(path: string, blob: ObjectId): void {
    this.#database.run('INSERT INTO files (path, blob) VALUES (?, ?)', path, blob)
    this.#database.run(
      'INSERT INTO words (rowid, text) VALUES ((SELECT id FROM files WHERE path = ?), ?)',
      path,
      searchable(path, decodeText(this.#repo.objects.read(blob).bytes)),
    )
  }

  #remove(path: string): void {
    this.#database.run('DELETE FROM words WHERE rowid = (SELECT id FROM files WHERE path = ?)', path)
    this.#database.run('DELETE FROM files WHERE path = ?', path)
  }
}

/** What a search looks at: the path, and the text of what is text. */
export function searchable(path: string, text: string | null): string {
  return `${path}\n${text ?? ''}`.toLowerCase()
}
