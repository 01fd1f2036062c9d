import { diffArrays } from 'diff'

// Lines and line diffs. Pure.

/** The lines of a text without their line ends. A final newline adds no empty line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return text.includes('\r') ? lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)) : lines
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
  // Most changes touch few lines: what both versions begin and end with needs no comparison.
  const shortest = Math.min(before.length, after.length)
  let [start, end] = [0, 0]
  while (start < shortest && before[start] === after[start]) start += 1
  while (end < shortest - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const middle = compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end))
  if (middle === null) return null
  const runs: readonly Run[] = [
    { kind: 'same', lines: after.slice(0, start) },
    ...middle,
    { kind: 'same', lines: after.slice(after.length - end) },
  ]
  return runs.filter(({ lines }) => lines.length > 0)
}

function compareMiddle(before: string[], after: string[]): readonly Run[] | null {
  if (before.length === 0 || after.length === 0)
    return [
      { kind: 'removed', lines: before },
      { kind: 'added', lines: after },
    ]
  const runs = diffArrays(before, after, { maxEditLength: MAX_EDITS, timeout: MAX_DIFF_MS })
  return (
    runs?.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      lines: value,
    })) ?? null
  )
}
