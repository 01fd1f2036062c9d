import { diffArrays } from 'diff'
import type { LineCount } from '../../../shared/change.ts'

// Lines and line diffs. Pure.

/** The lines of a text without their line ends. A final newline adds no empty line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** Consecutive lines that two versions share, or that only one of them has. */
export interface Run {
  readonly kind: 'same' | 'added' | 'removed'
  readonly lines: readonly string[]
}

const MAX_EDITS = 20_000
const MAX_DIFF_MS = 200

/** The diff of two versions; null when they are too different to compare in time. */
export function compareLines(before: readonly string[], after: readonly string[]): readonly Run[] | null {
  const runs = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS, timeout: MAX_DIFF_MS })
  return (
    runs?.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      lines: value,
    })) ?? null
  )
}

export function countLines(before: string | null, after: string | null): LineCount | null {
  const runs = compareLines(linesOf(before ?? ''), linesOf(after ?? ''))
  const count = (kind: Run['kind']): number =>
    (runs ?? []).reduce((sum, run) => sum + (run.kind === kind ? run.lines.length : 0), 0)
  return runs === null ? null : { added: count('added'), removed: count('removed') }
}
