import type { Actor, Commit } from '../../shared/commit.ts'
import { dayOf } from '../parts/time.ts'

/** One day of the overview: how large the memory was at its end, and who changed it how often. */
export interface Day {
  readonly name: string
  readonly time: string
  readonly bytes: number
  readonly counts: Readonly<Record<Actor, number>>
}

const grownBy = (commit: Commit): number =>
  commit.changes.reduce((sum, { change }) => sum + (change.after?.size ?? 0) - (change.before?.size ?? 0), 0)

/** The days on which something happened, oldest first; sizes are counted back from what the memory holds now. */
export function overviewDays(newestFirst: readonly Commit[], bytesNow: number): readonly Day[] {
  const days: { name: string; time: string; bytes: number; counts: Record<Actor, number> }[] = []
  let bytes = bytesNow
  for (const commit of newestFirst) {
    const name = dayOf(commit.time)
    let day = days.at(-1)
    if (day?.name !== name) {
      day = { name, time: commit.time, bytes: Math.max(0, bytes), counts: { agent: 0, user: 0, outside: 0, policy: 0 } }
      days.push(day)
    }
    day.counts[commit.origin.actor] += 1
    bytes -= grownBy(commit)
  }
  return days.toReversed()
}
