import { expect, it } from 'vitest'
import { change, commit } from '../testing/commits.ts'
import { changeOf, sizesOf } from './change-of.ts'

it('a large commit that does not list a file says nothing of it; its size is that before the next change', () => {
  const large = commit({ changes: [change('other.md', null, 1)], changeCount: 260 })
  const edited = commit({ changes: [{ ...change('a.md', 2, 3, 40), before: change('a.md', 2, 3, 30).before }] })
  expect([changeOf(large, 'a.md'), changeOf(edited, 'b.md')]).toEqual([undefined, null])
  expect(sizesOf([large, edited, large], 'a.md', 50)).toEqual([30, 40, 50])
})
