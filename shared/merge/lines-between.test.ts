import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withLinesThatStay } from './lines-between.ts'

test('a line that stands at both ends stands between them, and what was added there is added', () => {
  expect(withLinesThatStay('a\nb\nc\n', 'a\nx\nc\n', 'a\nb\nc\n')).toBe('a\nb\nx\nc\n')
  expect(withLinesThatStay('a\nb\nc\n', 'a\nx\nc\n', 'a\nx\nc\n')).toBe('a\nx\nc\n')
  expect(withLinesThatStay('a\nb\nc\n', 'c\nb\na\n', 'a\nb\nc\n').split('\n').toSorted()).toEqual(['', 'a', 'b', 'c'])
})

const staying = (start: string, end: string): readonly string[] => (start === end ? start.split('\n').slice(0, -1) : [])

test('in any texts, every line of the start that the end has, too, is kept in its order', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n', 'e\n'), { maxLength: 8 })
    .map((lines) => [...new Set(lines)].join(''))
  fc.assert(
    fc.property(text, text, text, (start, between, end) => {
      const found = withLinesThatStay(start, between, end)
      const lines = found.split('\n').slice(0, -1)
      for (const line of new Set(lines)) expect(lines.filter((each) => each === line)).toHaveLength(1)
      for (const line of staying(start, end)) expect(lines).toContain(line)
      expect(withLinesThatStay(start, start, end)).toBe(start)
    }),
  )
})
