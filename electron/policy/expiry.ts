import { firstPlace } from '../../shared/first-place.ts'
import { pathMatcher } from '../../shared/globs.ts'
import type { JudgedFile } from '../../shared/policy-state.ts'
import type { ExpiryPolicy } from '../../shared/policy.ts'

/**
 * A file with the day of its last read or write ("2026-11-20", from the store's access log); `null` = before the log
 * began.
 */
export interface AgingFile extends JudgedFile {
  readonly lastUsed: string | null
}

export interface ExpiringFile extends JudgedFile {
  /** Days of use left; 0 = expires now. */
  readonly inDays: number
}

export interface ExpiryPlan {
  /** Removed in this run. */
  readonly now: readonly ExpiringFile[]
  /** Due too, but more than the policy's share at once: removed only after the user agrees. */
  readonly ask: readonly ExpiringFile[]
  /** Due next, soonest first; those with at most `announceDays` left are announced. */
  readonly next: readonly ExpiringFile[]
  readonly announced: readonly ExpiringFile[]
}

const NOTHING: ExpiryPlan = { now: [], ask: [], next: [], announced: [] }

export interface ExpiryInput {
  readonly files: readonly AgingFile[]
  /** Every day on which the store was used, in any order. */
  readonly usedDays: readonly string[]
  readonly policy: ExpiryPolicy
  readonly pins: readonly string[]
  /** Later days are ignored. */
  readonly today: string
}

/**
 * What expires. A file's age is the number of days on which the store was used since its last use: a month without
 * use adds nothing, a clock that jumps adds one day at most, and a day in the future counts as today.
 */
export function planExpiry({ files, usedDays, policy, pins, today }: ExpiryInput): ExpiryPlan {
  if (!policy.on) return NOTHING
  const days = [...new Set(usedDays)].filter((day) => day <= today).toSorted()
  const inScope = policy.paths.length === 0 ? () => true : pathMatcher(policy.paths)
  const pinned = pathMatcher(pins)
  const aged = files
    .filter(({ path }) => inScope(path) && !pinned(path))
    .map(({ path, id, lastUsed }) => ({ path, id, inDays: Math.max(0, policy.days - daysAfter(days, lastUsed)) }))
    .toSorted((one, two) => one.inDays - two.inDays || (one.path < two.path ? -1 : 1))
  const due = aged.filter(({ inDays }) => inDays === 0)
  const next = aged.slice(due.length)
  const maxNow = Math.floor(files.length * policy.maxShare)
  // All or nothing: the user decides which of the due files go first.
  const [now, ask] = due.length <= maxNow ? [due, []] : [[], due]
  return { now, ask, next, announced: next.filter(({ inDays }) => inDays <= policy.announceDays) }
}

/** How many of the sorted days come after this one; all of them if it is unknown. */
function daysAfter(days: readonly string[], day: string | null): number {
  return day === null ? days.length : days.length - firstPlace(days, (each) => each > day)
}
