import { expect, test } from 'vitest'
import { pointLabel } from './point-label.ts'

const AT = '2026-11-23T05:00:00.000Z'
const automatic = (name: string): string =>
  pointLabel({ name: `before “${name}”, ${AT}`, commit: 'c', automatic: true, madeAt: AT })

test('an automatic point is called by what the user did', () => {
  expect(
    [
      'undid 7 changes',
      'redid “a: One line.”',
      'deleted people',
      'deleted 3 files',
      'renamed a.md to b.md',
      'restored everything to 0123456',
      'imported 1 files',
      'undid “a: One line.” and 6 more',
      'deleted a.md and 2 others',
      'renamed a.md to b.md and 1 other',
      'restored a.md and 1 other to 0123456',
      'something new',
    ].map(automatic),
  ).toEqual([
    'Before undoing 7 changes',
    'Before redoing “a: One line.”',
    'Before deleting people',
    'Before deleting 3 files',
    'Before renaming a.md',
    'Before restoring the store',
    'Before adding 1 file',
    'Before undoing 7 changes',
    'Before deleting 3 files',
    'Before moving 2 items',
    'Before restoring 2 items',
    'Before “something new”',
  ])
})

test('a name that the user gave stays as it is', () => {
  expect(pointLabel({ name: 'before delete all', commit: 'c', automatic: false, madeAt: AT })).toBe('before delete all')
})

test('a point that keeps what git left out of the branch says so', () => {
  const names = [`kept 0123abc, since git moved the branch, ${AT}`, `kept, since git moved the branch, ${AT}`]
  expect(names.map((name) => pointLabel({ name, commit: 'c', automatic: false, madeAt: AT }))).toEqual(
    Array.from({ length: 2 }, () => 'Kept when git moved the branch'),
  )
})
