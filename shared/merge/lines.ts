import { append, applied, hunksBetween } from './hunks.ts'
import { joinedLines, linesWithEnds } from './tokens.ts'

/** Lines of a change by their numbers, from 1: removed ones in the old text, added ones in the new. */
export interface LineChoice {
  readonly removed: readonly number[]
  readonly added: readonly number[]
}

/** The changed stretches of a text, in order. */
export function hunkLines(before: string, after: string): readonly LineChoice[] {
  return stretches(linesWithEnds(before), linesWithEnds(after)).map(({ removed, added }) => ({ removed, added }))
}

/** The old text with some of its changed stretches as they are in the new one. @param isChosen by their place, as in `hunkLines` */
export function withHunks(before: string, after: string, isChosen: (at: number) => boolean): string {
  const old = linesWithEnds(before)
  const hunks = hunksBetween(old, linesWithEnds(after))
  return joinedLines(
    applied(
      old,
      hunks.filter((_, at) => isChosen(at)),
    ),
  )
}

/** `at` is where the stretch begins among the new lines, from 0. */
function stretches(old: readonly string[], now: readonly string[]): readonly (LineChoice & { readonly at: number })[] {
  let shift = 0
  return hunksBetween(old, now).map(({ from, to, pieces }) => {
    const at = from + shift
    shift += pieces.length - (to - from)
    return { at, removed: numbers(from, to - from), added: numbers(at, pieces.length) }
  })
}

/**
 * The new text with some of the changed lines as they were. A chosen line that did not change stands for the nearest
 * equal one that did: of equal lines, nobody can tell which one was removed.
 */
export function withoutLines(before: string, after: string, lines: LineChoice): string {
  const [old, now] = [linesWithEnds(before), linesWithEnds(after)]
  const changed = stretches(old, now)
  const removed = amongChanged(
    lines.removed,
    changed.flatMap((stretch) => stretch.removed),
    old,
  )
  const added = amongChanged(
    lines.added,
    changed.flatMap((stretch) => stretch.added),
    now,
  )
  const out: string[] = []
  let done = 0
  for (const stretch of changed) {
    append(out, now.slice(done, stretch.at))
    for (let each = 0; each < Math.max(stretch.removed.length, stretch.added.length); each += 1) {
      const [was, is] = [stretch.removed[each], stretch.added[each]]
      if (was !== undefined && removed.has(was)) out.push(old[was - 1] ?? '')
      if (is !== undefined && !added.has(is)) out.push(now[is - 1] ?? '')
    }
    done = stretch.at + stretch.added.length
  }
  append(out, now.slice(done))
  return joinedLines(out)
}

function amongChanged(
  chosen: readonly number[],
  changed: readonly number[],
  texts: readonly string[],
): ReadonlySet<number> {
  const known = new Set(changed)
  const found = new Set(chosen.filter((line) => known.has(line)))
  for (const line of chosen) {
    if (known.has(line)) continue
    const equal = changed.filter((other) => !found.has(other) && texts[other - 1] === texts[line - 1])
    const [nearest] = equal.toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line))
    if (nearest !== undefined) found.add(nearest)
  }
  return found
}

function numbers(from: number, length: number): readonly number[] {
  return Array.from({ length }, (_, index) => from + index + 1)
}
