import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tooOld } from './node-version.ts'

test.each(['22.13.0', '22.23.3', '23.4.0', '24.0.0', '26.10.0'])('Node %s is new enough', (version) => {
  expect(tooOld(version)).toBeNull()
})

test.each([
  ['12.22.12', '22.13'],
  ['20.19.5', '22.13'],
  ['22.12.0', '22.13'],
  ['23.3.0', '23.4'],
])('Node %s is told what is needed', (version, needed) => {
  expect(tooOld(version)).toBe(`Variorum needs Node ${needed} or newer, and this is Node ${version}.`)
})

test('the package says the same', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({
    engines: { node: '^22.13.0 || >=23.4.0' },
  })
})
