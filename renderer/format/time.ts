import { t } from '@lingui/core/macro'
import { dateText } from './language.ts'

/** Times as the window shows them, in the user's time zone. */

const DAY_MS = 86_400_000
const midnight = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** The number of midnights between a time and now. */
export function daysAgo(iso: string, now = new Date()): number {
  return Math.round((midnight(now) - midnight(new Date(iso))) / DAY_MS)
}

const sameYear = (date: Date, now: Date): boolean => date.getFullYear() === now.getFullYear()

/** "10:41" */
export function clock(iso: string): string {
  return dateText(new Date(iso), 'clock')
}

/** As short as possible without being ambiguous: "10:41" today, "2 Nov" this year, else "2 Nov 2025". */
export function shortTime(iso: string, now = new Date()): string {
  if (daysAgo(iso, now) === 0) return clock(iso)
  const date = new Date(iso)
  return dateText(date, sameYear(date, now) ? 'short' : 'shortYear')
}

/** A day to come: "tomorrow", "Friday" within a week, else "2 November". */
export function dayToCome(date: Date, now = new Date()): string {
  const days = -daysAgo(date.toISOString(), now)
  if (days === 1) return t`tomorrow`
  if (days > 1 && days < 7) return dateText(date, 'weekday')
  return dateText(date, sameYear(date, now) ? 'long' : 'longYear')
}

/** "today 10:41", "yesterday 17:50", "2 Nov" */
export function stamp(iso: string, now = new Date()): string {
  const time = clock(iso)
  const days = daysAgo(iso, now)
  if (days === 0) return t`today ${time}`
  return days === 1 ? t`yesterday ${time}` : shortTime(iso, now)
}

/** Once and for all, wherever it is read: "16 November 2026, 10:41" */
export function stampOf(iso: string): string {
  const [date, time] = [dateText(new Date(iso), 'longYear'), clock(iso)]
  return t`${date}, ${time}`
}

/** For the end of a sentence: "at 10:38", "yesterday at 17:50", "on 2 November at 17:50" */
export function when(iso: string, now = new Date()): string {
  const time = clock(iso)
  const days = daysAgo(iso, now)
  if (days === 0) return t`at ${time}`
  if (days === 1) return t`yesterday at ${time}`
  const date = dayOf(iso, now)
  return t`on ${date} at ${time}`
}

/** "16 November", with the year unless it is the current one. */
export function dayOf(iso: string, now = new Date()): string {
  const date = new Date(iso)
  return dateText(date, sameYear(date, now) ? 'long' : 'longYear')
}

/** The heading over a day's entries. */
export function dayName(iso: string, now = new Date()): string {
  const days = daysAgo(iso, now)
  if (days === 0) return t`Today`
  return days === 1 ? t`Yesterday` : dayOf(iso, now)
}

/** A day inside a sentence: "today", "yesterday", "16 November". */
export function dayWord(iso: string, now = new Date()): string {
  const days = daysAgo(iso, now)
  if (days === 0) return t`today`
  return days === 1 ? t`yesterday` : dayOf(iso, now)
}

/** The heading over conversations: a day, this month, or earlier. */
export function spanName(iso: string, now = new Date()): string {
  if (daysAgo(iso, now) <= 1) return dayName(iso, now)
  const date = new Date(iso)
  return sameYear(date, now) && date.getMonth() === now.getMonth() ? dateText(date, 'month') : t`Earlier`
}
