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

/**
 * How far from each other the parts of a finding, and what speaks against it, may be: within so many lines or characters,
 * whichever is more. Characters are those of a `Scan`: UTF-16 code units of the normalised or decoded text. Blank lines,
 * white space and invisible characters do not count, so more is read than a detector that counts them needs.
 */
export interface Reach {
  readonly lines: number
  readonly characters: number
}
/** A clause with its list, a block of settings, a token over several lines. */
export const NEAR: Reach = { lines: 80, characters: 6_000 }
/** A table with its heading. */
export const TABLE: Reach = { lines: 1_000, characters: 11_000 }
/** A key with its begin and its end. */
export const KEY: Reach = { lines: 0, characters: 42_000 }

export interface Detect {
  readonly reach: Reach
  /** @param level what is less sure than this is left out afterwards, and need not be looked for */
  readonly find: (scan: Scan, found: Finding[], level: RedactionLevel) => void
}

export const detector = (reach: Reach, find: Detect['find']): Detect => ({ reach, find })

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
