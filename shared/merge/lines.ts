import { append, hunksBetween } from './hunks.ts'
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

/** `at` is where the stretch begins among the new lines, from 0. */
function stretches(old: readonly string[], now: readonly string[]): readonly (LineChoice & { readonly at: number })[] {
  let shift = 0
  return hunksBetween(old, now).map(({ from, to, pieces }) => {
    const at = from + shift
    shift += pieces.length - (to - from)
    return { at, removed: numbers(from, to - from), added: numbers(at, pieces.length) }
  })
}

/** The new text with some of the changed lines as they were. */
export function withoutLines(before: string, after: string, lines: LineChoice): string {
  const [removed, added] = [new Set(lines.removed), new Set(lines.added)]
  const [old, now] = [linesWithEnds(before), linesWithEnds(after)]
  const out: string[] = []
  let done = 0
  for (const stretch of stretches(old, now)) {
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

function numbers(from: number, length: number): readonly number[] {
  return Array.from({ length }, (_, index) => from + index + 1)
}
