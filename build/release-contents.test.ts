import { expect, test } from 'vitest'
import { type Contents, differences } from './release-contents.ts'

const page = { 'index.html': 'a', 'assets/page.js': 'b' }
const npm: Contents = { version: '1.2.3', page }

test('packages of one version with one page are a release', () => {
  expect(differences({ npm, linux: { ...npm }, mac: { ...npm } })).toEqual([])
})

test.each([
  ['another version', { ...npm, version: '1.2.2' }, 'linux is 1.2.2, and npm is 1.2.3.'],
  ['another page', { ...npm, page: { ...page, 'index.html': 'c' } }, 'linux and npm differ in the page: index.html.'],
  ['a file less', { ...npm, page: { 'index.html': 'a' } }, 'linux and npm differ in the page: assets/page.js.'],
  ['a file more', { ...npm, page: { ...page, more: 'd' } }, 'linux and npm differ in the page: more.'],
])('%s is told', (_, linux, told) => {
  expect(differences({ npm, linux })).toEqual([told])
})

test('no packages are no release', () => {
  expect(differences({})).toHaveLength(1)
})
