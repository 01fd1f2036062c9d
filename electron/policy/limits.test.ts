import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SizeLimits } from '../../shared/policy.ts'
import { saying } from '../../testing/saying.ts'
import { compileLimits, countLines, judgeSize } from './limits.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const EMPTY = { bytes: 0, files: 0, turnGrowth: 0 }

describe('size limits', () => {
  const limits = compileLimits(
    SizeLimits.parse({
      file: { bytes: 100, lines: 5 },
      store: { bytes: 1_000, files: 4 },
      turnBytes: 150,
      rules: [
        { paths: ['log/**'], bytes: 300, lines: null },
        { paths: ['log/small.md'], bytes: 1 },
      ],
    }),
  )
  const size = (of: number, lines = 1): { readonly bytes: number; readonly lines: number } => ({ bytes: of, lines })

  test('a warning comes before a refusal, and the refusal says what to do', () => {
    expect(judgeSize(limits, { path: 'a', before: null, after: size(50) }, EMPTY)).toEqual({ kind: 'allow' })
    expect(judgeSize(limits, { path: 'a', before: null, after: size(75) }, EMPTY)).toMatchObject({
      kind: 'warn',
      warnings: [saying('a is 75 bytes; the limit is 100 bytes.')],
    })
    expect(judgeSize(limits, { path: 'a', before: null, after: size(101) }, EMPTY)).toMatchObject({
      kind: 'refuse',
      rule: 'file-bytes',
    })
    expect(judgeSize(limits, { path: 'a', before: null, after: size(10, 6) }, EMPTY)).toMatchObject({
      kind: 'refuse',
      rule: 'file-lines',
    })
    expect(judgeSize(limits, { path: 'a', before: null, after: size(1) }, { ...EMPTY, files: 4 })).toEqual({
      kind: 'refuse',
      rule: 'store-files',
      reason: saying('The store is full: 4 of 4 files. Remove or merge some, then try again.'),
    })
    expect(judgeSize(limits, { path: 'a', before: null, after: size(60) }, { ...EMPTY, bytes: 950 })).toMatchObject({
      kind: 'refuse',
      rule: 'store-bytes',
    })
    expect(
      judgeSize(limits, { path: 'a', before: null, after: size(60) }, { ...EMPTY, turnGrowth: 100 }),
    ).toMatchObject({
      kind: 'refuse',
      rule: 'turn-growth',
    })
  })
  test('the first rule that matches a path applies', () => {
    expect(judgeSize(limits, { path: 'log/small.md', before: null, after: size(101, 50) }, EMPTY).kind).toBe('allow')
    expect(judgeSize(limits, { path: 'other.md', before: null, after: size(101, 50) }, EMPTY).kind).toBe('refuse')
  })
  test('deleting, shrinking and leaving a file unchanged are never refused', () => {
    fc.assert(
      fc.property(
        fc.nat(5_000),
        fc.nat(5_000),
        fc.nat(90),
        fc.nat(90),
        fc.nat(9_000),
        fc.nat(50),
        (before, after, linesBefore, linesAfter, total, files) => {
          fc.pre(after <= before && linesAfter <= linesBefore)
          const totals = { bytes: total, files, turnGrowth: total }
          expect(
            judgeSize(limits, { path: 'x', before: size(before, linesBefore), after: size(after, linesAfter) }, totals)
              .kind,
          ).toBe('allow')
        },
      ),
    )
  })
  test('growth is refused exactly when it exceeds a limit', () => {
    const amount = fc.integer({ min: 0, max: 220 })
    fc.assert(
      fc.property(
        fc.option(amount),
        amount,
        fc.integer({ min: 1, max: 8 }),
        fc.nat(1_100),
        fc.nat(6),
        fc.integer({ min: -50, max: 200 }),
        fc.constantFrom('x.md', 'log/x.md'),
        (was, after, lines, total, files, turn, path) => {
          const most = path === 'x.md' ? { bytes: 100, lines: 5 } : { bytes: 300, lines: Infinity }
          const growth = after - (was ?? 0)
          const over = [
            growth > 0 && after > most.bytes,
            lines > (was === null ? 0 : 1) && lines > most.lines,
            was === null && files + 1 > 4,
            growth > 0 && total + growth > 1_000,
            growth > 0 && turn + growth > 150,
          ].includes(true)
          expect(
            judgeSize(
              limits,
              { path, before: was === null ? null : size(was), after: size(after, lines) },
              { bytes: total, files, turnGrowth: turn },
            ).kind === 'refuse',
          ).toBe(over)
        },
      ),
      { numRuns: 1_000 },
    )
  })
  test('lines are counted as people count them', () => {
    expect(['', 'a', 'a\n', 'a\nb', '\n\n'].map((of) => countLines(bytes(of)))).toEqual([0, 1, 1, 2, 2])
  })
})
