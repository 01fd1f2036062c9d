import { describe, expect, it } from 'vitest'
import { change } from '../testing/commits.ts'
import { fates, folderChoices, foldersOf, inOrder } from './restore-ways.ts'

const counted = (path: string, before: number | null, after: number | null) => ({
  change: change(path, before, after),
  lines: null,
})
const changes = [counted('z.md', null, 2), counted('b.md', 1, null), counted('c.md', 1, 2), counted('a.md', 1, 2)]

describe('a preview', () => {
  it('counts what would change, return and go, and lists it in that order', () => {
    expect(fates(changes)).toEqual({ change: 2, return: 1, go: 1 })
    const comparison = { from: '', to: '', changes, changeCount: 4 }
    expect(inOrder(comparison).map((one) => one.change.path)).toEqual(['a.md', 'c.md', 'z.md', 'b.md'])
  })
})

describe('folders', () => {
  it('include every one above a file', () => {
    expect(foldersOf(['a/b/c.md', 'a/d.md', 'e.md'])).toEqual(['a', 'a/b'])
  })

  it('start with those of the change, the deepest first', () => {
    expect(folderChoices(['a/b/c.md'], ['a/b/c.md', 'x/y.md'])).toEqual({ near: ['a/b', 'a'], others: ['x'] })
  })
})
