import { diffArrays } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alignLines, type AlignedRun } from './align-lines.ts'

const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd', 'only here', 'only there'), { maxLength: 30 })
const LIMITS = { timeoutMs: 1_000 }

/** The lines of the runs that are the same, as either text has them. */
function sharedIn(text: readonly string[], runs: readonly AlignedRun[], side: 'old' | 'now'): readonly string[] {
  let at = 0
  return runs.flatMap((run) => {
    const some = text.slice(at, (at += run[side]))
    return run.same ? some : []
  })
}

test('what is aligned is the same in both texts, and no diff keeps more', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const { runs, isWhole } = alignLines(before, after, LIMITS)
      expect(isWhole).toBe(true)
      const shared = sharedIn(before, runs, 'old')
      expect(sharedIn(after, runs, 'now')).toEqual(shared)
      const most = diffArrays(before, after).filter(({ added, removed }) => !added && !removed)
      expect(shared).toHaveLength(most.reduce((sum, { count }) => sum + count, 0))
      for (const side of ['old', 'now'] as const)
        expect(runs.reduce((sum, run) => sum + run[side], 0)).toBe((side === 'old' ? before : after).length)
      for (const [at, run] of runs.entries()) expect(run.same).not.toBe(runs[at + 1]?.same)
    }),
  )
})

test('a large file that was rewritten is compared, too', () => {
  const version = (of: string): readonly string[] => Array.from({ length: 40_000 }, (_, at) => `${of} ${at}`)
  expect(alignLines(version('old'), version('new').with(20_000, 'old 30000'), LIMITS)).toEqual({
    runs: [
      { same: false, old: 30_000, now: 20_000 },
      { same: true, old: 1, now: 1 },
      { same: false, old: 9_999, now: 19_999 },
    ],
    isWhole: true,
  })
})

test('what would take too long counts as replaced, but for both ends', () => {
  const turned = ['a', ...Array.from({ length: 2_000 }, (_, at) => String(at)), 'z']
  const back = ['a', ...turned.slice(1, -1).toReversed(), 'z']
  expect(alignLines(turned, back, { ...LIMITS, maxEdits: 100 })).toEqual({
    runs: [
      { same: true, old: 1, now: 1 },
      { same: false, old: 2_000, now: 2_000 },
      { same: true, old: 1, now: 1 },
    ],
    isWhole: false,
  })
})
