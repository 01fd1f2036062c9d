import { t } from '@lingui/core/macro'
import { daysLater } from '../../shared/named-day.ts'
import type { Expiring, NewExpiring } from '../../shared/waiting.ts'
import { dayToCome } from '../format/time.ts'
import { type Act, tellAct } from './acts.ts'
import { api } from './api.ts'
import { attempt, warnOf } from './attempt.ts'
import { membersOf, type ReviewRow, undoOf } from './review-rows.ts'
import { markKept, reviewQuery, unkeeping } from './review-store.ts'
import { useStatusBar } from './status-bar-store.ts'

const FRIDAY = 5
const WEEK = 7
const MONTHS = 12

/** The days until which something is kept most often: tomorrow, the next Friday, in a week, in a month, in a year. */
export function usualDays(now = new Date()): readonly Date[] {
  const toFriday = (FRIDAY - now.getDay() + WEEK) % WEEK || WEEK
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  // A month that is too short ends earlier.
  const inMonths = (count: number): Date => {
    const last = new Date(year, month + count + 1, 0)
    return new Date(year, month + count, Math.min(day, last.getDate()))
  }
  const days = [...[1, toFriday, WEEK].map((count) => daysLater(now, count)), inMonths(1), inMonths(MONTHS)]
  return [...new Map(days.map((each) => [each.toDateString(), each])).values()]
}

/** Keeps a change, and has it undone once a day is over. @param says what it says, in a line */
export async function keepRowUntil(row: ReviewRow, day: Date, says: string): Promise<void> {
  const until = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => `${part}`.padStart(2, '0'))
    .join('-')
  const words = t`Kept until ${dayToCome(day)}`
  const expiring = { until, what: undoOf(row), path: row.lines[0].path, says: says.slice(0, 1_000) }
  const back = await keepingUntil(row, expiring, words)()
  if (back !== null) tellAct(words, back)
}

/** Taken back, it expires no more. */
function keepingUntil(row: ReviewRow, expiring: NewExpiring, words: string): Act {
  return async () => {
    try {
      const id = await api.review.keepUntil.mutate(expiring)
      const kept = await markKept(membersOf(row))
      useStatusBar.getState().say(words)
      return async () => {
        if (!(await attempt(() => api.review.drop.mutate({ id })))) return null
        return (await unkeeping(kept)()) === null ? null : keepingUntil(row, expiring, words)
      }
    } catch (error) {
      warnOf(error)
      return null
    }
  }
}

/** Keeps it after that day, too. */
export async function keepForGood({ id }: Expiring): Promise<void> {
  await attempt(() => api.review.drop.mutate({ id }), reviewQuery)
}
