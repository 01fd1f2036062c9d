import type { ObjectId } from '../../../shared/change.ts'
import type { HistoryOverview } from '../../../shared/memory.ts'
import { TimeSlice } from '../../disk/yield.ts'
import type { CommitRows } from './commit-rows.ts'
import type { Growth, GrowthTable, SumsStart } from './growth-table.ts'
import { overviewOf, type QuarterSum } from './periods.ts'

/** What was summed up, to its newest commit. */
interface KnownSums extends SumsStart {
  readonly newest: ObjectId
  readonly sums: readonly QuarterSum[]
}

/** The memory over time, summed up from a complete index. What was summed up is kept for the next time. */
export class Overview {
  readonly #growth: GrowthTable
  readonly #rows: CommitRows
  readonly #readGrowth: (commit: ObjectId) => Promise<Growth>
  #known: KnownSums | null = null

  /** @param readGrowth asks git, which takes a while for a large commit */
  constructor(growth: GrowthTable, rows: CommitRows, readGrowth: (commit: ObjectId) => Promise<Growth>) {
    this.#growth = growth
    this.#rows = rows
    this.#readGrowth = readGrowth
  }

  async read(): Promise<HistoryOverview> {
    for (let each = this.#growth.unknown(); each !== null; each = this.#growth.unknown())
      this.#growth.learn(each.seq, await this.#readGrowth(each.commit))
    const known = this.#known !== null && this.#rows.seqOf(this.#known.newest) === this.#known.seq ? this.#known : null
    const slice = new TimeSlice()
    const sums = [...(known?.sums ?? [])]
    let end: SumsStart = known ?? { seq: 0, latest: 0 }
    for (let batch = this.#growth.sumsAfter(end); batch.next !== null; batch = this.#growth.sumsAfter(end)) {
      sums.push(...batch.sums)
      end = batch.next
      if (slice.isOver) await slice.yield()
    }
    const newest = this.#rows.at(end.seq)?.entry.commit
    if (newest !== undefined) this.#known = { ...end, newest, sums }
    return overviewOf(sums)
  }
}
