import { diffArrays } from 'diff'

/** A run of lines that are in both texts, or of those that were replaced. */
export interface Run {
  readonly same: boolean
  readonly old: number
  readonly now: number
}

/** Comparing texts with little in common takes quadratic time. After this, all their lines count as replaced. */
const DIFF_TIMEOUT_MS = 40

/** Which lines of two texts belong together, in order. `old` and `now` are how many lines of each a run has. */
export function alignLines(before: readonly string[], after: readonly string[]): readonly Run[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  const old = before.slice(head, before.length - tail)
  const now = after.slice(head, after.length - tail)
  const same = (lines: number): Run => ({ same: true, old: lines, now: lines })
  return [same(head), ...alignMiddle(old, now), same(tail)].filter((run) => run.old + run.now > 0)
}

function alignMiddle(before: string[], after: string[]): readonly Run[] {
  const replaced: Run = { same: false, old: before.length, now: after.length }
  const isOneSided = before.length === 0 || after.length === 0
  const parts = isOneSided ? undefined : diffArrays(before, after, { timeout: DIFF_TIMEOUT_MS })
  if (parts === undefined) return [replaced]
  const runs: Run[] = []
  for (const { added, removed, count } of parts) {
    const run = { same: !added && !removed, old: added ? 0 : count, now: removed ? 0 : count }
    const last = runs.at(-1)
    if (last !== undefined && !last.same && !run.same)
      runs[runs.length - 1] = { same: false, old: last.old + run.old, now: last.now + run.now }
    else runs.push(run)
  }
  return runs
}
