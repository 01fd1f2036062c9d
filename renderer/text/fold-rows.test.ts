import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffRows } from './diff-rows.ts'
import { foldRows, linesWithOtherEnds, onlyEndsDiffer, twoSides } from './fold-rows.ts'

const text = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join('\n')
const rows = diffRows(text, text.replace('line 15', 'a wholly different sentence'))
const kinds = (folded: ReturnType<typeof foldRows>): readonly string[] => folded.map(({ kind }) => kind)

describe('foldRows', () => {
  it('keeps the context and counts the folded lines', () => {
    const gaps = foldRows(rows, { above: 1, below: 1 }).filter(({ kind }) => kind === 'gap')
    expect(gaps).toEqual([
      { kind: 'gap', what: 'same', from: 0, rows: 13 },
      { kind: 'gap', what: 'same', from: 17, rows: 14 },
    ])
  })
  it('can keep context above only, and leave out the edges', () =>
    expect(kinds(foldRows(rows, { above: 1, below: 0, edges: false }))).toEqual(['same', 'removed', 'added']))
  it('opens a gap', () =>
    expect(kinds(foldRows(rows, { above: 1, below: 1, opened: new Set([0]) })).indexOf('gap')).toBe(17))
  it('never folds a single line', () => {
    const short = diffRows('a\nb\nc\nd\ne\n', 'X Y Z\nb\nc\nd\nW V U\n')
    expect(kinds(foldRows(short, { above: 1, below: 1 }))).not.toContain('gap')
  })
  it('folds a long block where it was, not where it is', () => {
    const block = Array.from({ length: 9 }, (_, at) => `this is line ${at} of the moved block`)
    const moved = diffRows([...block, text].join('\n'), [text, ...block].join('\n'))
    expect(foldRows(moved, { above: 0, below: 0 }).filter(({ kind }) => kind === 'gap')).toEqual([
      { kind: 'gap', what: 'moved', from: 2, rows: 7 },
      { kind: 'gap', what: 'same', from: 9, rows: 30 },
    ])
    expect(kinds(foldRows(moved, { above: 0, below: 0 })).filter((kind) => kind === 'added')).toHaveLength(9)
  })
  it('loses no row: with all gaps opened they are all there', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', 'a longer line to be moved')),
        fc.nat(3),
        fc.nat(3),
        (lines, above, below) => {
          const all = diffRows(lines.join('\n'), lines.toReversed().join('\n'))
          const gaps = foldRows(all, { above, below }).flatMap((row) => (row.kind === 'gap' ? [row] : []))
          expect(
            gaps.reduce((sum, gap) => sum + gap.rows, 0) + foldRows(all, { above, below }).length - gaps.length,
          ).toBe(all.length)
          expect(foldRows(all, { above, below, opened: new Set(gaps.map(({ from }) => from)) })).toEqual(all)
        },
      ),
    ))
})

describe('line ends', () => {
  it('are what changed when nothing else did', () => {
    const crlf = diffRows('a\nb\n', 'a\r\nb\r\n')
    expect(onlyEndsDiffer(crlf)).toBe(true)
    expect(kinds(foldRows(crlf, { above: 0, below: 0 }))).toEqual(['same', 'same'])
  })
  it('are counted beside other changes, except for a last line that is followed by one now', () => {
    expect(linesWithOtherEnds(diffRows('a\nb\nc', 'a\r\nb\nc\nd\n'))).toBe(1)
    expect(onlyEndsDiffer(diffRows('a\nb', 'a\nb\nc'))).toBe(false)
  })
})

describe('twoSides', () => {
  it('pairs replaced lines and keeps both numberings', () => {
    const sides = twoSides(diffRows('a\nb\nc\n', 'a\nx y z\nnew\nc\n'))
    expect(sides.map((pair) => ('kind' in pair ? pair.kind : [pair.old?.line.number, pair.now?.line.number]))).toEqual([
      [1, 1],
      [2, 2],
      [undefined, 3],
      [3, 4],
    ])
  })
})
