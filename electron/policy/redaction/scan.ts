import type { Certainty, RedactionLevel } from '../../../shared/policy.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A range that a rule wants removed, in the offsets of the text that was scanned. */
export interface Finding {
  readonly start: number
  readonly end: number
  readonly rule: string
  /** Left out, that of its detector. */
  readonly certainty?: Certainty | undefined
}

/** A text as the detectors see it: normalised, perhaps decoded. `lower` has the same length. */
export interface Scan {
  readonly text: string
  readonly lower: string
  /** True where the text is a mark left by an earlier redaction: neither a keyword nor a secret is there. */
  readonly marked: (at: number) => boolean
  readonly vocabulary: Vocabulary
}

/** @param level what is less sure than this is left out afterwards, and need not be looked for */
export type Detect = (scan: Scan, found: Finding[], level: RedactionLevel) => void

/** The text in lower case with every offset unchanged. A letter whose lower case has another length stays as it is. */
export function lowerSameLength(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (part) => part.toLowerCase())
}

/** Every occurrence of one literal, in order, overlapping ones too. */
export function* placesOf(text: string, literal: string): Generator<number> {
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) yield at
}

/** The text before `at` where a word may say what a number is: on the same line, at most `reach` characters. */
export function lineBefore(text: string, at: number, reach: number): string {
  const from = Math.max(0, at - reach)
  const before = text.slice(from, at)
  return before.slice(before.lastIndexOf('\n') + 1)
}

export function lineAfter(text: string, at: number, reach: number): string {
  const after = text.slice(at, at + reach)
  const end = after.indexOf('\n')
  return end < 0 ? after : after.slice(0, end)
}
