import { t } from '@lingui/core/macro'
import { daysLater } from '../../shared/named-day.ts'
import type { Expiring } from '../../shared/waiting.ts'
import { dayToCome } from '../format/time.ts'
import { api } from './api.ts'
import { attempt } from './attempt.ts'
import { membersOf, type ReviewRow, undoOf } from './review-rows.ts'
import { keepRows, reviewQuery } from './review-store.ts'
import { useStatusBar } from './status-bar-store.ts'

const FRIDAY = 5
const WEEK = 7

/** The days until which something is kept most often: tomorrow, the next Friday, in a week, in a month, in a year. */
export function usualDays(now = new Date()): readonly Date[] {
  const toFriday = (FRIDAY - now.getDay() + WEEK) % WEEK || WEEK
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return [1, toFriday, WEEK]
    .map((days) => daysLater(now, days))
    .concat([new Date(year, month + 1, day), new Date(year + 1, month, day)])
}

/** Keeps a change, and has it undone once a day is over. @param says what it says, in a line */
export async function keepRowUntil(row: ReviewRow, day: Date, says: string): Promise<void> {
  const until = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => `${part}`.padStart(2, '0'))
    .join('-')
  const expiring = { until, what: undoOf(row), path: row.lines[0].path, says: says.slice(0, 1_000) }
  if (!(await attempt(() => api.review.keepUntil.mutate(expiring)))) return
  await keepRows(membersOf(row))
  useStatusBar.getState().say(t`Kept until ${dayToCome(day)}`)
}

/** Keeps it after that day, too. */
export async function keepForGood({ id }: Expiring): Promise<void> {
  await attempt(() => api.review.drop.mutate({ id }), reviewQuery)
}
