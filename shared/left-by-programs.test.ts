import { expect, test } from 'vitest'
import { isLeftByProgram } from './left-by-programs.ts'

test.each(['.notes.md.swp', '4913', 'notes.md~', '.#notes.md', '#notes.md#', '.DS_Store', 'Thumbs.db'])(
  '%s was left by a program',
  (name) => {
    expect(isLeftByProgram(name)).toBe(true)
  },
)

test.each(['notes.md', '4913.md', 'a~b.md', '#notes.md', 'notes.swp.md', 'thumbs.db'])('%s is the user’s', (name) => {
  expect(isLeftByProgram(name)).toBe(false)
})

test('letters are folded where the system folds them', () => {
  expect(isLeftByProgram('thumbs.db', true)).toBe(true)
})
