import { firstPlace } from '../../../shared/first-place.ts'
import type { RuleAction } from '../../../shared/policy.ts'
import { BUILT_IN_NAMES } from './detectors.ts'

export interface Range {
  readonly start: number
  readonly end: number
}

const MASK = '••••••••'
const MARK = /\[redacted: ([^[\]\n]{1,64})\]|•{8,}/g

/** The replacement for what was redacted. It names the rule and reveals nothing of the secret, not even its length. */
export const markOf = (rule: string, action: RuleAction): string => (action === 'mask' ? MASK : `[redacted: ${rule}]`)

/** The marks in a text. Only the name of an existing rule makes a mark: brackets around a secret hide nothing. */
export function marksIn(text: string, names: ReadonlySet<string>): readonly Range[] {
  if (!text.includes('[redacted: ') && !text.includes(MASK)) return []
  return [...text.matchAll(MARK)]
    .filter(([, name]) => name === undefined || names.has(name) || BUILT_IN_NAMES.has(name))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
}

/** Whether a text has a mark of a built-in rule, or a mask. */
export function hasMark(text: string): boolean {
  return marksIn(text, new Set()).length > 0
}

/** The rule of every mark that names one. */
export function markNames(text: string, names: ReadonlySet<string>): readonly string[] {
  if (!text.includes('[redacted: ')) return []
  return [...text.matchAll(MARK)].flatMap(([, name]) =>
    name !== undefined && (names.has(name) || BUILT_IN_NAMES.has(name)) ? [name] : [],
  )
}

/** Whether an offset is within one of the sorted ranges. */
export function within(ranges: readonly Range[]): (at: number) => boolean {
  if (ranges.length === 0) return () => false
  return (at) => {
    const range = ranges[firstEndingAfter(ranges, at)]
    return range !== undefined && range.start <= at
  }
}

/** The parts of a range outside the sorted ranges. */
export function outside(range: Range, ranges: readonly Range[]): readonly Range[] {
  const left: Range[] = []
  let from = range.start
  for (let index = firstEndingAfter(ranges, from); index < ranges.length; index += 1) {
    const taken = ranges[index]
    if (taken === undefined || taken.start >= range.end) break
    if (taken.start > from) left.push({ start: from, end: taken.start })
    from = Math.max(from, taken.end)
  }
  if (from < range.end) left.push({ start: from, end: range.end })
  return left
}

export function firstEndingAfter(ranges: readonly Range[], at: number): number {
  return firstPlace(ranges, ({ end }) => end > at)
}
