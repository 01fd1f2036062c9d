import { expect, test } from 'vitest'
import { codePieces } from './code-pieces.ts'

const text = (words: string) => ({ text: words, isCode: false })
const code = (words: string) => ({ text: words, isCode: true })

test.each([
  ['one line', [text('one line')]],
  ['see\n```ts\nlet a = 1\n\nlet b\n```\nand then', [text('see'), code('let a = 1\n\nlet b'), text('and then')]],
  ['```\na\n```', [code('a')]],
  ['~~~\n```\n~~~\nrest', [code('```'), text('rest')]],
  ['```\nnever closed', [text('```\nnever closed')]],
  ['  indented\n    stays', [text('  indented\n    stays')]],
  ['', []],
])('%j', (message, pieces) => {
  expect(codePieces(message)).toEqual(pieces)
})
