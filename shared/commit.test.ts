import { expect, test } from 'vitest'
import { PointName } from './commit.ts'

test('the name of a restore point has 1 to 60 characters, on one line', () => {
  for (const name of ['', ' ', 'two\nlines', 'x'.repeat(61)])
    expect(PointName.safeParse(name).success, name).toBe(false)
  expect(PointName.parse('x'.repeat(60))).toHaveLength(60)
})
