import { expect, test } from 'vitest'
import { nextSession, withoutTitle } from './job-words.ts'

test('the next session follows all that are known, also those of another device', () => {
  expect(nextSession({ all: [], log: [] })).toBe(2)
  expect(
    nextSession({
      all: [],
      log: [
        { heading: '', session: 4, text: '' },
        { heading: '', session: null, text: '' },
      ],
    }),
  ).toBe(5)
})

test('a title that repeats the section is left out, and nothing else', () => {
  expect(withoutTitle('# Decisions\n\n## Decisions\n\n- a\n')).toBe('- a')
  expect(withoutTitle('## decisions\n- a')).toBe('- a')
  expect(withoutTitle('# Start\n\n## First\n- a')).toBe('## First\n- a')
  expect(withoutTitle('- a')).toBe('- a')
})
