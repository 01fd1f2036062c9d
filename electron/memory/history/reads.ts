import type { AccessLog } from './access-log.ts'
import type { Read } from './file-use.ts'
import type { History } from './history.ts'

/** What was read: the lines of the access log, and the commits of a store that records reads, once they are known. */
export async function allReads(
  accessLog: AccessLog,
  history: History,
): Promise<{ readonly reads: readonly Read[]; readonly isComplete: boolean }> {
  const [logged, recorded] = [await accessLog.reads(), await history.views()]
  return { reads: [...logged, ...(recorded ?? [])], isComplete: recorded !== null }
}

/** The days with views, and for each path the day of its last view. */
export function daysOfReads(reads: readonly Read[]): {
  readonly days: ReadonlySet<string>
  readonly lastRead: ReadonlyMap<string, string>
} {
  const days = new Set<string>()
  const lastRead = new Map<string, string>()
  for (const { time, path } of reads) {
    const day = time.slice(0, 10)
    days.add(day)
    if (day > (lastRead.get(path) ?? '')) lastRead.set(path, day)
  }
  return { days, lastRead }
}
