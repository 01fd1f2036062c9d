import { z } from 'zod'
import type { Change } from '../../../shared/change.ts'
import { Actor } from '../../../shared/origin.ts'
import { isPolicyPath } from '../../../shared/policies-path.ts'
import type { DerivedDatabase } from './derived-database.ts'
import { QUARTER_MS, type QuarterSum } from './periods.ts'

/** By how much each commit made the memory larger. `files` is null for a large commit until somebody asks. */
export const GROWTH_SQL = `
  CREATE TABLE growth (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, files INTEGER, bytes INTEGER);
  CREATE INDEX growth_unknown ON growth (seq) WHERE files IS NULL;
`
/** Commits that are summed up at once, in a few milliseconds. */
const BATCH_COMMITS = 10_000

/** By how many files and bytes the memory grew. */
export interface Growth {
  readonly files: number
  readonly bytes: number
}

/** The growth by changes that have their sizes, without the policies. */
export function growthBy(changes: readonly Change[]): Growth {
  const sum = { files: 0, bytes: 0 }
  for (const { path, from, before, after } of changes) {
    if (before !== null && !isPolicyPath(from ?? path)) {
      sum.files -= 1
      sum.bytes -= before.size
    }
    if (after !== null && !isPolicyPath(path)) {
      sum.files += 1
      sum.bytes += after.size
    }
  }
  return sum
}

/** A commit's place in the index, time and actor. */
export interface GrowthKey {
  readonly seq: number
  readonly at: number
  readonly actor: Actor
}

/** The sums of some commits, and where the next ones begin; null at the end. */
export interface SummedBatch {
  readonly sums: readonly QuarterSum[]
  readonly next: SumsStart | null
}

/** The last commit that is summed up, and the latest time up to there: a wrong clock does not put days out of order. */
export interface SumsStart {
  readonly seq: number
  readonly latest: number
}

const Row = z.object({
  quarter: z.number(),
  actor: Actor,
  commits: z.number(),
  files: z.number(),
  bytes: z.number(),
})
const Reached = z.object({ seq: z.number().nullable(), latest: z.number().nullable() })
const Unknown = z.object({ seq: z.number(), commit: z.string() })

/** The table of the history's index from which the memory over time is summed up. */
export class GrowthTable {
  readonly #database: DerivedDatabase

  constructor(database: DerivedDatabase) {
    this.#database = database
  }

  /** @param growth null if reading it is left for later */
  add({ seq, at, actor }: GrowthKey, growth: Growth | null): void {
    this.#database.run(
      'INSERT INTO growth (seq, at, actor, files, bytes) VALUES (?, ?, ?, ?, ?)',
      seq,
      at,
      actor,
      growth?.files ?? null,
      growth?.bytes ?? null,
    )
  }

  deleteAfter(seq: number): void {
    this.#database.run('DELETE FROM growth WHERE seq > ?', seq)
  }

  /** A commit whose growth was not read yet. */
  unknown(): { readonly seq: number; readonly commit: string } | null {
    const row = this.#database.first(
      'SELECT seq, id AS "commit" FROM growth JOIN commits USING (seq) WHERE files IS NULL LIMIT 1',
    )
    return row === undefined ? null : Unknown.parse(row)
  }

  learn(seq: number, { files, bytes }: Growth): void {
    this.#database.run('UPDATE growth SET files = ?, bytes = ? WHERE seq = ?', files, bytes, seq)
  }

  /** Sums up the commits that follow, oldest first. */
  sumsAfter({ seq, latest }: SumsStart): SummedBatch {
    const batch = 'SELECT seq, at, actor, files, bytes FROM growth WHERE seq > ? ORDER BY seq LIMIT ?'
    const reached = Reached.parse(
      this.#database.first(`SELECT max(seq) AS seq, max(at) AS latest FROM (${batch})`, seq, BATCH_COMMITS),
    )
    if (reached.seq === null || reached.latest === null) return { sums: [], next: null }
    const rows = this.#database.all(
      `SELECT quarter, actor, count(*) AS commits, total(files) AS files, total(bytes) AS bytes FROM
         (SELECT CAST(max(?, max(at) OVER (ORDER BY seq)) AS INTEGER) / ${QUARTER_MS} AS quarter, actor, files, bytes
          FROM (${batch}))
       GROUP BY quarter, actor ORDER BY quarter`,
      latest,
      seq,
      BATCH_COMMITS,
    )
    return {
      sums: rows.map((row) => Row.parse(row)),
      next: { seq: reached.seq, latest: Math.max(latest, reached.latest) },
    }
  }
}
