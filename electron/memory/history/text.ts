import { diffArrays } from 'diff'
import type { LineCount } from '../../../shared/change.ts'

// What the store knows about text. Pure.

/** Lines without their ends; a final newline adds no empty line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** Runs of lines that two versions share, or that only one has. `null` when they are too different to compare in time. */
export interface Run {
  readonly kind: 'same' | 'added' | 'removed'
  readonly lines: readonly string[]
}

const MOST_EDITS = 20_000
const MOST_MS = 200

export function compareLines(before: readonly string[], after: readonly string[]): readonly Run[] | null {
  const runs = diffArrays([...before], [...after], { maxEditLength: MOST_EDITS, timeout: MOST_MS })
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
