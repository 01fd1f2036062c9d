import { expect, it } from 'vitest'
import { type OnTaken, placed } from './placed-files.ts'

const id = 'a'.repeat(40)
const tree = [{ path: 'n.md', blob: { id, size: 1, mode: '100644' } }] as const
const file = new File(['tea'], 'n.md')

it('of files that come with one path, each gets one of its own', () => {
  const both = ['n.md', 'n.md', 'o.md', 'o.md'].map((path) => ({ path, file }))
  const places = (onTaken: OnTaken) => placed(both, onTaken, tree).map(({ path, before }) => [path, before])
  expect(places('skip')).toEqual([
    ['o.md', null],
    ['o-2.md', null],
  ])
  expect(places('replace')).toEqual([
    ['n.md', id],
    ['n-2.md', null],
    ['o.md', null],
    ['o-2.md', null],
  ])
  expect(places('keep-both')).toEqual([
    ['n-2.md', null],
    ['n-3.md', null],
    ['o.md', null],
    ['o-2.md', null],
  ])
})
