const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1000, 60_000, 3_600_000]

/** "in 40 seconds", "in an hour". A service's clock may be years off, so nothing beyond a day is believed to the hour. */
export function inTime(ms: number): string {
  const [seconds, minutes, hours] = [SECOND_MS, MINUTE_MS, HOUR_MS].map((unit) => Math.max(1, Math.ceil(ms / unit)))
  if (ms < 90 * SECOND_MS) return `in ${count(seconds, 'a second', 'seconds')}`
  if (ms <= 55 * MINUTE_MS) return `in ${count(minutes, 'a minute', 'minutes')}`
  if (ms <= 24 * HOUR_MS) return `in ${count(hours, 'an hour', 'hours')}`
  return 'in a day or later'
}

function count(number: number | undefined, one: string, many: string): string {
  return number === undefined || number === 1 ? one : `${number} ${many}`
}
