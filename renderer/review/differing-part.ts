import { linesWithEnds } from '../../shared/merge/tokens.ts'

export interface DifferingPart {
  /** Where it begins, from 1. */
  readonly line: number
  readonly mine: string
  readonly theirs: string
}

/** What differs between two versions of a text: from the first line to the last one that only one of them has. */
export function differingPart(mine: string, theirs: string): DifferingPart {
  const [ours, others] = [linesWithEnds(mine), linesWithEnds(theirs)]
  const fewest = Math.min(ours.length, others.length)
  let from = 0
  while (from < fewest && ours[from] === others[from]) from += 1
  let after = 0
  while (after < fewest - from && ours.at(-1 - after) === others.at(-1 - after)) after += 1
  const part = (lines: readonly string[]): string => lines.slice(from, lines.length - after).join('')
  return { line: from + 1, mine: part(ours), theirs: part(others) }
}
