import { pathMatcher } from '../../shared/globs.ts'
import type { ExpiryPolicy } from '../../shared/policy.ts'

/** A file with the day ("2026-11-20", of the store's own log) on which somebody last read or wrote it; `null` = before the log began. */
export interface AgingFile {
  readonly path: string
  readonly lastUsed: string | null
}

export interface ExpiringFile {
  readonly path: string
  /** Days of use that are left; 0 = expires now. */
  readonly inDays: number
}

export interface ExpiryPlan {
  /** Goes in this run. */
  readonly now: readonly ExpiringFile[]
  /** Is due too, but more than the policy's share at once: only after the user agreed. */
  readonly ask: readonly ExpiringFile[]
  /** Comes next, soonest first; those with `inDays` up to `announceDays` are announced. */
  readonly next: readonly ExpiringFile[]
  readonly announced: readonly ExpiringFile[]
}

const NOTHING: ExpiryPlan = { now: [], ask: [], next: [], announced: [] }

/**
 * What expires. Age is the number of days on which the store was used after the file's last use: a month away from
 * the desk ages nothing, a clock that jumps adds one day at most, and a day in the future counts as today.
 * @param usedDays every day on which the store was used, in any order
 * @param now today; days after it are left out
 */
export function planExpiry(
  files: readonly AgingFile[],
  usedDays: readonly string[],
  policy: ExpiryPolicy,
  pins: readonly string[],
  now: string,
): ExpiryPlan {
  if (!policy.on) return NOTHING
  const days = [...new Set(usedDays)].filter((day) => day <= now).toSorted()
  const inScope = policy.paths.length === 0 ? () => true : pathMatcher(policy.paths)
  const pinned = pathMatcher(pins)
  const aged = files
    .filter(({ path }) => inScope(path) && !pinned(path))
    .map(({ path, lastUsed }) => ({ path, inDays: Math.max(0, policy.days - daysAfter(days, lastUsed)) }))
    .toSorted((one, two) => one.inDays - two.inDays || (one.path < two.path ? -1 : 1))
  const due = aged.filter(({ inDays }) => inDays === 0)
  const next = aged.slice(due.length)
  const most = Math.floor(files.length * policy.maxShare)
  // All or nothing: which of the due files go first is the user's to say.
  const [gone, asked] = due.length <= most ? [due, []] : [[], due]
  return { now: gone, ask: asked, next, announced: next.filter(({ inDays }) => inDays <= policy.announceDays) }
}

/** How many of the sorted days come after the one; all of them when it is not known. */
function daysAfter(days: readonly string[], day: string | null): number {
  if (day === null) return days.length
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((days[middle] ?? '') <= day) low = middle + 1
    else high = middle
  }
  return days.length - low
}
