import type { HistoryOverview, HistoryPeriod, PeriodStep } from '../../../shared/memory.ts'
import type { Actor } from '../../../shared/origin.ts'

// The memory over time, from sums by the quarter of an hour. Every time zone is some quarters away from UTC. Pure.

export const QUARTER_MS = 900_000
const HOUR_MS = 4 * QUARTER_MS

/** A history of fewer days is shown by the hour; one of fewer hours, by the quarter. */
const MIN_DAYS = 4
const MIN_HOURS = 12

/** What one actor's commits did in a quarter of an hour, counted from 1970. */
export interface QuarterSum {
  readonly quarter: number
  readonly actor: Actor
  readonly commits: number
  readonly files: number
  readonly bytes: number
}

/** The memory at the end of each period in which it changed. @param sums oldest first */
export function overviewOf(sums: readonly QuarterSum[]): HistoryOverview {
  const [first, last] = [sums[0], sums.at(-1)]
  if (first === undefined || last === undefined) return { step: 'day', periods: [] }
  const step = stepFor(first.quarter * QUARTER_MS, last.quarter * QUARTER_MS)
  const periods: HistoryPeriod[] = []
  let size = { files: 0, bytes: 0 }
  for (const { quarter, actor, commits, files, bytes } of sums) {
    const from = startOf(quarter * QUARTER_MS, step)
    const known = periods.at(-1)
    const counts = known?.from === from ? known.counts : { agent: 0, user: 0, outside: 0, policy: 0 }
    size = { files: size.files + files, bytes: size.bytes + bytes }
    const period = { from, ...size, counts: { ...counts, [actor]: counts[actor] + commits } }
    if (known?.from === from) periods[periods.length - 1] = period
    else periods.push(period)
  }
  return { step, periods }
}

function stepFor(first: number, last: number): PeriodStep {
  if (last - first < MIN_HOURS * HOUR_MS) return 'quarter'
  const days = (midnight(last).getTime() - midnight(first).getTime()) / (24 * HOUR_MS)
  return days < MIN_DAYS - 1 ? 'hour' : 'day'
}

/** In this computer's time zone, as the window shows times. */
function startOf(time: number, step: PeriodStep): string {
  if (step === 'day') return midnight(time).toISOString()
  const start = new Date(time)
  if (step === 'hour') start.setMinutes(0)
  return start.toISOString()
}

function midnight(time: number): Date {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate())
}
