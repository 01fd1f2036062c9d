import { alignedLines } from '../../text/aligned-lines.ts'

/**
 * For each line of an edited text the line of the saved version that it still is (from 0); `null` for a line that the
 * user has written. The numbers ascend.
 */
export type LineOrigins = readonly (number | null)[]

/** Consecutive lines that were replaced: the first of them (from 0), how many they were, and the new ones. */
export interface LineChange {
  readonly from: number
  readonly removed: number
  readonly lines: readonly string[]
}

/** Where the lines of a text come from that was edited before. */
export function originsOf(base: readonly string[], lines: readonly string[]): LineOrigins {
  return originsAfter([], base, [{ from: 0, removed: 0, lines }])
}

/**
 * The origins after an edit. New lines are compared with what the saved version has between their neighbours, so that
 * what is undone, or typed again, belongs to its author again.
 * @param changes in order, without overlap, by the lines before the edit
 */
export function originsAfter(
  origins: LineOrigins,
  base: readonly string[],
  changes: readonly LineChange[],
): LineOrigins {
  const after: (number | null)[] = []
  let done = 0
  /** The first line of the saved version that is still free. */
  let free = 0
  const keep = (until: number): void => {
    for (; done < until; done += 1) {
      const origin = origins[done] ?? null
      after.push(origin)
      if (origin !== null) free = origin + 1
    }
  }
  for (const { from, removed, lines } of changes) {
    keep(from)
    done += removed
    const candidates = base.slice(free, nextOrigin(origins, done) ?? base.length)
    for (const { same, old, now } of alignedLines(candidates, lines)) {
      for (let line = 0; line < now; line += 1) after.push(same ? free + line : null)
      free += old
    }
  }
  keep(origins.length)
  return after
}

function nextOrigin(origins: LineOrigins, from: number): number | null {
  for (let line = from; line < origins.length; line += 1) {
    const origin = origins[line]
    if (origin != null) return origin
  }
  return null
}
