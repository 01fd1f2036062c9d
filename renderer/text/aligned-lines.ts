import { type AlignedRun, alignLines } from '../../shared/merge/align-lines.ts'

/** The page must not wait longer. */
const LIMITS = { timeoutMs: 40 }

/** Which lines of two texts belong together, in order. Of texts with too little in common, all lines count as replaced. */
export function alignedLines(before: readonly string[], after: readonly string[]): readonly AlignedRun[] {
  return alignLines(before, after, LIMITS).runs
}
