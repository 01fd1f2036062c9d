import { plural } from '@lingui/core/macro'
import { numberText } from './language.ts'

const THOUSAND = 1000

const figure = (value: number): string => numberText(value, value >= 100 ? 0 : 1)

/** "950", "18.2k", "1M" */
export function shortCount(count: number): string {
  if (count < THOUSAND) return Math.round(count).toString()
  // From here on it would round to 1000k.
  return count < 999_500 ? `${figure(count / THOUSAND)}k` : `${figure(count / (THOUSAND * THOUSAND))}M`
}

/** Parses a count as people type it, with or without separators; `null` if it isn't one. */
export function parseCount(text: string): number | null {
  const plain = text.replace(/[\s,.\u2019']/g, '')
  const count = /^\d+$/.test(plain) ? Number(plain) : Number.NaN
  return Number.isSafeInteger(count) && count > 0 ? count : null
}

export const countText = (count: number): string => numberText(count)

export const files = (count: number): string => plural(count, { one: '# file', other: '# files' })
/** Of files, where there are more. */
export const atLeastFiles = (count: number): string => plural(count, { one: '#+ files', other: '#+ files' })
export const changes = (count: number): string => plural(count, { one: '# change', other: '# changes' })
/** Of changes, where there are more. */
export const atLeast = (count: number): string => plural(count, { one: '#+ changes', other: '#+ changes' })
export const turns = (count: number): string => plural(count, { one: '# turn', other: '# turns' })
export const tokens = (count: number): string => plural(count, { one: '# token', other: '# tokens' })
