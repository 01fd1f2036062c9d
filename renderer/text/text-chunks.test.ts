import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '../../testing/code-points.ts'
import { highlightChunks } from './text-chunks.ts'

test('finds words case-insensitively, the longest first, special characters included', () => {
  expect(highlightChunks('To Lisbon, LIS (100 %)', 'lis lisbon (100')).toEqual([
    { text: 'To ', found: false },
    { text: 'Lisbon', found: true },
    { text: ', ', found: false },
    { text: 'LIS', found: true },
    { text: ' ', found: false },
    { text: '(100', found: true },
    { text: ' %)', found: false },
  ])
})

test('the chunks always add up to the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), fc.string({ unit: codePoint }), (text, words) => {
      expect(
        highlightChunks(text, words)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
