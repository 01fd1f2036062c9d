import { diffArrays } from 'diff'

/** So many lines that both texts have, or that were replaced. */
export interface AlignedRun {
  readonly same: boolean
  readonly old: number
  readonly now: number
}

/** Comparing texts takes quadratic time in the number of lines that are changed or moved. */
export interface AlignLimits {
  readonly timeoutMs: number
  readonly maxEdits?: number
}

export interface Alignment {
  /** No two runs of a kind follow each other. */
  readonly runs: readonly AlignedRun[]
  /** False when the limits did not suffice: what is between the lines at both ends counts as replaced. */
  readonly isWhole: boolean
}

/** Which lines of two texts belong together, in order. */
export function alignLines(before: readonly string[], after: readonly string[], limits: AlignLimits): Alignment {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const middle = alignMiddle(old, now, limits)
  const replaced: AlignedRun = { same: false, old: old.length, now: now.length }
  const same = (lines: number): AlignedRun => ({ same: true, old: lines, now: lines })
  return { runs: joined([same(start), ...(middle ?? [replaced]), same(end)]), isWhole: middle !== null }
}

/** Lines that only one text has are set aside: comparing them takes longest, and they are replaced in any case. */
function alignMiddle(
  before: readonly string[],
  after: readonly string[],
  { timeoutMs, maxEdits }: AlignLimits,
): readonly AlignedRun[] | null {
  const [old, now] = [placesOfShared(before, after), placesOfShared(after, before)]
  const parts = diffArrays(
    old.map((at) => before[at]),
    now.map((at) => after[at]),
    { timeout: timeoutMs, ...(maxEdits === undefined ? {} : { maxEditLength: maxEdits }) },
  )
  if (parts === undefined) return null
  const runs: AlignedRun[] = []
  let [oldDone, nowDone, oldNext, nowNext] = [0, 0, 0, 0]
  for (const { added, removed, count } of parts) {
    const shared = added || removed ? 0 : count
    for (let each = 0; each < shared; each += 1) {
      const [oldAt = 0, nowAt = 0] = [old[oldNext + each], now[nowNext + each]]
      runs.push({ same: false, old: oldAt - oldDone, now: nowAt - nowDone }, { same: true, old: 1, now: 1 })
      ;[oldDone, nowDone] = [oldAt + 1, nowAt + 1]
    }
    if (!added) oldNext += count
    if (!removed) nowNext += count
  }
  runs.push({ same: false, old: before.length - oldDone, now: after.length - nowDone })
  return runs
}

/** Where the lines are that the other text has, too. */
function placesOfShared(lines: readonly string[], others: readonly string[]): readonly number[] {
  const shared = new Set(others)
  return lines.flatMap((line, at) => (shared.has(line) ? at : []))
}

function joined(runs: readonly AlignedRun[]): readonly AlignedRun[] {
  const out: AlignedRun[] = []
  for (const run of runs) {
    const last = out.at(-1)
    if (run.old + run.now === 0) continue
    if (last?.same === run.same) out[out.length - 1] = { ...run, old: last.old + run.old, now: last.now + run.now }
    else out.push(run)
  }
  return out
}
