import { diffArrays } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLines } from './text.ts'

const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd', 'only here', 'only there'), { maxLength: 30 })

test('a diff has the lines of both versions in order, and changes no more of them than another diff does', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const runs = compareLines(before, after) ?? []
      const of = (kind: 'removed' | 'added'): readonly string[] =>
        runs.flatMap((run) => (run.kind === kind || run.kind === 'same' ? run.lines : []))
      expect(of('removed')).toEqual(before)
      expect(of('added')).toEqual(after)
      const changed = runs.filter(({ kind }) => kind !== 'same').flatMap((run) => run.lines).length
      const least = diffArrays(before, after)
        .filter(({ added, removed }) => added || removed)
        .reduce((sum, { count }) => sum + count, 0)
      expect(changed).toBe(least)
      for (const [at, run] of runs.entries()) expect(run.kind).not.toBe(runs[at + 1]?.kind)
    }),
  )
})

test('a large file that was rewritten has a diff, too', () => {
  const version = (of: string): readonly string[] => Array.from({ length: 40_000 }, (_, at) => `${of} ${at}`)
  const rewritten = version('new').with(20_000, 'old 30000')
  expect(compareLines(version('old'), rewritten)?.map(({ kind, lines: { length } }) => [kind, length])).toEqual([
    ['removed', 30_000],
    ['added', 20_000],
    ['same', 1],
    ['removed', 9_999],
    ['added', 19_999],
  ])
})
