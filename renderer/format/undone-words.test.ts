import { expect, test } from 'vitest'
import { change, commit } from '../testing/commits.ts'
import { undoneSentence } from './undone-words.ts'

const lines = (removed: string | null, added: string | null, count = 1) => ({
  change: change('about-me.md', 1, 2),
  lines: { added: added === null ? 0 : count, removed: removed === null ? 0 : count },
  excerpt: { removed, added },
})

test.each([
  [lines('Boss: Priya', null), 'Removed “Boss: Priya” from about-me.md'],
  [lines('Boss: Priya', null, 3), 'Removed “Boss: Priya” and 2 more lines from about-me.md'],
  [lines(null, 'Boss: Priya'), '“Boss: Priya” is back in about-me.md'],
  [lines('green', 'blue'), 'Changed “green” back to “blue” in about-me.md'],
  [lines(null, 'PIN: [redacted: password]'), '“PIN: (redacted)” is back in about-me.md'],
  [lines(null, 'x'.repeat(100)), `“${'x'.repeat(59)}…” is back in about-me.md`],
])('an undo is told by the line that it changes: %#', (counted, sentence) => {
  expect(undoneSentence({ ...commit({}), changes: [counted], changeCount: 1 })).toBe(sentence)
})

test('files come and go by their names, several by their number', () => {
  const of = (...changes: ReturnType<typeof change>[]): string => undoneSentence(commit({ changes }))
  expect(of(change('a.md', 1, null))).toBe('Removed a.md')
  expect(of(change('a.md', null, 1))).toBe('a.md is back')
  expect(of({ ...change('b.md', 1, 1), from: 'a.md' })).toBe('a.md is called b.md again')
  expect(of(change('a.md', null, 1), change('b.md', null, 1))).toBe('a.md and 1 more file are back')
})
