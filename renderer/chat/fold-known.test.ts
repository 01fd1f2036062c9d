import { expect, it } from 'vitest'
import type { KnownLine } from '../../shared/knowledge.ts'
import { foldKnown } from './fold-known.ts'

const line = (number: number, appears: KnownLine['appears'] = null): KnownLine => ({ number, text: 'x', appears })

it('folds long runs of lines that do not appear in the answer, and opens them', () => {
  const lines = [line(1), line(2), line(3, 'value'), line(4), line(5), line(6), line(7), line(8), line(9, 'words')]
  const brief = (opened: readonly number[]) =>
    foldKnown(lines, new Set(opened)).map((row) => (row.kind === 'gap' ? `${row.lines} more` : row.line.number))
  expect(brief([])).toEqual([1, 2, 3, '5 more', 9])
  expect(brief([3])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})
