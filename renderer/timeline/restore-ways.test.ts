import { describe, expect, it } from 'vitest'
import { folderChoices, foldersOf } from './restore-ways.ts'

describe('folders', () => {
  it('include every one above a file', () => {
    expect(foldersOf(['a/b/c.md', 'a/d.md', 'e.md'])).toEqual(['a', 'a/b'])
  })

  it('start with those of the change, the deepest first', () => {
    expect(folderChoices(['a/b/c.md'], ['a/b/c.md', 'x/y.md'])).toEqual({ near: ['a/b', 'a'], others: ['x'] })
  })
})
