import type { ObjectId } from '../../../shared/change.ts'
import type { Actor } from '../../../shared/commit.ts'
import type { HistoryDay } from '../../../shared/memory.ts'
import { TimeSlice } from '../../disk/yield.ts'
import type { ChainEntry } from './chain.ts'

/** One day: by how many bytes the memory grew, and how often each actor changed it. */
interface DaySum {
  readonly day: string
  readonly time: string
  readonly growth: number
  readonly counts: Readonly<Record<Actor, number>>
}

/** The days of a chain up to `head`, newest first. */
export interface DailySums {
  readonly head: ObjectId
  readonly sums: readonly DaySum[]
}

const NO_CHANGES: DaySum['counts'] = { agent: 0, user: 0, outside: 0, policy: 0 }

/**
 * Sums up a chain by days.
 * @param known an earlier result; if the chain still leads to its head, only newer commits are read
 */
export async function sumDays(
  newestFirst: Iterable<ChainEntry> | AsyncIterable<ChainEntry>,
  growthOf: (entry: ChainEntry) => number,
  known: DailySums | null,
): Promise<DailySums | null> {
  const slice = new TimeSlice()
  const sums: DaySum[] = []
  let head: ObjectId | null = null
  for await (const entry of newestFirst) {
    head ??= entry.commit
    if (entry.commit === known?.head) return { head, sums: joinDays(sums, known.sums) }
    const { time, origin } = entry
    const last = sums.at(-1)
    const sum = { day: dayOf(time), time, growth: growthOf(entry), counts: { ...NO_CHANGES, [origin.actor]: 1 } }
    if (last?.day === sum.day) sums[sums.length - 1] = addDays(last, sum)
    else sums.push(sum)
    if (slice.isOver) await slice.yield()
  }
  return head === null ? null : { head, sums }
}

/** The days, oldest first. Their sizes are computed backwards from the present one. */
export function toHistoryDays({ sums }: DailySums, bytesNow: number): readonly HistoryDay[] {
  let bytes = bytesNow
  return sums
    .map(({ time, growth, counts }) => {
      const day = { time, bytes: Math.max(0, bytes), counts }
      bytes -= growth
      return day
    })
    .toReversed()
}

function joinDays(newer: readonly DaySum[], older: readonly DaySum[]): readonly DaySum[] {
  const [last, first] = [newer.at(-1), older[0]]
  return last === undefined || first === undefined || last.day !== first.day
    ? [...newer, ...older]
    : [...newer.slice(0, -1), addDays(last, first), ...older.slice(1)]
}

function addDays(newer: DaySum, older: DaySum): DaySum {
  const [a, b] = [newer.counts, older.counts]
  return {
    ...newer,
    growth: newer.growth + older.growth,
    counts: {
      agent: a.agent + b.agent,
      user: a.user + b.user,
      outside: a.outside + b.outside,
      policy: a.policy + b.policy,
    },
  }
}

/** The day in this computer's time zone, as the window shows days. */
function dayOf(time: string): string {
  const date = new Date(time)
  return `${date.getFullYear()} ${date.getMonth()} ${date.getDate()}`
}
