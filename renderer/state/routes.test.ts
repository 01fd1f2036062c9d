import { expect, it } from 'vitest'
import { filePath, fileOf } from './routes.ts'

it.each([
  ['people/ana.md', undefined],
  ['people/ana.md', 12],
  ['50% off/a b.md', 3],
  ['a.md', undefined],
])('the address of %s, line %s, leads back to it', (path, line) => {
  const rest = filePath(path, line).slice('/memory/'.length)
  expect(fileOf(rest)).toEqual({ path, line: line === undefined ? undefined : String(line) })
})

it.each([
  ['people/ana.md', 'people/ana.md', undefined],
  ['people/ana.md/7', 'people/ana.md', '7'],
  ['100%', '100%', undefined],
  ['2024', '2024', undefined],
  ['', undefined, undefined],
  [undefined, undefined, undefined],
])('an address typed by hand, %s, leads to the file', (rest, path, line) => {
  expect(fileOf(rest)).toEqual({ path, line })
})
