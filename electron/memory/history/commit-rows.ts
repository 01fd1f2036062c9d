import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import type { ObjectId } from '../../../shared/change.ts'
import { BoundedCache } from '../../disk/bounded-cache.ts'
import type { Chain, ChainEntry } from './chain.ts'
import type { DerivedDatabase } from './derived-database.ts'
import { decodeIndexed, type IndexedCommit } from './indexed-commit.ts'

const Row = z.object({ seq: z.number(), about: z.string(), entry: z.string() })
const Seq = z.object({ seq: z.number().nullable() })

/** Stored forms at least this long, in characters, are cached: looking one up is faster than decoding it. */
const LARGE = 10_000
const MAX_KNOWN = 32

/** A commit of the index. `seq` is its place in the chain: the newer, the higher, without gaps. */
export interface CommitRow {
  readonly seq: number
  /** See Chain.about. */
  readonly about: string
  readonly entry: ChainEntry
}

/** Reads the index's table of commits. */
export class CommitRows {
  readonly #database: DerivedDatabase
  readonly #chain: Chain
  /** Large commits by their stored form. Following each of their files to its present place reads them once per file. */
  readonly #known = new BoundedCache<string, IndexedCommit>(MAX_KNOWN)

  constructor(database: DerivedDatabase, chain: Chain) {
    this.#database = database
    this.#chain = chain
  }

  /** @param where the conditions, and the order of the rows */
  find(where: string, ...values: readonly SQLInputValue[]): readonly CommitRow[] {
    return this.#database.all(`SELECT seq, about, entry FROM commits WHERE ${where}`, ...values).map((row) => {
      const { seq, about, entry: json } = Row.parse(row)
      const { entry, counted } = this.#decode(json)
      this.#chain.keepCounted(entry.commit, counted)
      return { seq, about, entry }
    })
  }

  #decode(json: string): IndexedCommit {
    if (json.length < LARGE) return decodeIndexed(json)
    return this.#known.get(json) ?? this.#known.set(json, decodeIndexed(json))
  }

  at(seq: number): CommitRow | null {
    return this.find('seq = ?', seq)[0] ?? null
  }

  seqOf(commit: ObjectId): number | null {
    return this.seq('SELECT seq FROM commits WHERE id = ?', commit)
  }

  /** The number that a query gives as `seq`. */
  seq(sql: string, ...values: readonly SQLInputValue[]): number | null {
    const row = this.#database.first(sql, ...values)
    return row === undefined ? null : Seq.parse(row).seq
  }
}
