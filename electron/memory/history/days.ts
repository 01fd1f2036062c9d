import type { ObjectId } from '../../../shared/change.ts'
import type { Actor } from '../../../shared/commit.ts'
import type { HistoryDay } from '../../../shared/memory.ts'
import { TimeSlice } from '../../disk/yield.ts'
import type { Link } from './chain.ts'

/** What came together on one day: by how many bytes the memory grew, and who changed it how often. */
interface Sum {
  readonly day: string
  readonly time: string
  readonly grown: number
  readonly counts: Readonly<Record<Actor, number>>
}

/** The days of a chain, newest first. */
export interface Days {
  readonly head: ObjectId
  readonly sums: readonly Sum[]
}

const NONE: Sum['counts'] = { agent: 0, user: 0, outside: 0, policy: 0 }

/** @param known what was summed up before; where the chain still leads to it, only what is newer is looked at */
export async function sumDays(
  newestFirst: Iterable<Link> | AsyncIterable<Link>,
  grownBy: (link: Link) => number,
  known: Days | null,
): Promise<Days | null> {
  const slice = new TimeSlice()
  const sums: Sum[] = []
  let head: ObjectId | null = null
  for await (const link of newestFirst) {
    head ??= link.commit
    if (link.commit === known?.head) return { head, sums: join(sums, known.sums) }
    const { time, origin } = link
    const last = sums.at(-1)
    const sum = { day: dayOf(time), time, grown: grownBy(link), counts: { ...NONE, [origin.actor]: 1 } }
    if (last?.day === sum.day) sums[sums.length - 1] = add(last, sum)
    else sums.push(sum)
    if (slice.isOver) await slice.yield()
  }
  return head === null ? null : { head, sums }
}

/** Oldest first; sizes are counted back from what the memory holds now. */
export function daysOf({ sums }: Days, bytesNow: number): readonly HistoryDay[] {
  let bytes = bytesNow
  return sums
    .map(({ time, grown, counts }) => {
      const day = { time, bytes: Math.max(0, bytes), counts }
      bytes -= grown
      return day
    })
    .toReversed()
}

function join(newer: readonly Sum[], older: readonly Sum[]): readonly Sum[] {
  const [last, first] = [newer.at(-1), older[0]]
  return last === undefined || first === undefined || last.day !== first.day
    ? [...newer, ...older]
    : [...newer.slice(0, -1), add(last, first), ...older.slice(1)]
}

function add(newer: Sum, older: Sum): Sum {
  const [a, b] = [newer.counts, older.counts]
  return {
    ...newer,
    grown: newer.grown + older.grown,
    counts: {
      agent: a.agent + b.agent,
      user: a.user + b.user,
      outside: a.outside + b.outside,
      policy: a.policy + b.policy,
    },
  }
}

/** By this computer's clock, as the window says days. */
function dayOf(time: string): string {
  const date = new Date(time)
  return `${date.getFullYear()} ${date.getMonth()} ${date.getDate()}`
}
