import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleList, examplesAtEnd, offerIn, offerOf, withoutOffer } from './examples.ts'

test('the sentences at the end of a text are found again', () => {
  const sentence = fc
    .string({ minLength: 1 })
    .filter((text) => !text.includes('\n') && !text.includes('\r') && text.trim() === text)
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1 }), (sentences) => {
      expect(examplesAtEnd(`Try one:\n\n${exampleList(sentences)}`)).toEqual(sentences)
    }),
  )
})

test('a list in the middle of a text offers nothing', () => {
  expect(examplesAtEnd(`${exampleList(['One'])}\n\nThat was all.`)).toEqual([])
})

test('what is offered to be said is found again, and is no part of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (sentence) => {
      const text = `Not saved.\n\n${offerOf(sentence)}\n\nAnd another thing.`
      expect(offerIn(text)).toBe(sentence)
      expect(withoutOffer(text)).toMatch(/^Not saved\.\s+And another thing\.$/)
    }),
  )
  expect(offerIn('Not saved.')).toBeNull()
})
