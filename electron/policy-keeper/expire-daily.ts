import type { Announcements } from '../announcements.ts'
import { dayOf } from './day.ts'
import type { PolicyKeeper } from './keeper.ts'

const HOUR_MS = 3_600_000

interface Expiring {
  readonly policies: Pick<PolicyKeeper, 'runExpiry'>
  /** What the user keeps until a day. */
  readonly review: { readonly expire: (today: string) => Promise<void> }
}

/**
 * Runs the expiry at the start and once a day; while it is not known what was used, once the history is indexed.
 * @returns a function that stops it
 */
export function expireDaily({ policies, review }: Expiring, on: Announcements['on']): () => void {
  let day = ''
  const runOncePerDay = async (): Promise<void> => {
    const now = new Date()
    if (dayOf(now) === day) return
    day = dayOf(now)
    // If the store cannot be written now, the next attempt is tomorrow; the keeper's state says what was wrong.
    const plan = await policies.runExpiry(now, false).catch(() => undefined)
    await review.expire(day).catch(() => undefined)
    if (plan === null) day = ''
  }
  void runOncePerDay()
  const timer = setInterval(() => void runOncePerDay(), HOUR_MS)
  timer.unref()
  const unsubscribe = on((event) => {
    const isIndexed = event.type === 'work.progressed' && event.work === 'history' && event.done >= event.total
    // The index is used again as soon as whoever filled it has returned.
    if (isIndexed && event.total > 0) setImmediate(() => void runOncePerDay())
  })
  return () => {
    unsubscribe()
    clearInterval(timer)
  }
}
