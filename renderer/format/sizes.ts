import { plural, t } from '@lingui/core/macro'
import { numberText } from './language.ts'

const tenth = (value: number): string => numberText(value, 1)

/** For sentences: "412 bytes", "22.4 KB", "3.1 MB". */
export function size(bytes: number): string {
  if (bytes < 1_000) return plural(bytes, { one: '# byte', other: '# bytes' })
  if (bytes < 1_000_000) {
    const value = tenth(bytes / 1000)
    return t`${value} KB`
  }
  const value = tenth(bytes / 1_000_000)
  return t`${value} MB`
}

/** "22.4 of 64 KB", or with different units, "412 bytes of 64 KB". */
export function sizeOf(used: number, limit: number | null): string {
  if (limit === null) return size(used)
  const [shown, large] = [usedText(used, limit), size(limit)]
  return t`${shown} of ${large}`
}

/** What is used, without its unit where the limit has the same. */
export function usedText(used: number, limit: number | null): string {
  const small = size(used)
  const unit = limit === null ? '' : (/ \D+$/.exec(size(limit))?.[0] ?? '')
  return unit !== '' && small.endsWith(unit) ? small.slice(0, -unit.length) : small
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  byte: 1,
  bytes: 1,
  k: 1e3,
  kb: 1e3,
  m: 1e6,
  mb: 1e6,
  g: 1e9,
  gb: 1e9,
}

/** Parses a size as people type it: "64 KB", "1.5 MB", "412". `null` if it isn't one. */
export function parseSize(text: string): number | null {
  const [, number = '', unit = ''] = /^\s*(\d+(?:[.,]\d+)?)\s*([a-z]*)\s*$/i.exec(text) ?? []
  const factor = UNITS[unit.toLowerCase()]
  const bytes = Math.round(Number(number.replace(',', '.')) * (factor ?? Number.NaN))
  return number !== '' && Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null
}

/** For columns: "1.4K"; nothing under 1 KB, as most files of a memory are. */
export function shortSize(bytes: number): string {
  if (bytes < 1_000) return ''
  return bytes < 1_000_000 ? `${tenth(bytes / 1000)}K` : `${tenth(bytes / 1_000_000)}M`
}
