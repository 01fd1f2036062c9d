import { expect, it } from 'vitest'
import { phraseChunks } from './phrase-chunks.ts'

it('marks a phrase whatever its case and its spaces', () => {
  expect(phraseChunks('Take the  8.10 (or THE 8.10)', 'the 8.10')).toEqual([
    { text: 'Take ', found: false },
    { text: 'the  8.10', found: true },
    { text: ' (or ', found: false },
    { text: 'THE 8.10', found: true },
    { text: ')', found: false },
  ])
  expect(phraseChunks('a+b', ' ')).toEqual([{ text: 'a+b', found: false }])
})
