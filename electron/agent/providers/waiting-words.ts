import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1000, 60_000, 3_600_000]

/** "in 40 seconds", "in an hour". A service's clock may be years off, so nothing beyond a day is believed to the hour. */
export function inTime(ms: number): Message {
  const count = (unit: number): number => Math.max(1, Math.ceil(ms / unit))
  if (ms < 90 * SECOND_MS) return say('in-seconds', { count: count(SECOND_MS) })
  if (ms <= 55 * MINUTE_MS) return say('in-minutes', { count: count(MINUTE_MS) })
  if (ms <= 24 * HOUR_MS) return say('in-hours', { count: count(HOUR_MS) })
  return say('in-a-day')
}
