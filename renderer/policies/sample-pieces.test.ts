import { expect, it } from 'vitest'
import { samplePieces } from './sample-pieces.ts'

it('leaves nothing found outside the found pieces', () => {
  const found = [
    { rule: 'x', start: 4, end: 7 },
    { rule: 'x', start: 6, end: 9 },
    { rule: 'x', start: 12, end: 13 },
  ]
  const pieces = samplePieces('abcdEFGHIjklM', found)
  expect(pieces.filter((piece) => !piece.found).map(({ text }) => text)).toEqual(['abcd', 'jkl'])
  expect(samplePieces('abc', [])).toEqual([{ text: 'abc', found: false }])
})
