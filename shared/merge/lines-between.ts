import { hunksBetween } from './hunks.ts'
import { joinedLines, linesWithEnds } from './tokens.ts'

/**
 * A version of a text on its way from one to another, with every line that stands in both: so that none of these is
 * taken out and brought back on the way, and whoever brings it back passes for its author. Pure.
 */
export function withLinesThatStay(start: string, between: string, end: string): string {
  const lines = linesWithEnds(start)
  const going = new Set<number>()
  for (const { from, to } of hunksBetween(lines, linesWithEnds(end)))
    for (let at = from; at < to; at += 1) going.add(at)
  const hunks = hunksBetween(lines, linesWithEnds(between)).map((hunk) => ({
    ...hunk,
    staying: lines.slice(hunk.from, hunk.to).filter((_, index) => !going.has(hunk.from + index)),
  }))
  // What was moved on the way stays where it was, and does not come twice.
  const back = hunks.flatMap(({ staying }) => staying)
  const out: string[] = []
  let at = 0
  for (const { from, to, pieces, staying } of hunks) {
    out.push(...lines.slice(at, from), ...staying)
    for (const line of pieces) {
      const again = back.indexOf(line)
      if (again >= 0) back.splice(again, 1)
      else out.push(line)
    }
    at = to
  }
  return joinedLines([...out, ...lines.slice(at)])
}
