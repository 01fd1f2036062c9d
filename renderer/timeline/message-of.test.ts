import { expect, test } from 'vitest'
import type { Change } from '../../shared/change.ts'
import { undoneCommit } from '../format/verbs.ts'
import { change, commit } from '../testing/commits.ts'
import { messageOf } from './message-of.ts'

const withLines = (removed: string | null, added: string | null, ...changes: readonly Change[]) => {
  const made = commit({ origin: { verb: 'undo' }, changes })
  return { ...made, changes: made.changes.map((each) => ({ ...each, excerpt: { removed, added } })) }
}

test('a deletion among other changes is told before any line', () => {
  const mixed = withLines(null, 'New', change('a.md', 1, 2), change('b.md', 1, null))
  expect(messageOf(mixed)).toEqual({ kind: 'deleted', text: 'b.md' })
  expect(messageOf(withLines(null, 'New', change('a.md', 1, 2)))).toEqual({ kind: 'added', text: 'New' })
  expect(messageOf(withLines('Old', null, change('a.md', 1, null), change('b.md', 1, null)))).toBeNull()
})

test('an undo is told by the line that it took back, a redo by the one that it brought back', () => {
  const undo = withLines('My bike is blue', 'My bike is red', change('about-me.md', 1, 2))
  const [undone, redone] = [undoneCommit(undo, false), undoneCommit(undo, true)]
  if (undone === null || redone === null) throw new Error('Neither an undo nor a redo.')
  expect(messageOf(undone)).toEqual({ kind: 'added', text: 'My bike is blue' })
  expect(messageOf(redone)).toEqual({ kind: 'added', text: 'My bike is red' })
})
