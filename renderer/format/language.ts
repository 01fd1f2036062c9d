import { i18n } from '@lingui/core'

const TAGS: Readonly<Record<string, string>> = { en: 'en-GB', pseudo: 'en-GB', '': 'en-GB' }

/** How the window's language writes dates, numbers and lists, as a language tag. */
export const languageTag = (): string => TAGS[i18n.locale] ?? i18n.locale

const DATES = {
  clock: { hour: '2-digit', minute: '2-digit' },
  short: { day: 'numeric', month: 'short' },
  shortYear: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { day: 'numeric', month: 'long' },
  longYear: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long' },
  weekday: { weekday: 'long' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

const dates = new Map<string, Intl.DateTimeFormat>()

/** A date in one of the window's forms, in the user's time zone. */
export function dateText(date: Date, form: keyof typeof DATES): string {
  const key = `${languageTag()} ${form}`
  const format = dates.get(key) ?? new Intl.DateTimeFormat(languageTag(), DATES[form])
  dates.set(key, format)
  return format.format(date)
}

const numbers = new Map<string, Intl.NumberFormat>()

/** "20,000", or "22.4" with at most so many digits after the point. */
export function numberText(value: number, digits = 0): string {
  const key = `${languageTag()} ${digits}`
  const format = numbers.get(key) ?? new Intl.NumberFormat(languageTag(), { maximumFractionDigits: digits })
  numbers.set(key, format)
  return format.format(value)
}

/** "a, b, c": an enumeration, which some languages end with an "and". */
export const listText = (words: readonly string[]): string =>
  new Intl.ListFormat(languageTag(), { type: 'conjunction', style: 'narrow' }).format(words)

const isChinese = (): boolean => languageTag().startsWith('zh')

/** What stands between facts, where they cannot be one text. */
export const comma = (): string => (isChinese() ? '，' : ', ')

/** "brunch.md, 3 KB, pinned": facts about one thing, those that there are. They are no enumeration. */
export const factsText = (facts: readonly (string | false | null | undefined)[]): string =>
  facts.filter(Boolean).join(comma())

/** Whole sentences, those that there are, one after the other. */
export const sentencesText = (sentences: readonly (string | false | null | undefined)[]): string =>
  sentences.filter(Boolean).join(isChinese() ? '' : ' ')

/** What groups the digits of a number, and what comes before its fraction. */
export function numberMarks(): { readonly group: string; readonly point: string } {
  const parts = new Intl.NumberFormat(languageTag()).formatToParts(12_345.6)
  const mark = (type: 'group' | 'decimal'): string => parts.find((part) => part.type === type)?.value ?? ''
  return { group: mark('group') || ',', point: mark('decimal') || '.' }
}
