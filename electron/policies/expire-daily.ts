import { dayOf } from './day.ts'
import type { PolicyKeeper } from './keeper.ts'

const HOUR_MS = 3_600_000

/** At the start and once a day: files expire. @returns stops it */
export function expireDaily(keeper: PolicyKeeper): () => void {
  let day = ''
  const look = (): void => {
    const now = new Date()
    if (dayOf(now) === day) return
    day = dayOf(now)
    // A store that cannot be written now is looked at again tomorrow; the keeper's state says what was wrong.
    keeper.runExpiry(now, false).catch(() => undefined)
  }
  look()
  const timer = setInterval(look, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
