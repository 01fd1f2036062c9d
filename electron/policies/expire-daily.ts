import { dayOf } from './day.ts'
import type { PolicyKeeper } from './keeper.ts'

const HOUR_MS = 3_600_000

/** Runs the expiry at the start and once a day. @returns a function that stops it */
export function expireDaily(keeper: PolicyKeeper): () => void {
  let day = ''
  const runOncePerDay = (): void => {
    const now = new Date()
    if (dayOf(now) === day) return
    day = dayOf(now)
    // If the store cannot be written now, the next attempt is tomorrow; the keeper's state says what was wrong.
    keeper.runExpiry(now, false).catch(() => undefined)
  }
  runOncePerDay()
  const timer = setInterval(runOncePerDay, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
