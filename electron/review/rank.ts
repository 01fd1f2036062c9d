import { keyOf } from '../../shared/merge/similarity.ts'
import type { ReviewChange, ReviewLine, ReviewReason } from '../../shared/review.ts'
import { hasMark } from '../policy/redaction/marks.ts'
import { replacesValue, settledness } from '../upkeep/checks/values.ts'

// What is most likely wrong, and so is shown first. Pure.

const WEIGHTS: Readonly<Record<ReviewReason, number>> = {
  rule: 32,
  rejected: 16,
  untrusted: 8,
  removal: 7,
  contradiction: 5,
  secret: 4,
}
/** A value that replaced another in its place is what corrections look like, right or wrong. */
const REPLACED_VALUE = 2
const SETTLED_MORE = { settled: 1, unknown: 0, moving: -1 }

const MANY_LINES = 5
/** Fewer lines are many if the file had not many more. */
const SOME_LINES = 3
const MOST_OF_FILE = 0.5

/** What else is known about a change. */
export interface Known {
  /** Another program did what a rule of the user is against. */
  readonly isAgainstRule: boolean
  readonly rejectedAt: string | null
  readonly against: ReviewLine['against']
  /** How many lines its commit took away from its file, in all places. */
  readonly gone: number
}

export function reasonsOf(
  change: ReviewChange,
  { isAgainstRule, rejectedAt, against, gone }: Known,
): readonly ReviewReason[] {
  const { by, added } = change
  const found: ReviewReason[] = []
  if (isAgainstRule) found.push('rule')
  if (rejectedAt !== null) found.push('rejected')
  if (by.lineage === 'agent-untrusted' || by.lineage === 'outside') found.push('untrusted')
  if (removesMuch(change, gone)) found.push('removal')
  if (against !== null) found.push('contradiction')
  if (added.some(({ text }) => hasMark(text))) found.push('secret')
  return found
}

/** How many lines each commit took away from each file. */
export function linesGone(changes: readonly ReviewChange[]): (change: ReviewChange) => number {
  const counts = new Map<string, number>()
  const keyFor = ({ path, by }: ReviewChange): string => `${by.commit} ${path}`
  for (const change of changes) {
    const key = keyFor(change)
    counts.set(key, (counts.get(key) ?? 0) + change.lost)
  }
  return (change) => counts.get(keyFor(change)) ?? 0
}

function removesMuch({ kind, removed, linesThen, wholeFile, by }: ReviewChange, gone: number): boolean {
  // Policies remove what the user told them to.
  if (by.actor === 'policy' || removed.length === 0) return false
  if (kind === 'forgot' && wholeFile) return true
  return gone >= MANY_LINES || (gone >= SOME_LINES && gone >= MOST_OF_FILE * linesThen)
}

function weightOf(line: ReviewLine): number {
  return line.reasons.reduce(
    (sum, reason) => sum + (reason === 'contradiction' ? weightOfContradiction(line) : WEIGHTS[reason]),
    0,
  )
}

function weightOfContradiction({ against, removed }: ReviewLine): number {
  const isReplaced = removed.some(({ text }) => text === against?.text)
  return (
    (isReplaced ? REPLACED_VALUE : WEIGHTS.contradiction) + SETTLED_MORE[settledness(keyOf(against?.text ?? '') ?? '')]
  )
}

/** The old line whose value a changed line replaced by an entirely different one. */
export function replacedValue({ kind, removed, added }: ReviewChange): string | null {
  if (kind !== 'changed') return null
  return removed.find(({ text }, at) => replacesValue(text, added[at]?.text ?? ''))?.text ?? null
}

/** What is most likely wrong first; the rest by file and line. */
export function ranked(lines: readonly ReviewLine[]): readonly ReviewLine[] {
  return lines
    .map((line, place) => ({ line, place, weight: weightOf(line) }))
    .toSorted((a, b) => b.weight - a.weight || a.place - b.place)
    .map(({ line }) => line)
}
