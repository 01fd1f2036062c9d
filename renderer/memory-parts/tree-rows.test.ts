import { describe, expect, it, test } from 'vitest'
import { id } from '../testing/commits.ts'
import { isLargeTree, markedActors, treeRows } from './tree-rows.ts'

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
    expect(drawn(treeRows(files, { isOpen: (folder) => !['people', 'projects/tidewater'].includes(folder) }))).toEqual([
      'people/',
      'projects/tidewater/',
      'style.md',
    ])
  })

  it('filters by every word, anywhere in the path, and opens folders', () => {
    expect(drawn(treeRows(files, { filter: 'TIDE n10', isOpen: () => false }))).toEqual([
      'projects/tidewater/notes/',
      '  n10.md',
    ])
  })

  it('shows a file that was opened besides what the filter finds', () => {
    expect(drawn(treeRows(files, { filter: 'ana', besides: 'style.md' }))).toEqual(['people/', '  ana.md', 'style.md'])
  })
})

test('a tree is large when its rows are many, those of the folders too', () => {
  const notes = (count: number) => Array.from({ length: count }, (_, at) => file(`notes/${at}.md`))
  expect(isLargeTree(notes(29))).toBe(false)
  expect(isLargeTree(notes(30))).toBe(true)
})

test('files of other programs are marked unless they are most of the files', () => {
  const by = (actor: 'agent' | 'outside') => ({ ...file('a.md'), last: { commit: id(1), actor, time: '' } })
  expect([...markedActors([by('outside'), by('agent')])]).toContain('outside')
  expect([...markedActors([by('outside'), by('outside'), by('agent')])]).toEqual(['agent', 'policy'])
})
