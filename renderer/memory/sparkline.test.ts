import { expect, it } from 'vitest'
import { stepLine } from './sparkline.ts'

it('draws a step for every value', () => {
  const { line, xs } = stepLine([1, 2], 100, 44)
  expect(xs).toHaveLength(2)
  expect(line).toMatch(/^M0 [\d.]+H50V[\d.]+H100$/)
})
