import { alignLines } from '../../../shared/merge/align-lines.ts'

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

const LIMITS = { timeoutMs: 200, maxEdits: 20_000 }

/** The diff of two versions; null when they are too different to compare in time. */
export function compareLines(before: readonly string[], after: readonly string[]): readonly Run[] | null {
  const aligned = alignLines(before, after, LIMITS)
  if (!aligned.isWhole) return null
  let [oldDone, nowDone] = [0, 0]
  const runs = aligned.runs.flatMap(({ same, old, now }): readonly Run[] => {
    const removed = before.slice(oldDone, (oldDone += old))
    const added = after.slice(nowDone, (nowDone += now))
    if (same) return [{ kind: 'same', lines: added }]
    return [
      { kind: 'removed', lines: removed },
      { kind: 'added', lines: added },
    ]
  })
  return runs.filter(({ lines }) => lines.length > 0)
}
