import { describe, expect, it } from 'vitest'
import { id } from '../testing/commits.ts'
import { treeRows } from './tree-rows.ts'

const file = (path: string) => ({ path, blob: { id: id(1), size: 10, mode: '100644' as const }, last: null })
const files = [
  'style.md',
  'people/ana.md',
  'people/tomas.md',
  'projects/tidewater/brief.md',
  'projects/tidewater/notes/n2.md',
  'projects/tidewater/notes/n10.md',
].map(file)

const drawn = (rows: ReturnType<typeof treeRows>): readonly string[] =>
  rows.map((row) => `${'  '.repeat(row.level)}${row.name}${row.kind === 'folder' ? '/' : ''}`)

describe('treeRows', () => {
  it('puts folders before files and a chain of single folders in one row', () => {
    expect(drawn(treeRows(files))).toEqual([
      'people/',
      '  ana.md',
      '  tomas.md',
      'projects/tidewater/',
      '  notes/',
      '    n2.md',
      '    n10.md',
      '  brief.md',
      'style.md',
    ])
  })

  it('leaves out the contents of closed folders', () => {
    expect(drawn(treeRows(files, '', new Set(['people', 'projects/tidewater'])))).toEqual([
      'people/',
      'projects/tidewater/',
      'style.md',
    ])
  })

  it('filters by every word, anywhere in the path, and opens folders', () => {
    expect(drawn(treeRows(files, 'TIDE n10', new Set(['projects/tidewater'])))).toEqual([
      'projects/tidewater/notes/',
      '  n10.md',
    ])
  })
})
