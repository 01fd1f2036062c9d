import { expect, test } from 'vitest'
import { withoutTitle } from './job-words.ts'

test('a title that repeats the section is left out, and nothing else', () => {
  expect(withoutTitle('# Decisions\n\n## Decisions\n\n- a\n')).toBe('- a')
  expect(withoutTitle('## decisions\n- a')).toBe('- a')
  expect(withoutTitle('# Start\n\n## First\n- a')).toBe('## First\n- a')
  expect(withoutTitle('- a')).toBe('- a')
})
