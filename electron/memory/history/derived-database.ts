import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'

const Version = z.object({ user_version: z.number() })
const SqliteError = z.object({ errcode: z.number() })
const PRIMARY_CODE = 0xff
const SQLITE_BUSY = 5

/** The schema of a derived database. Raise the version whenever it, or the meaning of its content, changes. */
export interface DerivedSchema {
  readonly version: number
  readonly sql: string
}

/**
 * A database that can be rebuilt from git at any time. Opened by the first query, since many processes make none. One
 * that is damaged or of another version is deleted, and a new one begins empty.
 */
export class DerivedDatabase {
  readonly #path: string | null
  readonly #schema: DerivedSchema
  readonly #statements = new Map<string, StatementSync>()
  #opened: DatabaseSync | null = null

  /** @param path null keeps it in memory */
  constructor(path: string | null, schema: DerivedSchema) {
    this.#path = path
    this.#schema = schema
  }

  run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.#statement(sql).run(...values)
  }

  all(sql: string, ...values: readonly SQLInputValue[]): readonly Record<string, SQLOutputValue>[] {
    return this.#statement(sql).all(...values)
  }

  first(sql: string, ...values: readonly SQLInputValue[]): Record<string, SQLOutputValue> | undefined {
    return this.#statement(sql).get(...values)
  }

  /** Keeps all of the work's changes, or none if it throws. */
  transaction<T>(work: () => T): T {
    const database = this.#database()
    database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      database.exec('COMMIT')
      return result
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }

  /** Deletes everything. */
  reset(): void {
    this.close()
    this.#remove()
  }

  /** Closes the database; the next query opens it again. */
  close(): void {
    this.#statements.clear()
    this.#opened?.close()
    this.#opened = null
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database().prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #database(): DatabaseSync {
    this.#opened ??= this.#open()
    return this.#opened
  }

  #open(): DatabaseSync {
    if (this.#path !== null) {
      fs.mkdirSync(nodePath.dirname(this.#path), { recursive: true, mode: 0o700 })
      // SQLite would make it readable for everybody.
      fs.closeSync(fs.openSync(this.#path, 'a', 0o600))
    }
    try {
      return this.#prepared()
    } catch (error) {
      if (isLocked(error)) throw error
      this.#remove()
      return this.#prepared()
    }
  }

  #prepared(): DatabaseSync {
    const { DatabaseSync } = sqlite()
    const database = new DatabaseSync(this.#path ?? ':memory:', { timeout: 2_000 })
    try {
      // What a power cut destroys is rebuilt from git.
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000')
      if (versionOf(database) === 0) this.#create(database)
      if (versionOf(database) !== this.#schema.version) throw new Error('another version')
      return database
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** Makes the tables, unless another process has just made them. */
  #create(database: DatabaseSync): void {
    database.exec('BEGIN IMMEDIATE')
    if (versionOf(database) === 0) database.exec(`${this.#schema.sql} PRAGMA user_version = ${this.#schema.version}`)
    database.exec('COMMIT')
  }

  #remove(): void {
    if (this.#path !== null) for (const end of ['', '-wal', '-shm']) fs.rmSync(this.#path + end, { force: true })
  }
}

/** Node's SQLite. Node 22 calls it experimental on whatever terminal there is. */
function sqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

function versionOf(database: DatabaseSync): number {
  return Version.parse(database.prepare('PRAGMA user_version').get()).user_version
}

/** Whether an error says that somebody else is writing to the database: it is as good as before. */
export function isLocked(error: unknown): boolean {
  const { errcode } = SqliteError.safeParse(error).data ?? { errcode: 0 }
  return (errcode & PRIMARY_CODE) === SQLITE_BUSY
}
