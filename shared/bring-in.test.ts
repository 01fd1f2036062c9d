import { expect, test } from 'vitest'
import { pathInMemory } from './bring-in.ts'

test.each([
  ['tea.md', 'tea.md'],
  ['trips/lisbon.md', 'trips/lisbon.md'],
  ['trips\\lisbon.md', 'trips/lisbon.md'],
  ['/tea.md', 'tea.md'],
  ['cafe\u0301.md', 'caf\u00e9.md'],
  ['.DS_Store', null],
  ['.git/config', null],
  ['notes/.obsidian/app.json', null],
  ['../up.md', null],
  ['a//b.md', null],
  ['', null],
])('%j goes to %j', (name, path) => {
  expect(pathInMemory(name)).toBe(path)
})
