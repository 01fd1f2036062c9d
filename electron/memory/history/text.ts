import { diffArrays } from 'diff'
import { append } from '../../../shared/merge/hunks.ts'

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

/** Lines that only one version has are set aside: comparing them takes longest, and they are changed in any case. */
function compareMiddle(before: readonly string[], after: readonly string[]): readonly Run[] | null {
  const [old, now] = [placesOfShared(before, after), placesOfShared(after, before)]
  const parts = diffArrays(
    old.map((at) => before[at]),
    now.map((at) => after[at]),
    { maxEditLength: MAX_EDITS, timeout: MAX_DIFF_MS },
  )
  if (parts === undefined) return null
  const runs: { readonly kind: Run['kind']; readonly lines: string[] }[] = []
  const add = (kind: Run['kind'], lines: readonly string[]): void => {
    const last = runs.at(-1)
    if (last?.kind === kind) append(last.lines, lines)
    else if (lines.length > 0) runs.push({ kind, lines: [...lines] })
  }
  let [oldDone, nowDone, oldNext, nowNext] = [0, 0, 0, 0]
  const changedUpTo = (oldEnd: number, nowEnd: number): void => {
    add('removed', before.slice(oldDone, oldEnd))
    add('added', after.slice(nowDone, nowEnd))
  }
  for (const { added, removed, count } of parts) {
    const shared = added || removed ? 0 : count
    for (let each = 0; each < shared; each += 1) {
      const [oldAt = 0, nowAt = 0] = [old[oldNext + each], now[nowNext + each]]
      changedUpTo(oldAt, nowAt)
      add('same', after.slice(nowAt, nowAt + 1))
      ;[oldDone, nowDone] = [oldAt + 1, nowAt + 1]
    }
    if (!added) oldNext += count
    if (!removed) nowNext += count
  }
  changedUpTo(before.length, after.length)
  return runs
}

/** Where the lines are that the other version has, too. */
function placesOfShared(lines: readonly string[], others: readonly string[]): readonly number[] {
  const shared = new Set(others)
  return lines.flatMap((line, at) => (shared.has(line) ? at : []))
}
