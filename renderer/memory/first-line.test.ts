import { expect, it } from 'vitest'
import { firstChangedLine } from './first-line.ts'

it('finds the first line a change wrote', () => {
  expect(firstChangedLine('a\n', 'a\n- Ask Tomás\n')).toBe('Ask Tomás')
  expect(firstChangedLine('a\nb\n', 'a\n')).toBeNull()
})
