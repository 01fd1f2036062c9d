const NAMED = new Map([
  ['today', 0],
  ['yesterday', 1],
])

/**
 * When a day begins, in local time, by its name: "today", "yesterday", "3 days ago", "2 weeks ago" or "2026-11-20". Null
 * for anything else, such as a day that no month has.
 */
export function namedDay(text: string, now = new Date()): Date | null {
  const name = text.toLowerCase()
  const [, count, unit] = /^(\d{1,5}) (day|week)s? ago$/.exec(name) ?? []
  const ago = count === undefined ? NAMED.get(name) : Number(count) * (unit === 'week' ? 7 : 1)
  if (ago !== undefined) return daysLater(now, -ago)
  const [year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(name)?.slice(1).map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day ? date : null
}

/** Midnight of the day that many days later; a day with a change of clocks is one, too. */
export function daysLater(from: Date, days: number): Date {
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days)
}

/** A time like "2026-11-20T15:04" (local time) or "2026-11-20T15:04:05Z". */
export function timeNamed(text: string): Date | null {
  const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? new Date(text) : null
  return time === null || Number.isNaN(time.getTime()) ? null : time
}
