import { describe, expect, it } from 'vitest'
import { change } from '../testing/commits.ts'
import { fates, inOrder, labelOf, onlyDeletes } from './fates.ts'

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

describe('the button that does it', () => {
  const button = (...some: typeof changes): readonly [string, boolean] => {
    const comparison = { from: '', to: '', changes: some, changeCount: some.length }
    return [labelOf(comparison, 'restore'), onlyDeletes(comparison)]
  }
  const [back, gone, changed] = changes
  if (back === undefined || gone === undefined || changed === undefined) throw new Error('three changes are wanted')

  it('says what will happen, and warns when it only deletes', () => {
    expect(button(gone, gone)).toEqual(['Delete 2 files', true])
    expect(button(back)).toEqual(['Restore 1 file', false])
    expect(button(changed)).toEqual(['Restore 1 file', false])
    expect(button(changed, back, gone, gone)).toEqual(['Restore 2 files, delete 2', false])
    expect(button(back, gone)).toEqual(['Restore 1 file, delete 1', false])
  })
})
