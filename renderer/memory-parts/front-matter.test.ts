import { expect, test } from 'vitest'
import { frontMatterOf } from './front-matter.ts'

const read = (...lines: readonly string[]) => frontMatterOf(['---', ...lines, '---', '# Text'])

test('names, values and flat lists are read, line by line', () => {
  expect(
    read('title: "Tidewater: a plan"', 'tags: [work, sea]', '', 'people:', '  - Ana', '# from May', 'done: true'),
  ).toEqual({
    length: 9,
    properties: [
      { name: 'title', value: 'Tidewater: a plan' },
      { name: 'tags', value: 'work, sea' },
      { name: '', value: '' },
      { name: 'people', value: '' },
      { name: '', value: 'Ana' },
      { name: '', value: '# from May' },
      { name: 'done', value: 'true' },
    ],
  })
  expect(read('password: [redacted: password]')?.properties).toEqual([
    { name: 'password', value: '[redacted: password]' },
  ])
})

test.each([
  ['nested', ['a:', '  b: c']],
  ['twice', ['a: 1', 'a: 2']],
  ['an item of nothing', ['a: 1', '- b']],
  ['a value with a colon', ['a: b: c']],
  ['a block', ['a: |', '  text']],
  ['an anchor', ['a: &x 1']],
  ['a list that is not closed', ['a: [b']],
  ['no name', ['just text']],
])('%s stays as it is written', (_, lines) => {
  expect(read(...lines)).toEqual({ length: lines.length + 2, properties: null })
})

test('a line that divides a text is no edge', () => {
  expect(frontMatterOf(['# Text', '---', 'a: 1', '---'])).toBeNull()
  expect(frontMatterOf(['---', 'a: 1'])).toBeNull()
})

test('what nobody sees in a value is not taken away', () => {
  expect(read('a: b\u00a0', 'c: \u200bd')?.properties).toEqual([
    { name: 'a', value: 'b\u00a0' },
    { name: 'c', value: '\u200bd' },
  ])
  expect(frontMatterOf(['---', 'a: 1', '---\u00a0'])).toBeNull()
})
